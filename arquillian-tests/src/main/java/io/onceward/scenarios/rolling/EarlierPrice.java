// SPDX-License-Identifier: Apache-2.0
package io.onceward.scenarios.rolling;

import io.onceward.api.EventKey;
import io.onceward.api.EventType;

/** The event in its first version, in whole units. */
@EventType("Price")
public record EarlierPrice(@EventKey String key, long nr, long price) {}
