// SPDX-License-Identifier: Apache-2.0
package io.onceward.scenarios.brokers;

import io.nats.client.Connection;
import io.nats.client.Nats;
import io.nats.client.api.StorageType;
import io.nats.client.api.StreamConfiguration;
import io.nats.client.impl.Headers;
import io.nats.client.impl.NatsMessage;
import io.onceward.fixture.BrokerServer;
import io.onceward.fixture.NatsBroker;
import io.onceward.nats.NatsAdapter;
import io.onceward.scenarios.selection.AnyMessaging;
import io.onceward.scenarios.selection.OnlyInFull;
import java.nio.file.Path;
import java.util.List;
import org.jboss.shrinkwrap.api.spec.WebArchive;

/** NATS JetStream, with a stream in a file. */
@AnyMessaging
@OnlyInFull
class NatsScenario extends TwoWayAdapterContract {

    private static final String SUBJECT = "shop.orders";

    NatsScenario() {
        super("nats");
    }

    @Override
    @SuppressWarnings("try") // the test ends if it is interrupted
    BrokerServer startBroker(Path folder) throws Exception {
        NatsBroker.requireInstalled();
        NatsBroker broker = new NatsBroker(folder).start();
        try (Connection connection = Nats.connect(broker.address())) {
            connection
                    .jetStreamManagement()
                    .addStream(StreamConfiguration.builder()
                            .name("SHOP")
                            .subjects(SUBJECT)
                            .storageType(StorageType.File)
                            .build());
        }
        return broker;
    }

    @Override
    List<String> configuration(BrokerServer running) {
        return List.of(
                "onceward.nats.servers=" + running.address(),
                "mp.messaging.outgoing.orders.connector=onceward-nats",
                "mp.messaging.outgoing.orders.destination=nats:" + SUBJECT,
                "mp.messaging.incoming.arrivals.connector=onceward-nats",
                "mp.messaging.incoming.arrivals.destination=nats:" + SUBJECT,
                "mp.messaging.incoming.arrivals.consumer=shop");
    }

    @Override
    WebArchive withAdapter(WebArchive shop) {
        return AdapterJar.addTo(super.withAdapter(shop), NatsAdapter.class, "nats-adapter");
    }

    @Override
    List<String> threads() {
        return List.of("nats");
    }

    @Override
    @SuppressWarnings("try") // the test ends if it is interrupted
    void send(String id, String text) throws Exception {
        Headers headers = new Headers();
        headers.put("onceward_id", id);
        try (Connection connection = Nats.connect(broker().address())) {
            connection
                    .jetStream()
                    .publish(NatsMessage.builder()
                            .subject(SUBJECT)
                            .headers(headers)
                            .data(text)
                            .build());
        }
    }
}
