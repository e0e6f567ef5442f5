// SPDX-License-Identifier: Apache-2.0
package io.oncebox.spi;

import java.util.List;
import java.util.Map;

/**
 * Is told what is done with messages, step by step, for a tracing system. Thread-safe. What it throws is logged, and it is
 * told nothing more; the messages go on.
 *
 * @since 0.1
 */
public interface Tracing {

    /** Begins a step on the calling thread. What the thread begins until the step ends hangs below it. */
    Span begin(Step step);

    /**
     * What is done.
     *
     * @since 0.1
     */
    enum Operation {
        /** An event is recorded. */
        CREATE,
        /** Events are published together. */
        SEND,
        /** A handler works on a message. */
        PROCESS
    }

    /**
     * A step with one message or more.
     *
     * @param operation what is done
     * @param system the kind of broker, for example {@code kafka}; {@code oncebox} for the stored inbox
     * @param channel the channel; {@code null} if they are several, or it isn't known
     * @param handler who processes; {@code null} if nobody does
     * @param messages at least one
     * @param apart whether what the thread does otherwise has nothing to do with it
     * @since 0.1
     */
    record Step(
            Operation operation,
            String system,
            String channel,
            String handler,
            List<TracedMessage> messages,
            boolean apart) {}

    /**
     * A message in a step.
     *
     * @param id its identity
     * @param correlationId names the chain of messages that it is part of
     * @param context {@code traceparent} and perhaps {@code tracestate} (W3C Trace Context) of its creation, both well-formed;
     *     empty if there is none
     * @since 0.1
     */
    record TracedMessage(String id, String correlationId, Map<String, String> context) {}

    /**
     * A step that has begun.
     *
     * @since 0.1
     */
    interface Span {

        /** {@code traceparent} and perhaps {@code tracestate} of this step; empty if nobody follows it. */
        Map<String, String> context();

        /**
         * Ends it. Called once, on the thread that began it.
         *
         * @param failure why it failed; {@code null} if it did not
         */
        void end(Throwable failure);
    }
}
