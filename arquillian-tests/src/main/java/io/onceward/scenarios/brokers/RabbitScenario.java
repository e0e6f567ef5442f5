// SPDX-License-Identifier: Apache-2.0
package io.onceward.scenarios.brokers;

import com.rabbitmq.client.AMQP.BasicProperties;
import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.ConnectionFactory;
import io.onceward.fixture.BrokerServer;
import io.onceward.fixture.RabbitBroker;
import io.onceward.rabbitmq.RabbitAdapter;
import io.onceward.scenarios.selection.AnyMessaging;
import io.onceward.scenarios.selection.OnlyInFull;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jboss.shrinkwrap.api.spec.WebArchive;

/** RabbitMQ, with a classic queue: RabbitMQ 3.10 may lose a quorum queue if it is killed soon after the declaration. */
@AnyMessaging
@OnlyInFull
class RabbitScenario extends TwoWayAdapterContract {

    private static final String QUEUE = "orders";

    private static final long PATIENCE_MILLIS = 60_000;

    RabbitScenario() {
        super("rabbitmq");
    }

    @Override
    BrokerServer startBroker(Path folder) throws Exception {
        RabbitBroker.requireInstalled();
        RabbitBroker broker = new RabbitBroker(folder).start();
        try (Connection connection = connect(broker.port());
                Channel channel = connection.createChannel()) {
            channel.queueDeclare(QUEUE, true, false, false, Map.of("x-single-active-consumer", true));
        }
        return broker;
    }

    private static Connection connect(int port) throws Exception {
        ConnectionFactory factory = new ConnectionFactory();
        factory.setPort(port);
        return factory.newConnection("test");
    }

    @Override
    List<String> configuration(BrokerServer running) {
        return List.of(
                "onceward.rabbitmq.addresses=" + running.address(),
                "mp.messaging.outgoing.orders.connector=onceward-rabbitmq",
                "mp.messaging.outgoing.orders.destination=rabbitmq:queue:" + QUEUE,
                "mp.messaging.incoming.arrivals.connector=onceward-rabbitmq",
                "mp.messaging.incoming.arrivals.destination=rabbitmq:queue:" + QUEUE);
    }

    @Override
    WebArchive withAdapter(WebArchive shop) {
        return AdapterJar.addTo(super.withAdapter(shop), RabbitAdapter.class, "rabbitmq-adapter");
    }

    @Override
    List<String> threads() {
        return List.of("amqp connection", "nioeventloop", "globaleventexecutor");
    }

    @Override
    void send(String id, String text) throws Exception {
        BasicProperties properties = new BasicProperties.Builder()
                .deliveryMode(2)
                .headers(Map.of("onceward_id", id))
                .build();
        try (Connection connection = connect(((RabbitBroker) broker()).port());
                Channel channel = connection.createChannel()) {
            channel.confirmSelect();
            channel.basicPublish("", QUEUE, properties, text.getBytes(StandardCharsets.UTF_8));
            channel.waitForConfirmsOrDie(PATIENCE_MILLIS);
        }
    }
}
