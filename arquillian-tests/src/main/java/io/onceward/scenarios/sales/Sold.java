// SPDX-License-Identifier: Apache-2.0
package io.onceward.scenarios.sales;

import io.onceward.api.EventKey;

/** A sale. The numbers of a key are in the order of the commits. */
public record Sold(@EventKey String key, long nr) {}
