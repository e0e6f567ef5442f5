// SPDX-License-Identifier: Apache-2.0
package io.oncebox.cdi;

import io.oncebox.api.OutboxMetadata;
import io.oncebox.outbox.Recording;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.eclipse.microprofile.reactive.messaging.Message;

/**
 * Records a return value: none, one or many events, each with or without metadata.
 *
 * @param recording records each event
 */
record ReturnedEvents(Recording recording) {

    /** Returns what the caller of the method gets: the value, or a new stream in place of one that recording has consumed. */
    Object record(Object value) {
        if (value instanceof Stream<?> stream) {
            try (stream) {
                List<?> elements = stream.toList();
                elements.forEach(this::one);
                return elements.stream();
            }
        }
        if (value instanceof Optional<?> optional) {
            optional.ifPresent(this::one);
        } else if (value instanceof Iterable<?> iterable) {
            iterable.forEach(this::one);
        } else if (value instanceof Object[] array) {
            Arrays.asList(array).forEach(this::one);
        } else if (value != null) {
            one(value);
        }
        return value;
    }

    private void one(Object value) {
        if (value instanceof Message<?> message) {
            message(message, () -> recording);
        } else {
            recording.record(value, OutboxMetadata.none());
        }
    }

    /** Records a message and acknowledges it. If recording fails, acknowledges it negatively and throws the failure. */
    static void message(Message<?> message, Supplier<Recording> recording) {
        try {
            recording.get().record(message.getPayload(), metadata(message));
        } catch (RuntimeException | Error e) {
            nack(message, e);
            throw e;
        }
        message.ack();
    }

    private static void nack(Message<?> message, Throwable reason) {
        try {
            message.nack(reason);
        } catch (RuntimeException | Error e) {
            if (e != reason) {
                reason.addSuppressed(e);
            }
        }
    }

    static OutboxMetadata metadata(Message<?> message) {
        try {
            OutboxMetadata metadata = message.unwrap(OutboxMetadata.class);
            return metadata != null ? metadata : OutboxMetadata.none();
        } catch (IllegalArgumentException e) {
            return OutboxMetadata.none();
        }
    }
}
