// SPDX-License-Identifier: Apache-2.0
package io.onceward.scenarios.smoke;

import io.onceward.scenarios.support.ServerResources;
import jakarta.annotation.PostConstruct;
import jakarta.ejb.Stateless;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.JMSContext;

@Stateless
public class Sender {

    private ConnectionFactory factory;

    @PostConstruct
    void open() {
        factory = ServerResources.connectionFactory();
    }

    public void send(String text) {
        try (JMSContext context = factory.createContext()) {
            context.createProducer().send(context.createQueue("smoke"), text);
        }
    }

    public void sendAndFail(String text) {
        send(text);
        throw new IllegalStateException("on purpose");
    }
}
