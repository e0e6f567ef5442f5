// SPDX-License-Identifier: Apache-2.0
package io.onceward.engine;

import io.onceward.fixture.Await;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;

/** What is healthy continues while something else has trouble, which ends only then. No call that hangs is given up. */
class IsolationTest extends IsolationContract {

    private static final int EVENTS = 20;

    private final Set<String> received = ConcurrentHashMap.newKeySet();

    IsolationTest() {
        super(1000, Duration.ofHours(1));
    }

    @Override
    void received(String id) {
        received.add(id);
    }

    @Override
    void beside(String trouble, Callable<String> send, Trouble sick) throws Exception {
        sick.begin();
        List<String> sent = new ArrayList<>();
        for (int i = 0; i < EVENTS; i++) {
            sent.add(send.call());
        }
        Await.until("what is healthy, beside " + trouble, () -> received.containsAll(sent));
        sick.end();
    }
}
