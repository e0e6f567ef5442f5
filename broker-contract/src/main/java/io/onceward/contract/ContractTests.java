// SPDX-License-Identifier: Apache-2.0
package io.onceward.contract;

import io.onceward.fixture.Await;
import io.onceward.fixture.LogLines;
import java.util.List;
import java.util.Set;

/** The fixture of the tests of a contract. */
public interface ContractTests {

    /** The number of starts after which no thread may be left. {@code -Pfull} starts more often, for a stop that seldom leaves one. */
    int STARTS = Integer.getInteger("contract.starts", 5);

    /** Returns the broker, which is running. */
    BrokerUnderTest broker();

    /** Returns a new destination that exists. */
    default String createdDestination() throws Exception {
        String destination = broker().newDestination();
        broker().create(destination);
        return destination;
    }

    /** Waits until the log has a message that starts with a code, or with a longer text. */
    static void awaitLogged(LogLines log, String start) throws InterruptedException {
        Await.until(Await.AFTER_OUTAGE, start + " in the log", () -> log.all().stream()
                .anyMatch(text -> text.startsWith(start)));
    }

    /** Returns the threads of Onceward and of the client, except these. */
    default List<String> threadsExcept(Set<Thread> before) {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> !before.contains(thread))
                .filter(thread -> thread.getName().startsWith("onceward-") || broker().isOfClient(thread))
                .map(Thread::getName)
                .toList();
    }

    /** Waits until only these threads of Onceward and of the client are left. */
    default void awaitThreadsExcept(Set<Thread> before) throws InterruptedException {
        Await.until("the end of the threads", () -> threadsExcept(before).isEmpty(), System::gc);
    }
}
