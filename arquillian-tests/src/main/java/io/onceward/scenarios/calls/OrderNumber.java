// SPDX-License-Identifier: Apache-2.0
package io.onceward.scenarios.calls;

import io.onceward.api.MessageKeyResolver;
import io.onceward.api.ReceivedMessage;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.jms.JMSException;
import jakarta.jms.Message;

/** A key from a property, a header and the broker's message. */
@ApplicationScoped
public class OrderNumber implements MessageKeyResolver {

    @Override
    public String keyOf(ReceivedMessage message) throws JMSException {
        String type = message.unwrap(Message.class).getJMSType();
        return message.property("orderNo")
                .map(number -> number + "/" + message.header("JMSCorrelationID").orElse("?") + "/" + type)
                .orElse(null);
    }
}
