// SPDX-License-Identifier: Apache-2.0
package io.onceward.scenarios.brokers;

import io.onceward.fixture.BrokerServer;
import io.onceward.scenarios.selection.AnyMessaging;
import io.onceward.scenarios.selection.OnlyInFull;
import io.onceward.webhook.WebhookAdapter;
import java.nio.file.Path;
import java.util.List;
import org.jboss.shrinkwrap.api.spec.WebArchive;

/** Webhooks, to a receiver in the process of the test. */
@AnyMessaging
@OnlyInFull
class WebhookScenario extends AdapterContract {

    WebhookScenario() {
        super("webhook");
    }

    @Override
    BrokerServer startBroker(Path folder) throws Exception {
        return new WebhookReceiver().start();
    }

    @Override
    List<String> configuration(BrokerServer running) {
        return List.of(
                "onceward.webhook-hosts=127.0.0.1:*",
                "onceward.webhook-networks=127.0.0.0/8",
                "onceward.webhook-plain-http=true",
                "onceward.webhook-secret=" + WebhookReceiver.SECRET,
                "mp.messaging.outgoing.orders.connector=onceward-webhook",
                "mp.messaging.outgoing.orders.destination=webhook:" + running.address());
    }

    @Override
    WebArchive withAdapter(WebArchive shop) {
        return AdapterJar.addTo(shop, WebhookAdapter.class, "webhook-adapter");
    }

    @Override
    List<String> threads() {
        return List.of("httpclient-");
    }

    @Override
    List<String> arrived() {
        return ((WebhookReceiver) broker()).texts();
    }
}
