// SPDX-License-Identifier: Apache-2.0
package io.onceward.config;

import java.util.Locale;

/** The envelopes of events, applied when they are recorded. */
public enum Envelope {
    NONE,
    /** The binary mode of CloudEvents: properties of the message. */
    CLOUDEVENTS,
    /** The structured mode: the body is the event in JSON. */
    CLOUDEVENTS_JSON;

    /** Returns the value in the configuration. */
    String text() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
