// SPDX-License-Identifier: Apache-2.0
package io.onceward.faults;

import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.ConnectionFactory;
import io.onceward.fixture.Await;
import io.onceward.fixture.BrokerServer;
import io.onceward.fixture.KafkaBroker;
import io.onceward.fixture.RabbitBroker;
import io.onceward.kafka.KafkaAdapter;
import io.onceward.rabbitmq.RabbitAdapter;
import io.onceward.spi.BrokerAdapter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.common.errors.InvalidReplicationFactorException;

/** A broker in Artemis' place, with a destination for the orders. */
enum OtherBroker {
    KAFKA("kafka:orders") {

        @Override
        BrokerAdapter adapter() {
            return new KafkaAdapter();
        }

        @Override
        BrokerServer start(Path folder) throws Exception {
            KafkaBroker broker =
                    new KafkaBroker(Path.of("..", "server-configs", "kafka"), Files.createDirectories(folder)).start();
            try (Admin admin = Admin.create(Map.<String, Object>of("bootstrap.servers", broker.address()))) {
                Await.until(Await.START, "the topic", () -> creates(admin));
            }
            return broker;
        }

        /** Returns false if the broker has not joined its cluster yet. */
        private boolean creates(Admin admin) {
            try {
                admin.createTopics(List.of(new NewTopic("orders", 2, (short) 1)))
                        .all()
                        .get();
                return true;
            } catch (ExecutionException e) {
                if (e.getCause() instanceof InvalidReplicationFactorException) {
                    return false;
                }
                throw new IllegalStateException(e);
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }

        /** The shortest session that the broker allows, after which the next node gets the partitions of one that died. */
        @Override
        Map<String, String> configuration(String address) {
            return Map.of(
                    "onceward.kafka.bootstrap-servers", address,
                    "onceward.kafka.client.session.timeout.ms", "6000",
                    "onceward.kafka.client.heartbeat.interval.ms", "1000",
                    "mp.messaging.incoming.shipping.consumer-group", "shipping");
        }
    },

    RABBITMQ("rabbitmq:queue:orders") {

        @Override
        BrokerAdapter adapter() {
            return new RabbitAdapter();
        }

        /** With a classic queue: RabbitMQ 3.10 may lose a quorum queue if it is killed soon after the declaration. */
        @Override
        BrokerServer start(Path folder) throws Exception {
            RabbitBroker.requireInstalled();
            RabbitBroker broker = new RabbitBroker(Files.createDirectories(folder)).start();
            ConnectionFactory factory = new ConnectionFactory();
            factory.setPort(broker.port());
            try (Connection connection = factory.newConnection("test");
                    Channel channel = connection.createChannel()) {
                channel.queueDeclare("orders", true, false, false, Map.of("x-single-active-consumer", true));
            }
            return broker;
        }

        @Override
        Map<String, String> configuration(String address) {
            return Map.of("onceward.rabbitmq.addresses", address);
        }
    };

    private final String destination;

    OtherBroker(String destination) {
        this.destination = destination;
    }

    abstract BrokerAdapter adapter();

    String destination() {
        return destination;
    }

    /** Starts the broker, and creates the destination. Skips the test if the broker is not installed. */
    abstract BrokerServer start(Path folder) throws Exception;

    /** Returns the configuration of a node that is special to the broker. */
    abstract Map<String, String> configuration(String address);
}
