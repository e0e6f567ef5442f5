// SPDX-License-Identifier: Apache-2.0
package io.onceward.jms;

import io.onceward.api.OutboxMetadata;
import io.onceward.spi.OutboxEvent;
import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;

/**
 * An event of the self-check.
 *
 * @param check the id of the check
 * @param stage what the check does with it
 * @param destination the queue of the check
 */
record Probe(String check, Stage stage, String destination) implements OutboxEvent {

    /** Longer than a check waits. The broker then deletes what the check has left in the queue, for example because its node has crashed. */
    static final Duration TIME_TO_LIVE = Duration.ofSeconds(60);

    /** A step of a check. */
    enum Stage {
        ROLLED_BACK,
        COMMITTED,
        ALONE,

        /** Batches that show that messages reach the queue, so that a missing one is lost. */
        CONTROL,

        /** Messages in transactions of their sessions that show it. */
        CONTROL_LOCAL,

        /** Messages without a transaction that show it. */
        CONTROL_PLAIN;

        /** Returns the stage of the messages of a type; empty if they are of something else. */
        static Optional<Stage> of(String type) {
            return Arrays.stream(values())
                    .filter(stage -> stage.type().equals(type))
                    .findFirst();
        }

        /** Returns the type of its messages. */
        String type() {
            return "onceward.probe." + name();
        }
    }

    /** Rolls back the transaction of a probe. */
    static final class Undone extends RuntimeException {

        private static final long serialVersionUID = 1L;

        Undone() {
            super("The self-check rolls this transaction back", null, false, false);
        }
    }

    /** An event that can't be sent: it rolls back the transaction of the events before it. */
    static OutboxEvent unsendable(Probe like) {
        return new Unsendable(like);
    }

    @Override
    public String id() {
        return check + "." + stage;
    }

    @Override
    public String channel() {
        return "onceward.probe";
    }

    @Override
    public String key() {
        return null;
    }

    @Override
    public String type() {
        return stage.type();
    }

    @Override
    public byte[] payload() {
        return new byte[0];
    }

    @Override
    public String contentType() {
        return "text/plain";
    }

    @Override
    public Map<String, String> headers() {
        return Map.of(OutboxMetadata.CORRELATION_ID, check);
    }

    private record Unsendable(Probe like) implements OutboxEvent {

        @Override
        public String id() {
            return like.id();
        }

        @Override
        public String channel() {
            return like.channel();
        }

        @Override
        public String key() {
            return null;
        }

        @Override
        public String type() {
            return like.type();
        }

        @Override
        public byte[] payload() {
            throw new Undone();
        }

        @Override
        public String contentType() {
            return like.contentType();
        }

        @Override
        public Map<String, String> headers() {
            throw new Undone();
        }

        @Override
        public String destination() {
            return like.destination();
        }
    }
}
