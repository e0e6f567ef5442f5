// SPDX-License-Identifier: Apache-2.0
package io.onceward.jms;

import static org.assertj.core.api.Assertions.assertThat;

import io.onceward.jms.FactoryChecks.Direct;
import io.onceward.jms.JmsUri.Variant;
import java.util.Optional;
import org.apache.activemq.artemis.jms.client.ActiveMQQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A queue with several JNDI names is one queue. */
class SharedQueueTest {

    private final JmsSource source = new JmsSource(new Direct(), Optional.empty());

    @BeforeEach
    void bind() {
        JndiNames.bind("jms/one", new ActiveMQQueue("orders"));
        JndiNames.bind("jms/same", new ActiveMQQueue("orders"));
        JndiNames.bind("jms/other", new ActiveMQQueue("returns"));
    }

    @AfterEach
    void unbind() {
        JndiNames.unbindAll();
    }

    @Test
    void namesOfOneQueueDivideItsMessages() {
        assertThat(dividesWithFirst(new JmsUri(Variant.JNDI, "jms/same", "jms/cf")))
                .isTrue();
        assertThat(dividesWithFirst(new JmsUri(Variant.QUEUE, "orders", "jms/cf")))
                .isTrue();
    }

    @Test
    void otherQueuesAndBrokersDoNot() {
        assertThat(dividesWithFirst(new JmsUri(Variant.JNDI, "jms/other", "jms/cf")))
                .isFalse();
        assertThat(dividesWithFirst(new JmsUri(Variant.JNDI, "jms/missing", "jms/cf")))
                .isFalse();
        assertThat(dividesWithFirst(new JmsUri(Variant.JNDI, "jms/same", "jms/elsewhere")))
                .isFalse();
    }

    private boolean dividesWithFirst(JmsUri other) {
        return source.divideMessages(new JmsUri(Variant.JNDI, "jms/one", "jms/cf").toString(), other.toString());
    }
}
