// SPDX-License-Identifier: Apache-2.0
package io.oncebox.jms;

import io.oncebox.spi.MessageIdentity.Context;
import io.oncebox.spi.MessageIdentity.Identity;
import io.oncebox.spi.MessageReader.Content;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The values of a message that Oncebox gives to handlers.
 *
 * @param content {@code null} if the message is refused
 * @param refusal the reason; {@code null} if the message is not refused
 * @param correlationId as a key by {@code header:JMSCorrelationID} reads it
 * @param properties Oncebox's own, as a key by {@code property:NAME} reads them
 */
record ReadMessage(
        Content content,
        String refusal,
        Optional<Identity> identity,
        Context context,
        Optional<String> correlationId,
        Map<String, String> properties) {

    private static final List<String> OWN =
            List.of("oncebox_id", "oncebox_channel", "oncebox_key", "oncebox_type", "oncebox_contenttype");

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
