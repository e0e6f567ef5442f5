// SPDX-License-Identifier: Apache-2.0
package io.onceward.cdi.beans;

import io.onceward.api.OutboxMetadata;
import io.onceward.outbox.Recording;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.eclipse.microprofile.reactive.messaging.Message;

/** The return value of one call: none, one or many events, each with or without metadata. For one thread. */
final class ReturnedEvents {

    private final String channel;
    private final Object returned;
    private final List<Object> elements = new ArrayList<>();
    private final List<OutgoingMessage> messages = new ArrayList<>();
    private boolean read;

    ReturnedEvents(String channel, Object returned) {
        this.channel = channel;
        this.returned = returned;
    }

    /**
     * Records the events after the call has done its work. If that fails, all messages are acknowledged negatively.
     *
     * @param requirement throws an exception if nothing may be recorded after the call
     * @return what the caller of the method gets: the value, or a new stream in place of one that recording has consumed
     */
    Object record(Recording recording, Runnable requirement) {
        try {
            requirement.run();
            return recording.afterWork(this::each);
        } catch (RuntimeException | Error e) {
            refuse(e);
            throw e;
        }
    }

    private Object each(Recording recording) {
        if (returned instanceof Stream<?> || returned instanceof Iterable<?>) {
            recording.guardElements();
        }
        read();
        if (!messages.isEmpty()) {
            recording.guardElements(); // a message may make its payload when it is asked for it
        }
        int next = 0;
        for (Object element : elements) {
            if (element instanceof Message<?>) {
                messages.get(next++).record(recording);
            } else {
                recording.record(element, OutboxMetadata.none());
            }
        }
        return returned instanceof Stream<?> ? elements.stream() : returned;
    }

    /** Acknowledges all messages negatively, also those that were not reached. */
    private void refuse(Throwable reason) {
        try {
            read();
        } catch (RuntimeException | Error e) {
            reason.addSuppressed(e);
        }
        messages.forEach(message -> message.refuse(reason));
    }

    /** Reads the elements once: a stream has no second time. */
    private void read() {
        if (read) {
            return;
        }
        read = true;
        if (returned instanceof Stream<?> stream) {
            try (stream) {
                stream.forEachOrdered(this::add);
            }
        } else if (returned instanceof Optional<?> optional) {
            optional.ifPresent(this::add);
        } else if (returned instanceof Iterable<?> iterable) {
            iterable.forEach(this::add);
        } else if (returned instanceof Object[] array) {
            Arrays.asList(array).forEach(this::add);
        } else if (returned != null) {
            add(returned);
        }
    }

    private void add(Object element) {
        elements.add(element);
        if (element instanceof Message<?> message) {
            messages.add(new OutgoingMessage(channel, message));
        }
    }
}
