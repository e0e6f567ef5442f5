// SPDX-License-Identifier: Apache-2.0
package io.onceward.scenarios.local;

import io.onceward.api.EventKey;

/** An event of the application. */
public record Placed(String id, @EventKey String customer) {}
