// SPDX-License-Identifier: Apache-2.0
package io.onceward.contract;

import io.onceward.fixture.BrokerServer;
import io.onceward.standalone.OncewardBuilder;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What tests do with a broker without Onceward, and how Onceward reaches it. */
public interface BrokerUnderTest {

    /**
     * A payload that the broker refuses because of its size.
     *
     * @param bytes the size of the payload
     * @param cause a part of the reason for which its event is parked
     */
    record TooLarge(int bytes, String cause) {}

    /** Returns the configuration with which Onceward reaches the broker, and notices within seconds that it does not answer. */
    Map<String, String> configuration();

    /** Gives the builder what it needs to reach the broker, besides the configuration. */
    default OncewardBuilder connect(OncewardBuilder builder) {
        return builder;
    }

    /** Returns the URI of a destination that does not exist yet. */
    String newDestination();

    /** Returns a part of the reason for which the broker refuses an event for a destination that does not exist. */
    String causeOfRefusal(String destination);

    /** Creates a destination. */
    void create(String destination) throws Exception;

    /** Returns when a kill of the broker leaves the destination intact. */
    default void awaitDurable(String destination) throws Exception {
        // it is durable since it was created
    }

    /** Takes all messages of a destination, in their order, as texts. Called at most once for a destination. */
    List<String> take(String destination) throws Exception;

    /** Returns the size of a large payload that the broker accepts, in bytes. */
    default int largePayload() {
        return 1_000_000;
    }

    /** Returns a payload that is too large; empty if the broker accepts every size. */
    Optional<TooLarge> tooLarge();

    /** Returns the broker itself. */
    BrokerServer server();

    /** Returns whether the adapter or its client has started the thread. */
    default boolean isOfClient(Thread thread) {
        return false;
    }
}
