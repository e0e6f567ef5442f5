// SPDX-License-Identifier: Apache-2.0
package io.oncebox.spi;

import java.util.List;
import java.util.Map;

/**
 * Tracing: reports each step of recording, publishing and handling to a tracing system. Thread-safe. If it throws, Oncebox logs
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
     * A step with one message or more.
     *
     * @param operation the kind of the step; not {@code null}
     * @param system the kind of broker, for example {@code kafka}; {@code oncebox} for the stored inbox; not {@code null}
     * @param channel the channel; {@code null} if there are several, or it is unknown
     * @param handler the handler; {@code null} if no handler takes part
     * @param messages at least one; not {@code null}
     * @param apart whether the step is no child of the step that the thread is in
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
     * @param id the identity; not {@code null}
     * @param correlationId the id of the chain of messages; not {@code null}
     * @param context {@code traceparent} and perhaps {@code tracestate} (W3C Trace Context) of its creation, both well-formed;
     *     empty if there is none; not {@code null}
     * @since 0.1
     */
    record TracedMessage(String id, String correlationId, Map<String, String> context) {}

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
