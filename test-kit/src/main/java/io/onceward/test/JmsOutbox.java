// SPDX-License-Identifier: Apache-2.0
package io.onceward.test;

import io.onceward.api.OutboxMetadata;
import io.onceward.outbox.AdapterEvent;
import io.onceward.outbox.AdapterOutbox;
import io.onceward.outbox.EncodedPayload;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * Has outboxed objects of Jakarta Messaging record events for the broker of the test, which has no queues and topics.
 *
 * @param outbox records them
 * @param attempts gets each recorded event
 */
record JmsOutbox(AdapterOutbox outbox, Consumer<Attempt> attempts) implements AdapterOutbox {

    /** The rest of a destination of Jakarta Messaging. Nothing connects by this name. */
    private static final String FACTORY = "?jndiConnectionFactoryName=jms/test";

    @Override
    public String record(String channel, Function<Target, AdapterEvent> event) {
        OutboxMetadata[] metadata = new OutboxMetadata[1];
        String id = outbox.record(channel, target -> {
            AdapterEvent made = event.apply(new Target(target.settings(), List.of("jms:queue:" + channel + FACTORY)));
            metadata[0] = made.metadata();
            return new AdapterEvent(
                    made.payload(),
                    made.contentType(),
                    made.metadata(),
                    made.reservedHeaders(),
                    target.destinations().get(0));
        });
        String type = metadata[0].type();
        attempts.accept(new Attempt(new Attempt.Facts(
                channel, id, metadata[0].key(), type == null ? channel : type, metadata[0].headers())));
        return id;
    }

    @Override
    public EncodedPayload encode(String channel, Object payload) {
        return outbox.encode(channel, payload);
    }

    @Override
    public RuntimeException refuse(RuntimeException failure) {
        return outbox.refuse(failure);
    }
}
