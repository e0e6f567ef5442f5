// SPDX-License-Identifier: Apache-2.0
package io.onceward.scenarios.support;

import jakarta.jms.BytesMessage;
import jakarta.jms.DeliveryMode;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.TextMessage;
import java.util.Collections;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * A message as a consumer sees it that knows nothing of Onceward.
 *
 * @param text the body of a text message, else {@code null}
 * @param bytes the body of a bytes message, else {@code null}
 * @param properties its properties, those that the broker adds excepted
 * @param type JMSType
 * @param correlationId JMSCorrelationID
 * @param persistent whether its delivery mode is PERSISTENT
 * @param priority JMSPriority
 * @param timestamp JMSTimestamp
 */
public record ConsumedMessage(
        String text,
        byte[] bytes,
        Map<String, Object> properties,
        String type,
        String correlationId,
        boolean persistent,
        int priority,
        long timestamp) {

    private static final Set<String> SET_BY_PROVIDERS = Set.of("JMSXAppID", "JMSXDeliveryCount", "JMSXUserID");

    /** Reads everything while the message's session is open. */
    public static ConsumedMessage of(Message message) throws JMSException {
        Map<String, Object> properties = new TreeMap<>();
        for (Object name : Collections.list((java.util.Enumeration<?>) message.getPropertyNames())) {
            if (!isOfTheProvider(name.toString())) {
                properties.put(name.toString(), message.getObjectProperty(name.toString()));
            }
        }
        return new ConsumedMessage(
                message instanceof TextMessage text ? text.getText() : null,
                message instanceof BytesMessage ? message.getBody(byte[].class) : null,
                properties,
                message.getJMSType(),
                message.getJMSCorrelationID(),
                message.getJMSDeliveryMode() == DeliveryMode.PERSISTENT,
                message.getJMSPriority(),
                message.getJMSTimestamp());
    }

    /** Jakarta Messaging reserves {@code JMS_} and some of {@code JMSX} for providers; Artemis has names of its own. */
    private static boolean isOfTheProvider(String property) {
        return property.startsWith("JMS_") || property.startsWith("__AMQ") || SET_BY_PROVIDERS.contains(property);
    }

    /** A property, or {@code null}. */
    public String property(String name) {
        Object value = properties.get(name);
        return value == null ? null : value.toString();
    }

    /** The event's id. */
    public String id() {
        return property("onceward_id");
    }

    /** The event's key. */
    public String key() {
        return property("JMSXGroupID");
    }
}
