// SPDX-License-Identifier: Apache-2.0
package com.sun.messaging;

import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageListener;
import java.lang.reflect.Proxy;

/** A consumer of an endless queue that refuses, as OpenMQ does, to receive more than 100 messages in a transaction. */
public final class LimitedConsumer implements MessageConsumer {

    private int received;

    @Override
    public Message receiveNoWait() throws JMSException {
        if (received == 100) {
            throw new JMSException(
                    "[C4000]: Packet acknowledge failed: Too many messages acknowledged in a transaction");
        }
        received++;
        return (Message) Proxy.newProxyInstance(
                LimitedConsumer.class.getClassLoader(),
                new Class<?>[] {Message.class},
                (proxy, method, arguments) -> null);
    }

    @Override
    public Message receive(long timeout) throws JMSException {
        return receiveNoWait();
    }

    @Override
    public Message receive() throws JMSException {
        return receiveNoWait();
    }

    @Override
    public String getMessageSelector() {
        return null;
    }

    @Override
    public MessageListener getMessageListener() {
        return null;
    }

    @Override
    public void setMessageListener(MessageListener listener) {
        throw new UnsupportedOperationException("it is asked");
    }

    @Override
    public void close() {
        // nothing is open
    }
}
