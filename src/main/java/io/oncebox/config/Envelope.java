// SPDX-License-Identifier: Apache-2.0
package io.oncebox.config;

import java.util.Locale;

/** What events are put into when they are recorded. */
public enum Envelope {
    NONE,
    /** The binary mode of CloudEvents: properties of the message. */
    CLOUDEVENTS,
    /** The structured mode: the body is the event in JSON. */
    CLOUDEVENTS_JSON;

    /** As it is configured. */
    String text() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
