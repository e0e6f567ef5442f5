// SPDX-License-Identifier: Apache-2.0
package io.onceward.faults;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import org.apache.activemq.artemis.core.config.FileDeploymentManager;
import org.apache.activemq.artemis.core.config.impl.FileConfiguration;
import org.apache.activemq.artemis.core.server.ActiveMQServer;
import org.apache.activemq.artemis.core.server.Queue;
import org.apache.activemq.artemis.core.server.embedded.EmbeddedActiveMQ;
import org.apache.activemq.artemis.core.server.files.FileStoreMonitor;
import org.apache.activemq.artemis.core.server.impl.ActiveMQServerImpl;
import org.apache.activemq.artemis.core.settings.impl.AddressSettings;

/**
 * The broker of the cluster: Artemis with the configuration of this repository, which writes down what it does, and finds its
 * disk full when it is told so. It ends with its standard input.
 */
final class StormBroker {

    /** Told to its standard input: it finds its disk full, or not. */
    static final String FULL = "full";

    static final String FREE = "free";

    /** The queue that the harness reads by itself. */
    static final String WITNESS = "witness";

    /** The milliseconds between two looks at the disk and at the number of pending messages. */
    private static final int LOOK_MILLIS = 100;

    private StormBroker() {}

    /** Arguments: the port, the folder for its data, and the files for its history and for how many messages it has. */
    public static void main(String[] arguments) throws Exception {
        System.setProperty("broker.port", arguments[0]);
        System.setProperty("broker.data", arguments[1]);
        FileConfiguration configuration = new FileConfiguration();
        new FileDeploymentManager("broker.xml").addDeployable(configuration).readConfiguration();
        configuration.setMaxDiskUsage(100).setDiskScanPeriod(LOOK_MILLIS);
        configuration.addAddressSetting(WITNESS, new AddressSettings().setRedeliveryDelay(0));
        configuration.registerBrokerPlugin(new BrokerHistory(Path.of(arguments[2])));
        EmbeddedActiveMQ broker = new EmbeddedActiveMQ().setConfiguration(configuration);
        broker.start();
        Thread counting = new Thread(() -> count(broker.getActiveMQServer(), Path.of(arguments[3])), "counting");
        counting.setDaemon(true);
        counting.start();
        Child.works();
        obey(((ActiveMQServerImpl) broker.getActiveMQServer()).getMonitor());
        Runtime.getRuntime().halt(0);
    }

    private static void obey(FileStoreMonitor monitor) throws IOException {
        BufferedReader lines = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            monitor.setMaxUsage(line.equals(FULL) ? 0 : 1);
        }
    }

    private static void count(ActiveMQServer server, Path file) {
        Path next = file.resolveSibling(file.getFileName() + ".next");
        while (true) {
            long messages = 0;
            for (String channel : Orders.CHANNELS) {
                Queue queue = server.locateQueue(channel);
                messages += queue == null ? 0 : queue.getMessageCount();
            }
            try {
                Files.writeString(next, Long.toString(messages));
                Files.move(next, file, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            Pause.millis(LOOK_MILLIS);
        }
    }
}
