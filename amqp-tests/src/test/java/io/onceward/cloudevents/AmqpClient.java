// SPDX-License-Identifier: Apache-2.0
package io.onceward.cloudevents;

import io.cloudevents.CloudEvent;
import io.cloudevents.amqp.ProtonAmqpMessageFactory;
import io.cloudevents.core.provider.EventFormatProvider;
import io.cloudevents.jackson.JsonFormat;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.qpid.proton.amqp.Binary;
import org.apache.qpid.proton.amqp.messaging.AmqpValue;
import org.apache.qpid.proton.amqp.messaging.ApplicationProperties;
import org.apache.qpid.proton.amqp.messaging.Data;
import org.apache.qpid.protonj2.client.Client;
import org.apache.qpid.protonj2.client.ClientOptions;
import org.apache.qpid.protonj2.client.Connection;
import org.apache.qpid.protonj2.client.ConnectionOptions;
import org.apache.qpid.protonj2.client.Message;
import org.apache.qpid.protonj2.client.Receiver;
import org.apache.qpid.protonj2.client.Sender;

/** An application that knows nothing of Onceward or JMS: it has the SDK of CloudEvents, and speaks AMQP. */
final class AmqpClient implements AutoCloseable {

    private final Client client = Client.create(new ClientOptions().id("amqp"));
    private final Connection connection;

    AmqpClient(AmqpBroker broker) throws Exception {
        ConnectionOptions patient = new ConnectionOptions();
        patient.openTimeout(60_000);
        connection = client.connect("127.0.0.1", broker.port(), patient);
    }

    void sendBinary(String queue, CloudEvent event) throws Exception {
        send(queue, ProtonAmqpMessageFactory.createWriter().writeBinary(event));
    }

    void sendStructured(String queue, CloudEvent event) throws Exception {
        send(
                queue,
                ProtonAmqpMessageFactory.createWriter()
                        .writeStructured(
                                event, EventFormatProvider.getInstance().resolveFormat(JsonFormat.CONTENT_TYPE)));
    }

    /** Sends a message of the SDK by a client that can send. */
    private void send(String queue, org.apache.qpid.proton.message.Message made) throws Exception {
        byte[] body = made.getBody() == null
                ? new byte[0]
                : ((Data) made.getBody()).getValue().getArray();
        Message<byte[]> message = Message.create(body).contentType(made.getContentType());
        if (made.getApplicationProperties() != null) {
            for (Map.Entry<String, Object> property :
                    made.getApplicationProperties().getValue().entrySet()) {
                message.property(property.getKey(), property.getValue());
            }
        }
        try (Sender sender = connection.openSender(queue)) {
            sender.send(message.durable(true)).awaitAccepted();
        }
    }

    /** Returns the next message in the queue. */
    Message<Object> receive(String queue) throws Exception {
        try (Receiver receiver = connection.openReceiver(queue)) {
            return receiver.receive(30, TimeUnit.SECONDS).message();
        }
    }

    /** Reads an event. The SDK's AMQP binding expects a colon in property names, which JMS does not allow. */
    static CloudEvent read(Message<Object> message) throws Exception {
        Map<String, Object> properties = new HashMap<>();
        message.forEachProperty(
                (name, value) -> properties.put(name.replaceFirst("^cloudEvents_", "cloudEvents:"), value));
        Object body = message.body();
        return ProtonAmqpMessageFactory.createReader(
                        message.contentType(),
                        new ApplicationProperties(properties),
                        body instanceof byte[] bytes ? new Data(new Binary(bytes)) : new AmqpValue(body))
                .toEvent();
    }

    @Override
    public void close() {
        connection.close();
        client.close();
    }
}
