// SPDX-License-Identifier: Apache-2.0
package io.onceward.nats;

import io.nats.client.Message;
import io.nats.client.impl.Headers;
import io.nats.client.impl.NatsMessage;
import io.onceward.cloudevents.CloudEvent;
import io.onceward.spi.OutboxEvent;
import java.util.Map;

/** Makes the messages of events. */
final class NatsMessages {

    private NatsMessages() {}

    /**
     * Returns the message of an event.
     *
     * @throws io.onceward.api.OncewardException if the destination is malformed, or NATS does not allow the name of a header
     */
    static Message create(OutboxEvent event) {
        return NatsMessage.builder()
                .subject(NatsDestination.parse(event.destination()).subject())
                .headers(headers(event))
                .data(event.payload())
                .build();
    }

    private static Headers headers(OutboxEvent event) {
        Headers headers = new Headers();
        for (Map.Entry<String, String> header : event.headers().entrySet()) {
            String name = natsName(header.getKey());
            if (NatsHeaderName.isInstruction(name)) {
                throw NatsErrors.illegalHeader(name, event.id(), null);
            }
            try {
                headers.put(name, HeaderText.encode(header.getValue()));
            } catch (IllegalArgumentException e) {
                throw NatsErrors.illegalHeader(name, event.id(), e);
            }
        }
        headers.put(NatsHeaders.MESSAGE_ID, messageId(event));
        put(headers, NatsHeaders.ID, event.id());
        put(headers, NatsHeaders.CHANNEL, event.channel());
        put(headers, NatsHeaders.TYPE, event.type());
        put(headers, NatsHeaders.CONTENT_TYPE, event.contentType());
        if (event.key() != null) {
            put(headers, NatsHeaders.KEY, event.key());
        }
        return headers;
    }

    /**
     * Returns the id by which a stream recognizes the event again. Ids of events are unique only in their channel, and a stream
     * compares the ids of all its messages. The first space ends the channel.
     */
    private static String messageId(OutboxEvent event) {
        return HeaderText.encode(event.channel()).replace(" ", "%20") + ' ' + HeaderText.encode(event.id());
    }

    private static void put(Headers headers, String name, String value) {
        headers.put(name, HeaderText.encode(value));
    }

    /** The attributes of a CloudEvent have the prefix of the NATS binding instead of the one in the outbox. */
    private static String natsName(String name) {
        return name.startsWith(CloudEvent.PREFIX)
                ? NatsHeaders.CLOUD_EVENT + name.substring(CloudEvent.PREFIX.length())
                : name;
    }
}
