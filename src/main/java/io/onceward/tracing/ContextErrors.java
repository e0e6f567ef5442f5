// SPDX-License-Identifier: Apache-2.0
package io.onceward.tracing;

import static io.onceward.log.Coded.deploymentError;
import static io.onceward.log.Coded.error;

import io.onceward.api.OncewardException;
import io.onceward.log.Causes;

/** Errors of context propagators. They contain no values of contexts. */
final class ContextErrors {

    private ContextErrors() {}

    static OncewardException illegalName(Class<?> propagator, String why, Throwable cause) {
        return deploymentError(
                "0381",
                cause,
                "Context propagator %s has no legal name: %s. Return 1 to 50 lower-case ASCII letters, digits and underscores,"
                        + " beginning with a letter.",
                propagator.getName(),
                why);
    }

    static OncewardException sharedName(String name, Class<?> one, Class<?> other) {
        return deploymentError(
                "0382",
                null,
                "Two context propagators have the name '%s': %s and %s. Give each its own name, or remove one of them.",
                name,
                one.getName(),
                other.getName());
    }

    static OncewardException notCaptured(String header, String channel, Throwable cause) {
        return error(
                "0383",
                cause,
                "An event for channel '%s' was not recorded, because the propagator of header '%s' could not capture the context:"
                        + " %s. Correct the propagator, or record the event where it has a context.",
                channel,
                header,
                Causes.rootMessage(cause));
    }

    static OncewardException illegalValue(String header, String why) {
        return error(
                "0384",
                null,
                "The value of header '%s', which has a context, is illegal: %s. Use 1 to 1024 printable ASCII characters without"
                        + " a space at either end; encode others, for example with percent signs.",
                header,
                why);
    }

    static OncewardException notRestored(String header, Throwable cause) {
        return error(
                "0385",
                cause,
                "The handler did not run, because the propagator of header '%s' could not restore the context: %s. Correct the"
                        + " propagator, or the sender of the message.",
                header,
                Causes.rootMessage(cause));
    }
}
