// SPDX-License-Identifier: Apache-2.0
package io.onceward.jms;

import static org.assertj.core.api.Assertions.assertThat;

import io.onceward.fixture.ArtemisBroker;
import io.onceward.spi.MessageReader;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.Queue;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A message without an id, which a process may have parked before it crashed, comes again. */
class RedeliveredMessageTest {

    @TempDir
    private Path folder;

    @Test
    void messageWithoutAnIdTellsThatItMayBeACopy() throws Exception {
        try (ArtemisBroker broker = new ArtemisBroker(folder).start();
                JMSContext session = broker.connectionFactory().createContext(JMSContext.SESSION_TRANSACTED)) {
            Queue queue = session.createQueue("orders");
            session.createProducer().send(queue, "with an id");
            session.createProducer().setDisableMessageID(true).send(queue, "without");
            session.commit();
            assertThat(origins(session, queue)).noneMatch(origin -> origin.contains("copy"));
            session.rollback();
            assertThat(origins(session, queue))
                    .satisfiesExactly(
                            origin -> assertThat(origin)
                                    .contains("JMSRedelivered true")
                                    .doesNotContain("copy"),
                            origin -> assertThat(origin)
                                    .endsWith(", so without an id it may be a copy of a parked message"));
        }
    }

    private static String[] origins(JMSContext session, Queue queue) throws JMSException {
        try (var consumer = session.createConsumer(queue)) {
            return new String[] {origin(consumer.receive(30_000)), origin(consumer.receive(30_000))};
        }
    }

    private static String origin(Message message) throws JMSException {
        return new JmsMessageReader().unread(message).orElseThrow().headers().get(MessageReader.ORIGIN);
    }
}
