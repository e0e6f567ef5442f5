// SPDX-License-Identifier: Apache-2.0
package io.onceward.scenarios.changes;

import io.onceward.api.EventType;

/** An event whose first version had a price in whole units. */
@EventType(value = "PriceSet", version = 2)
public record PriceSet(String id, int cents) {}
