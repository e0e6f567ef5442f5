// SPDX-License-Identifier: Apache-2.0
package io.oncebox.scenarios.cloudevents;

import io.oncebox.api.EventKey;

/** The data of an event. */
public record Order(@EventKey String id, String customer) {}
