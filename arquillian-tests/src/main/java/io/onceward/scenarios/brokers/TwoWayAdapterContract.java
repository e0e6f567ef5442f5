// SPDX-License-Identifier: Apache-2.0
package io.onceward.scenarios.brokers;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.junit.jupiter.api.Test;

/** The same for a broker from which the application also receives: its handlers get what it publishes. */
abstract class TwoWayAdapterContract extends AdapterContract {

    TwoWayAdapterContract(String name) {
        super(name);
    }

    /** Sends a message as another application does, with Onceward's header for its id. */
    abstract void send(String id, String text) throws Exception;

    @Override
    WebArchive withAdapter(WebArchive shop) {
        return shop.addClass(Arrivals.class);
    }

    @Override
    List<String> arrived() {
        return ask("do=look");
    }

    @Test
    void messageThatArrivesTwiceIsHandledOnce() throws Exception {
        for (int i = 0; i < 2; i++) {
            send("e-1", "twice");
        }
        send("e-2", "last");
        awaitArrived("last");
        awaitEmpty("inbox_message");
        assertThat(arrived()).containsOnlyOnce("twice");
    }
}
