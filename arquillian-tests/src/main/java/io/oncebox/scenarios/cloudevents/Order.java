// SPDX-License-Identifier: Apache-2.0
package io.oncebox.scenarios.cloudevents;

import io.oncebox.api.EventKey;

/** What the data of an event are. */
public record Order(@EventKey String id, String customer) {}
