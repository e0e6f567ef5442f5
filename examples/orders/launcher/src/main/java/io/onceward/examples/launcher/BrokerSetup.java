// SPDX-License-Identifier: Apache-2.0
package io.onceward.examples.launcher;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** A broker of the example or none, and what connects the server with it. */
interface BrokerSetup {

    static BrokerSetup of(Options options, Folder folder) {
        int port = options.port();
        return switch (options.broker()) {
            case ARTEMIS -> new ArtemisSetup(port, folder);
            case KAFKA -> new AdapterSetup("kafka", port, folder, new KafkaBroker(port, folder));
            case RABBITMQ -> new AdapterSetup("rabbitmq", port, folder, new RabbitBroker(port, folder));
            case NATS -> new AdapterSetup("nats", port, folder, new NatsServer(port, folder));
            case NONE -> new NoBroker(folder);
        };
    }

    /** Returns the process of the broker, which continues with its data after its first start; empty without a broker. */
    Optional<Service> service();

    /** Returns the application, with the adapter for this broker. */
    Path application();

    /** Returns the options of the server's Java process. */
    List<String> serverOptions();

    /** Returns the arguments of the server. */
    List<String> serverArguments();
}
