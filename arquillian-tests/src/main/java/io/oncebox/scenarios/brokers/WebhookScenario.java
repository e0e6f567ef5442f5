// SPDX-License-Identifier: Apache-2.0
package io.oncebox.scenarios.brokers;

import io.oncebox.fixture.BrokerServer;
import io.oncebox.scenarios.selection.AnyMessaging;
import io.oncebox.scenarios.selection.OnlyInFull;
import io.oncebox.scenarios.selection.TakesLong;
import io.oncebox.webhook.WebhookAdapter;
import java.nio.file.Path;
import java.util.List;
import org.jboss.shrinkwrap.api.spec.WebArchive;

/** Webhooks, to a receiver in the process of the test. */
@AnyMessaging
@OnlyInFull
@TakesLong
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
                "oncebox.webhook-hosts=127.0.0.1:*",
                "oncebox.webhook-networks=127.0.0.0/8",
                "oncebox.webhook-plain-http=true",
                "oncebox.webhook-secret=" + WebhookReceiver.SECRET,
                "mp.messaging.outgoing.orders.connector=oncebox-webhook",
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
