// SPDX-License-Identifier: Apache-2.0
package io.onceward.examples.launcher;

import java.nio.file.Path;

/** The directory in which the build has laid out everything that the example runs. */
record Installation(Path home) {

    static final String HOME = "example.home";

    static Installation fromProperties() {
        return new Installation(
                Path.of(System.getProperty(HOME, "target/example")).toAbsolutePath());
    }

    /** The agent is in the launcher's own JAR. */
    Path leash() {
        return home.resolve("launcher.jar");
    }

    Path server() {
        return home.resolve("payara-micro.jar");
    }

    Path resourceAdapter() {
        return home.resolve("artemis-rar.rar");
    }

    /** The commands of server-configs/payara-micro that connect the server to the broker. */
    Path serverConfiguration() {
        return home.resolve("artemis.asadmin");
    }

    Path application() {
        return home.resolve("orders.war");
    }

    /** The application with the adapters of other brokers. Maven has built it if one of them was chosen. */
    Path adapterApplication() {
        return home.resolve("../../../brokers/target/orders-brokers.war").normalize();
    }

    /** The application without a broker. Maven has built it if it was chosen. */
    Path durableApplication() {
        return home.resolve("../../../../durable/target/durable.war").normalize();
    }

    /** The folder with Kafka. Maven has built it if it was chosen. */
    Path kafka() {
        return home.resolve("../../../../../server-configs/kafka/target").normalize();
    }

    Path broker() {
        return home.resolve("artemis-broker.jar");
    }
}
