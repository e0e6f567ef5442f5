// SPDX-License-Identifier: Apache-2.0
package io.onceward.examples.launcher;

import java.nio.file.Path;
import java.util.List;

/** A broker of the example, and what connects the server with it. */
interface BrokerSetup {

    static BrokerSetup of(Options options, Folder folder) {
        int port = options.port();
        return switch (options.broker()) {
            case ARTEMIS -> new ArtemisSetup(port, folder);
            case KAFKA -> new AdapterSetup("kafka", port, folder, new KafkaBroker(port, folder));
            case RABBITMQ -> new AdapterSetup("rabbitmq", port, folder, new RabbitBroker(port, folder));
            case NATS -> new AdapterSetup("nats", port, folder, new NatsServer(port, folder));
        };
    }

    /** Starts the process of the broker, after its first start with its data. */
    Child start();

    /** Looks whether the process of the last start is up. */
    Probe probe();

    /** Returns the application, with the adapter for this broker. */
    Path application();

    /** Returns the options of the server's Java process. */
    List<String> serverOptions();

    /** Returns the arguments of the server. */
    List<String> serverArguments();
}
