// SPDX-License-Identifier: Apache-2.0
package io.onceward.contract;

import org.apache.activemq.artemis.api.core.QueueConfiguration;
import org.apache.activemq.artemis.api.core.RoutingType;
import org.apache.activemq.artemis.api.core.SimpleString;
import org.apache.activemq.artemis.core.config.impl.ConfigurationImpl;
import org.apache.activemq.artemis.core.server.JournalType;
import org.apache.activemq.artemis.core.server.embedded.EmbeddedActiveMQ;
import org.apache.activemq.artemis.core.settings.impl.AddressSettings;

/**
 * A durable Artemis broker with all protocols of the class path. It creates no queue by itself, and ends with its standard input, so that it
 * does not outlive the process that started it.
 *
 * <p>Arguments: the port on the loopback interface, and the data directory.
 */
final class AmqpBrokerMain {

    private static final String DEAD_LETTERS = "DLQ";

    private static final int BUFFER_NANOS = 100_000;

    private AmqpBrokerMain() {}

    public static void main(String[] arguments) throws Exception {
        EmbeddedActiveMQ broker = new EmbeddedActiveMQ();
        broker.setConfiguration(new ConfigurationImpl()
                .setSecurityEnabled(false)
                .setJMXManagementEnabled(false)
                .setJournalType(JournalType.NIO)
                .setJournalBufferTimeout_NIO(BUFFER_NANOS)
                .setJournalMinFiles(2)
                .setJournalDirectory(arguments[1] + "/journal")
                .setBindingsDirectory(arguments[1] + "/bindings")
                .setPagingDirectory(arguments[1] + "/paging")
                .setLargeMessagesDirectory(arguments[1] + "/large-messages")
                .setMaxDiskUsage(-1)
                .addAcceptorConfiguration("tcp", "tcp://127.0.0.1:" + arguments[0])
                .addQueueConfiguration(QueueConfiguration.of(DEAD_LETTERS).setRoutingType(RoutingType.ANYCAST))
                .addAddressSetting(
                        "#",
                        new AddressSettings()
                                .setDeadLetterAddress(SimpleString.of(DEAD_LETTERS))
                                .setMaxDeliveryAttempts(5)
                                .setRedeliveryDelay(0)
                                .setAutoCreateQueues(false)
                                .setAutoCreateAddresses(false)
                                .setAutoDeleteQueues(false)
                                .setAutoDeleteAddresses(false)));
        broker.start();
        System.out.println(ArtemisProcess.READY);
        while (System.in.read() >= 0) {
            // only the end of the stream counts
        }
        System.exit(0);
    }
}
