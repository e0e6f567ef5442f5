// SPDX-License-Identifier: Apache-2.0
package io.oncebox.queue;

import java.util.Arrays;
import java.util.Optional;

/** The two sides, which have the same queues, relays and administration. */
public enum Side {
    /** The side that records and publishes events. Its queues are channels. */
    OUTBOX("outbox", "channel"),

    /** The side that stores and handles messages. Its queues are handlers. */
    INBOX("inbox", "handler");

    private final String text;
    private final String queueKind;

    Side(String text, String queueKind) {
        this.text = text;
        this.queueKind = queueKind;
    }

    /** Returns the side that tables, metrics or addresses of the console call so; empty if there is none. */
    public static Optional<Side> of(String text) {
        return Arrays.stream(values()).filter(side -> side.text.equals(text)).findFirst();
    }

    /** Returns its name in tables, log, metrics, JMX and the console. */
    public String text() {
        return text;
    }

    /** Returns what the log calls a queue of this side. */
    public String queueKind() {
        return queueKind;
    }
}
