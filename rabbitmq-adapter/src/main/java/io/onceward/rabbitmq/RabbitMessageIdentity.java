// SPDX-License-Identifier: Apache-2.0
package io.onceward.rabbitmq;

import com.rabbitmq.client.Delivery;
import io.onceward.cloudevents.CloudEvent;
import io.onceward.spi.MessageIdentity;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The identity of a message: the header of Onceward, else the CloudEvents id, else the property {@code message-id}, which the
 * sender sets. The broker itself identifies no message.
 */
final class RabbitMessageIdentity implements MessageIdentity {

    private static final String MESSAGE_ID = "message-id";
    private static final String CORRELATION_ID = "correlation-id";

    private final RabbitCloudEvent cloudEvents = new RabbitCloudEvent();

    @Override
    public String hint() {
        return "the property " + MESSAGE_ID + ", the header " + RabbitHeaders.ID + " or a CloudEvents id";
    }

    @Override
    public Set<String> headers() {
        return Set.of(MESSAGE_ID, CORRELATION_ID);
    }

    @Override
    public Optional<Identity> of(Object message) {
        Delivery received = (Delivery) message;
        return property(received, RabbitHeaders.ID)
                .or(() -> cloudEvent(received))
                .or(() -> header(received, MESSAGE_ID))
                .map(id -> new Identity(id, false));
    }

    @Override
    public Optional<String> property(Object message, String name) {
        return Optional.ofNullable(RabbitText.header((Delivery) message, name));
    }

    @Override
    public Optional<String> header(Object message, String name) {
        Delivery received = (Delivery) message;
        return Optional.ofNullable(
                        switch (name) {
                            case MESSAGE_ID -> received.getProperties().getMessageId();
                            case CORRELATION_ID -> correlationId(received);
                            default -> null;
                        })
                .filter(value -> !value.isBlank());
    }

    private static String correlationId(Delivery received) {
        String written = received.getProperties().getCorrelationId();
        return written != null ? written : RabbitText.header(received, RabbitHeaders.ID);
    }

    @Override
    public Context context(Object message) {
        Delivery received = (Delivery) message;
        Map<String, String> trace = new HashMap<>();
        for (String name : RabbitHeaders.TRACE) {
            property(received, name).or(() -> attribute(received, name)).ifPresent(value -> trace.put(name, value));
        }
        return Context.of(RabbitSettings.SCHEME)
                .withChannel(property(received, RabbitHeaders.CHANNEL).orElseGet(() -> place(received)))
                .withKey(RabbitText.header(received, RabbitHeaders.KEY))
                .withCorrelationId(correlationId(received))
                .withHeaders(trace);
    }

    /** Returns the exchange, or the queue if the message came by the default exchange; {@code null} if unknown. */
    private static String place(Delivery received) {
        if (received.getEnvelope() == null) {
            return null;
        }
        String exchange = received.getEnvelope().getExchange();
        return exchange == null || exchange.isEmpty() ? received.getEnvelope().getRoutingKey() : exchange;
    }

    /** CloudEvents 1.0: the source and the id together are unique. The id alone may be that of another sender's event. */
    private Optional<String> cloudEvent(Delivery received) {
        Optional<String> id = attribute(received, CloudEvent.ID);
        if (id.isPresent()) {
            return attribute(received, CloudEvent.SOURCE).map(source -> cloudEvent(source, id.get()));
        }
        return Optional.ofNullable(cloudEvents.inBody(received))
                .map(CloudEvent::attributes)
                .map(event -> cloudEvent(event.get(CloudEvent.SOURCE), event.get(CloudEvent.ID)));
    }

    private Optional<String> attribute(Delivery received, String name) {
        return RabbitHeaders.CLOUD_EVENT.stream()
                .flatMap(prefix -> property(received, prefix + name).stream())
                .findFirst();
    }

    /** A legal source, which is a URI, has no space; an illegal source must not look like another source with another id. */
    private static String cloudEvent(String source, String id) {
        String start = source.indexOf(' ') < 0 ? "ce " : "ce# " + source.length() + " ";
        return start + source + " " + id;
    }
}
