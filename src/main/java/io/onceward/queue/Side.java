// SPDX-License-Identifier: Apache-2.0
package io.onceward.queue;

import io.onceward.log.UserInfo;
import java.util.Arrays;
import java.util.Optional;

/** The two sides, which have the same queues, relays and administration. */
public enum Side {
    /** The side that records and publishes events. Its queues are channels. */
    OUTBOX("outbox", "channel", "event") {
        @Override
        public String target(String queue, String destination) {
            return UserInfo.hidden(destination);
        }

        @Override
        public String queueOf(RecordedEvent row) {
            return row.channel();
        }
    },

    /** The side that stores and handles messages. Its queues are handlers. */
    INBOX("inbox", "handler", "message") {
        @Override
        public String target(String queue, String destination) {
            return queueKind() + " '" + queue + "'";
        }

        @Override
        public String queueOf(RecordedEvent row) {
            return row.destination();
        }
    };

    private final String text;
    private final String queueKind;
    private final String rowKind;

    Side(String text, String queueKind, String rowKind) {
        this.text = text;
        this.queueKind = queueKind;
        this.rowKind = rowKind;
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

    /** Returns what the log calls a row of such a queue. */
    public String rowKind() {
        return rowKind;
    }

    /**
     * Returns what the log calls the target of a row. It is one line without user-info.
     *
     * @param queue the queue of the row
     * @param destination the destination in the row
     */
    public abstract String target(String queue, String destination);

    /** Returns the queue of a row. */
    public abstract String queueOf(RecordedEvent row);
}
