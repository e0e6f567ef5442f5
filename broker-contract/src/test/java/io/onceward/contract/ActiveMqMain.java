// SPDX-License-Identifier: Apache-2.0
package io.onceward.contract;

import java.io.File;
import org.apache.activemq.broker.BrokerPlugin;
import org.apache.activemq.broker.BrokerService;
import org.apache.activemq.store.kahadb.KahaDBPersistenceAdapter;

/**
 * A durable ActiveMQ Classic broker. It ends with its standard input, so that it does not outlive the process that started it.
 *
 * <p>Arguments: the port on the loopback interface, and the data directory.
 */
final class ActiveMqMain {

    /** Printed when the broker accepts connections. */
    static final String READY = "ActiveMQ is ready";

    private static final long MEGABYTE = 1024L * 1024;

    private ActiveMqMain() {}

    public static void main(String[] arguments) throws Exception {
        KahaDBPersistenceAdapter data = new KahaDBPersistenceAdapter();
        data.setDirectory(new File(arguments[1]));
        BrokerService broker = new BrokerService();
        broker.setUseJmx(false);
        broker.setPersistenceAdapter(data);
        broker.setPlugins(new BrokerPlugin[] {NoAutomaticQueues::new});
        broker.getSystemUsage().getMemoryUsage().setLimit(64 * MEGABYTE);
        broker.getSystemUsage().getStoreUsage().setLimit(512 * MEGABYTE);
        broker.getSystemUsage().getTempUsage().setLimit(128 * MEGABYTE);
        broker.addConnector("tcp://127.0.0.1:" + arguments[0]);
        broker.start();
        broker.waitUntilStarted();
        System.out.println(READY);
        while (System.in.read() >= 0) {
            // only the end of the stream counts
        }
        System.exit(0);
    }
}
