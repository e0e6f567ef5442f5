// SPDX-License-Identifier: Apache-2.0
package io.onceward.scenarios.cloudevents;

import io.onceward.api.EventKey;

/** The data of an event. */
public record Order(@EventKey String id, String customer) {}
