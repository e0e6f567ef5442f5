// SPDX-License-Identifier: Apache-2.0
package io.onceward.jms;

import io.onceward.spi.MessageIdentity.Context;
import io.onceward.spi.MessageIdentity.Identity;
import io.onceward.spi.MessageReader.Content;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The values of a message that Onceward gives to handlers.
 *
 * @param content {@code null} if the message is refused
 * @param refusal the reason; {@code null} if the message is not refused
 * @param correlationId as a key by {@code header:JMSCorrelationID} reads it
 * @param properties Onceward's own, as a key by {@code property:NAME} reads them
 */
record ReadMessage(
        Content content,
        String refusal,
        Optional<Identity> identity,
        Context context,
        Optional<String> correlationId,
        Map<String, String> properties) {

    private static final List<String> OWN =
            List.of("onceward_id", "onceward_channel", "onceward_key", "onceward_type", "onceward_contenttype");

    static ReadMessage of(Message message) throws JMSException {
        Content content = null;
        String refusal = null;
        try {
            content = new JmsMessageReader().read(message);
        } catch (IllegalArgumentException e) {
            refusal = e.getMessage();
        }
        JmsMessageIdentity identity = new JmsMessageIdentity();
        Map<String, String> properties = new TreeMap<>();
        for (String name : OWN) {
            identity.property(message, name).ifPresent(value -> properties.put(name, value));
        }
        return new ReadMessage(
                content,
                refusal,
                identity.of(message),
                identity.context(message),
                identity.header(message, "JMSCorrelationID"),
                properties);
    }
}
