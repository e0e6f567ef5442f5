// SPDX-License-Identifier: Apache-2.0
package io.onceward.scenarios.rolling;

import io.onceward.api.EventKey;
import io.onceward.api.EventType;

/** The event in its second version, in cents. */
@EventType(value = "Price", version = 2)
public record LaterPrice(@EventKey String key, long nr, long cents) {}
