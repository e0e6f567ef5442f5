// SPDX-License-Identifier: Apache-2.0
package io.onceward.spi;

import java.util.List;
import java.util.Map;

/**
 * Tracing: reports each step of recording, publishing and handling to a tracing system. Thread-safe. If it throws, Onceward logs
 * the exception and does not call it again; the messages are processed anyway.
 *
 * @since 0.1
 */
public interface Tracing {

    /**
     * Begins a step on the calling thread. Steps that the thread begins before this one ends are its children.
     *
     * @param step not {@code null}
     * @return not {@code null}
     */
    Span begin(Step step);

    /**
     * The kind of a step.
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
     * A step with one message or more. Steps come from Onceward. Tracing systems implement this interface only in tests. A method
     * that a later version adds has a default.
     *
     * @since 0.1
     */
    interface Step {

        /** Returns the kind of the step. Not {@code null}. */
        Operation operation();

        /** Returns the kind of broker, for example {@code kafka}; {@code onceward} for the stored inbox. Not {@code null}. */
        String system();

        /**
         * Returns the channel.
         *
         * @return {@code null} if there are several, or it is unknown
         */
        String channel();

        /**
         * Returns the handler.
         *
         * @return {@code null} if no handler takes part
         */
        String handler();

        /** Returns the messages, at least one. Not {@code null}. */
        List<TracedMessage> messages();

        /** Returns whether the step is detached: no child of the step that the thread is in. */
        boolean isDetached();
    }

    /**
     * A message in a step. Messages come from Onceward. Tracing systems implement this interface only in tests. A method that a
     * later version adds has a default.
     *
     * @since 0.1
     */
    interface TracedMessage {

        /** Returns the identity. Not {@code null}. */
        String id();

        /** Returns the id of the chain of messages. Not {@code null}. */
        String correlationId();

        /**
         * Returns {@code traceparent} and perhaps {@code tracestate} (W3C Trace Context) of the message's creation, both
         * well-formed.
         *
         * @return empty if there is none; not {@code null}
         */
        Map<String, String> context();
    }

    /**
     * A step that has begun.
     *
     * @since 0.1
     */
    interface Span {

        /**
         * Returns {@code traceparent} and perhaps {@code tracestate} of this step.
         *
         * @return empty if the step is not traced; not {@code null}
         */
        Map<String, String> context();

        /**
         * Ends the step. Called once, on the thread that began it.
         *
         * @param failure the reason of the failure; {@code null} if the step succeeded
         */
        void end(Throwable failure);
    }
}
