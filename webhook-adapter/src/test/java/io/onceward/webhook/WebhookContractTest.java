// SPDX-License-Identifier: Apache-2.0
package io.onceward.webhook;

import io.onceward.contract.BrokerUnderTest;
import io.onceward.contract.PublisherContract;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Timeout;

@Timeout(120)
class WebhookContractTest implements PublisherContract {

    private static WebhookUnderTest receiver;

    @BeforeAll
    static void startReceiver() throws Exception {
        receiver = new WebhookUnderTest().start();
    }

    @AfterAll
    static void stopReceiver() {
        receiver.close();
    }

    @Override
    public BrokerUnderTest broker() {
        return receiver;
    }
}
