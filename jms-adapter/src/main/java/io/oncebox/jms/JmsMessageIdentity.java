// SPDX-License-Identifier: Apache-2.0
package io.oncebox.jms;

import io.oncebox.spi.MessageIdentity;
import jakarta.enterprise.context.Dependent;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import java.util.List;
import java.util.Optional;

/** The identity of a JMS message: the first of the properties that name an event, else {@code JMSMessageID}. */
@Dependent
public class JmsMessageIdentity implements MessageIdentity {

    private static final List<String> PROPERTIES =
            List.of(JmsProperties.ID, "cloudEvents_id", "cloudEvents:id", "_AMQ_DUPL_ID");

    /** Called by CDI. */
    public JmsMessageIdentity() {}

    @Override
    public boolean isMessage(Object candidate) {
        return candidate instanceof Message;
    }

    @Override
    public Optional<Identity> of(Object candidate) throws JMSException {
        Message message = (Message) candidate;
        for (String property : PROPERTIES) {
            String value = message.getStringProperty(property);
            if (value != null && !value.isEmpty()) {
                return Optional.of(new Identity(value, false));
            }
        }
        return Optional.ofNullable(message.getJMSMessageID())
                .filter(id -> !id.isEmpty())
                .map(id -> new Identity(id, true));
    }
}
