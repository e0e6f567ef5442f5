// SPDX-License-Identifier: Apache-2.0
package io.onceward.contract;

import java.util.List;
import java.util.Map;

/** A broker from which Onceward also receives. */
public interface TwoWayBroker extends BrokerUnderTest {

    /** Returns the settings of a channel that receives from a destination, without the prefix of the channel. */
    default Map<String, String> incoming(String destination) {
        return Map.of("destination", destination);
    }

    /**
     * Creates a destination whose messages the broker gives up after their second delivery, if it counts deliveries. A fault of
     * seconds is then as harsh as one of minutes with the broker's own limit.
     */
    default void createWithFewDeliveries(String destination) throws Exception {
        create(destination);
    }

    /** Sends a message as another application does, with Onceward's headers for id and key. */
    void send(String destination, String id, String key, String text) throws Exception;

    /** Returns a message of the broker's client library that an application has received itself. */
    Object received(String id, String text) throws Exception;

    /**
     * Sends a message that Onceward can't read: of the content type of a CloudEvent in JSON, if the broker's messages have
     * one, else without an id.
     */
    void sendUnreadable(String destination, String body) throws Exception;

    /** Returns messages with which another application might stop a receiver. */
    List<HostileMessage> hostileMessages();

    /**
     * Returns the number of messages of the destination that Onceward has left to the broker: those that were moved to another
     * place, and those that the broker will deliver again later.
     */
    int setAside(String destination) throws Exception;

    /** Returns whether a receiver gets the messages of a key in their order even after the broker has crashed. */
    default boolean keepsOrderAfterCrash() {
        return true;
    }
}
