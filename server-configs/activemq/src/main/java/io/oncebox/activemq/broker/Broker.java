// SPDX-License-Identifier: Apache-2.0
package io.oncebox.activemq.broker;

import java.io.File;
import org.apache.activemq.broker.BrokerService;
import org.apache.activemq.store.kahadb.KahaDBPersistenceAdapter;

/**
 * Starts a durable broker, and ends with its standard input, so that it never outlives the process that started it, or on
 * SIGTERM.
 *
 * <p>Arguments: the port on the loopback interface, and the data directory.
 */
public final class Broker {

    private static final long MEGABYTE = 1024L * 1024;

    private Broker() {}

    public static void main(String[] args) throws Exception {
        KahaDBPersistenceAdapter data = new KahaDBPersistenceAdapter();
        data.setDirectory(new File(args[1]));
        BrokerService broker = new BrokerService();
        broker.setUseJmx(false);
        broker.setPersistenceAdapter(data);
        broker.getSystemUsage().getMemoryUsage().setLimit(64 * MEGABYTE);
        broker.getSystemUsage().getStoreUsage().setLimit(512 * MEGABYTE);
        broker.getSystemUsage().getTempUsage().setLimit(128 * MEGABYTE);
        broker.addConnector("tcp://127.0.0.1:" + args[0]);
        broker.start();
        broker.waitUntilStarted();
        System.out.println("ActiveMQ is ready on 127.0.0.1:" + args[0]);
        while (System.in.read() >= 0) {
            // only the end of the stream counts
        }
        System.exit(0);
    }
}
