// SPDX-License-Identifier: Apache-2.0
package io.onceward.nats;

import io.nats.client.Message;
import io.nats.client.impl.NatsJetStreamMetaData;
import io.onceward.api.OutboxMetadata;
import io.onceward.cloudevents.CloudEvent;
import io.onceward.spi.MessageIdentity;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The identity of a message: the first of the headers that name an event, else its place in the stream, which is another one
 * when the sender sends the event again.
 */
final class NatsMessageIdentity implements MessageIdentity {

    private static final String SUBJECT = "subject";

    private final NatsCloudEvent cloudEvents = new NatsCloudEvent();

    @Override
    public String hint() {
        return NatsHeaders.ID + ", a CloudEvents id or " + NatsHeaders.MESSAGE_ID;
    }

    @Override
    public Set<String> headers() {
        return Set.of(SUBJECT);
    }

    @Override
    public Optional<Identity> of(Object received) {
        Message message = (Message) received;
        return Optional.ofNullable(ReadHeaders.text(message, NatsHeaders.ID))
                .or(() -> cloudEvent(message))
                .or(() -> Optional.ofNullable(ReadHeaders.raw(message, NatsHeaders.MESSAGE_ID))
                        .map(id -> "msg-id " + id))
                .map(id -> new Identity(id, false))
                .or(() -> place(message));
    }

    @Override
    public Optional<String> property(Object message, String name) {
        return Optional.ofNullable(ReadHeaders.text((Message) message, name));
    }

    @Override
    public Optional<String> header(Object message, String name) {
        return name.equals(SUBJECT) ? Optional.ofNullable(((Message) message).getSubject()) : Optional.empty();
    }

    @Override
    public Context context(Object received) {
        Message message = (Message) received;
        Map<String, String> headers = new HashMap<>();
        Map<String, String> attributes = NatsCloudEvent.attributes(message);
        for (String name : NatsHeaders.TRACE) {
            String own = ReadHeaders.text(message, name);
            String value = own != null ? own : attributes.get(name);
            if (value != null) {
                headers.put(name, value);
            }
        }
        String channel = ReadHeaders.text(message, NatsHeaders.CHANNEL);
        String correlationId = ReadHeaders.text(message, OutboxMetadata.CORRELATION_ID);
        return Context.of(NatsAdapter.SCHEME)
                .withChannel(channel != null ? channel : message.getSubject())
                .withKey(ReadHeaders.text(message, NatsHeaders.KEY))
                .withCorrelationId(correlationId != null ? correlationId : ReadHeaders.text(message, NatsHeaders.ID))
                .withHeaders(headers);
    }

    /** CloudEvents 1.0: the source and the id together are unique. The id alone may be that of another sender's event. */
    private Optional<String> cloudEvent(Message message) {
        CloudEvent body = cloudEvents.inBody(message);
        Map<String, String> attributes = body != null ? body.attributes() : NatsCloudEvent.attributes(message);
        return attribute(attributes, CloudEvent.ID)
                .flatMap(id -> attribute(attributes, CloudEvent.SOURCE).map(source -> cloudEvent(source, id)));
    }

    private static Optional<String> attribute(Map<String, String> attributes, String name) {
        return Optional.ofNullable(attributes.get(name)).filter(value -> !value.isBlank());
    }

    /** A legal source, which is a URI, has no space; an illegal source must not look like another source with another id. */
    private static String cloudEvent(String source, String id) {
        String start = source.indexOf(' ') < 0 ? "ce " : "ce# " + source.length() + " ";
        return start + source + " " + id;
    }

    /** A stream that was deleted and created again counts from 1 again, so the time of storing belongs to the place. */
    private static Optional<Identity> place(Message message) {
        return message.isJetStream() ? Optional.of(new Identity(place(message.metaData()), true)) : Optional.empty();
    }

    static String place(NatsJetStreamMetaData place) {
        return "stream " + place.getStream() + " " + place.streamSequence() + " "
                + place.timestamp().toInstant();
    }
}
