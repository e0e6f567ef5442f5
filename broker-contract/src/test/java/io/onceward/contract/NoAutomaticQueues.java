// SPDX-License-Identifier: Apache-2.0
package io.onceward.contract;

import jakarta.jms.InvalidDestinationException;
import org.apache.activemq.broker.Broker;
import org.apache.activemq.broker.BrokerFilter;
import org.apache.activemq.broker.ConnectionContext;
import org.apache.activemq.broker.region.Destination;
import org.apache.activemq.command.ActiveMQDestination;
import org.apache.activemq.command.ActiveMQQueue;
import org.apache.activemq.command.DestinationInfo;

/**
 * Refuses publishers and consumers of a queue that was not created before, as a broker does whose users may not create queues.
 * ActiveMQ creates queues by default.
 */
final class NoAutomaticQueues extends BrokerFilter {

    private static final ActiveMQQueue DEAD_LETTERS = new ActiveMQQueue("ActiveMQ.DLQ");

    private volatile boolean started;

    NoAutomaticQueues(Broker next) {
        super(next);
    }

    /** Opens the stored queues. */
    @Override
    public void start() throws Exception {
        super.start();
        started = true;
    }

    @Override
    public Destination addDestination(ConnectionContext context, ActiveMQDestination destination, boolean temporary)
            throws Exception {
        if (started
                && destination.isQueue()
                && !destination.isTemporary()
                && !destination.equals(DEAD_LETTERS)
                && !getDestinationMap().containsKey(destination)) {
            throw new InvalidDestinationException("Queue " + destination.getPhysicalName() + " does not exist");
        }
        return super.addDestination(context, destination, temporary);
    }

    /** Creates the queue of a client that asks for that. */
    @Override
    public void addDestinationInfo(ConnectionContext context, DestinationInfo info) throws Exception {
        getNext().addDestination(context, info.getDestination(), true);
        super.addDestinationInfo(context, info);
    }
}
