// SPDX-License-Identifier: Apache-2.0
package io.onceward.jms;

import io.onceward.cloudevents.CloudEvent;
import io.onceward.spi.MessageIdentity;
import jakarta.jms.JMSException;
import jakarta.jms.JMSRuntimeException;
import jakarta.jms.Message;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The identity of a JMS message: the first of the properties that name an event, else {@code JMSMessageID}. */
final class JmsMessageIdentity implements MessageIdentity {

    private static final String MESSAGE_ID = "JMSMessageID";
    private static final String CORRELATION_ID = "JMSCorrelationID";

    private final JmsCloudEvent cloudEvents = new JmsCloudEvent();

    @Override
    public String hint() {
        return JmsProperties.ID + ", a CloudEvents id or " + JmsProperties.DUPLICATE_ID;
    }

    @Override
    public Set<String> headers() {
        return Set.of(MESSAGE_ID, CORRELATION_ID);
    }

    @Override
    public Optional<Identity> of(Object candidate) throws JMSException {
        Message message = (Message) candidate;
        Optional<String> event = property(message, JmsProperties.ID);
        if (event.isEmpty()) {
            event = cloudEvent(message);
        }
        if (event.isEmpty()) {
            event = duplicateId(message.getObjectProperty(JmsProperties.DUPLICATE_ID));
        }
        return event.map(id -> new Identity(id, false)).or(() -> sending(message));
    }

    @Override
    public Optional<String> property(Object message, String name) throws JMSException {
        return property((Message) message, name);
    }

    @Override
    public Optional<String> deliveries(Object message) throws JMSException {
        return property((Message) message, JmsProperties.DELIVERY_COUNT);
    }

    @Override
    public Optional<String> header(Object message, String name) throws JMSException {
        Message jms = (Message) message;
        return Optional.ofNullable(
                switch (name) {
                    case MESSAGE_ID -> jms.getJMSMessageID();
                    case CORRELATION_ID -> JmsEventProperties.correlationId(jms);
                    default -> null;
                });
    }

    @Override
    public Context context(Object message) throws JMSException {
        Message jms = (Message) message;
        Map<String, String> headers = new HashMap<>();
        for (String name : JmsProperties.TRACE) {
            if (traceHeader(jms, name) instanceof String text) {
                headers.put(name, text);
            }
        }
        return Context.of(JmsUri.SCHEME)
                .withChannel(
                        property(jms, JmsProperties.CHANNEL).orElse(JmsEventProperties.name(jms.getJMSDestination())))
                .withKey(property(jms, JmsProperties.KEY).orElse(null))
                .withCorrelationId(JmsEventProperties.correlationId(jms))
                .withHeaders(headers);
    }

    /** The message's own, else that of the CloudEvent that it is; {@code null} if there is none. */
    private static Object traceHeader(Message message, String name) throws JMSException {
        Object own = message.getObjectProperty(name);
        return own != null ? own : message.getObjectProperty(JmsCloudEvent.property(message, name));
    }

    /** CloudEvents 1.0: the source and the id together are unique. The id alone may be that of another sender's event. */
    private Optional<String> cloudEvent(Message message) throws JMSException {
        Optional<String> id = property(message, JmsCloudEvent.property(message, CloudEvent.ID));
        if (id.isPresent()) {
            Optional<String> source = property(message, JmsCloudEvent.property(message, CloudEvent.SOURCE));
            return source.isPresent() ? Optional.of(cloudEvent(source.get(), id.get())) : source;
        }
        return Optional.ofNullable(cloudEvents.inBody(message))
                .map(CloudEvent::attributes)
                .map(event -> cloudEvent(event.get(CloudEvent.SOURCE), event.get(CloudEvent.ID)));
    }

    /** A legal source, which is a URI, has no space; an illegal source must not look like another source with another id. */
    private static String cloudEvent(String source, String id) {
        String start = source.indexOf(' ') < 0 ? "ce " : "ce# " + source.length() + " ";
        return start + source + " " + id;
    }

    /** Returns the duplicate-detection id, which is bytes if the sender used the API of Artemis. */
    private static Optional<String> duplicateId(Object value) {
        return value instanceof byte[] bytes
                ? Optional.of("dupl# " + HexFormat.of().formatHex(bytes))
                : Optional.ofNullable(value)
                        .map(Object::toString)
                        .filter(id -> !id.isBlank())
                        .map(id -> "dupl " + id);
    }

    private static Optional<Identity> sending(Message message) {
        try {
            return Optional.ofNullable(message.getJMSMessageID())
                    .filter(id -> !id.isEmpty())
                    .map(id -> new Identity(id, true));
        } catch (JMSException e) {
            throw new JMSRuntimeException(e.getMessage(), e.getErrorCode(), e);
        }
    }

    private static Optional<String> property(Message message, String name) throws JMSException {
        return Optional.ofNullable(JmsEventProperties.value(message, name)).filter(value -> !value.isBlank());
    }
}
