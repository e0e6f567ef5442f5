// SPDX-License-Identifier: Apache-2.0
package io.onceward.wildfly;

import io.onceward.scenarios.fixture.ChildProcess;
import io.onceward.scenarios.fixture.ClusterServer;
import io.onceward.scenarios.fixture.Fixtures;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jboss.shrinkwrap.api.Archive;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.wildfly.core.launcher.StandaloneCommandBuilder;

/** WildFly with the CLI scripts of this folder as they are. */
public final class WildFly implements ClusterServer {

    private static final String CONFIGURATION = "standalone-full.xml";

    /** The options for a fast start; a measurement has others. */
    static final List<String> JAVA = List.of(
            System.getProperty("wildfly.java.options", "-Xms64m -Xmx768m -XX:TieredStopAtLevel=1 -XX:+UseSerialGC")
                    .split(" "));

    private static final List<String> SCRIPTS =
            List.of(Fixtures.required("wildfly.scripts").split(" "));

    /** The script for health and metrics. */
    private static final String OBSERVABILITY = "observability";

    private static Installation installation;

    private final Map<String, Ports> nodes = new HashMap<>();

    @Override
    public void configureArquillian(Fixtures fixtures) {
        Ports ports = Ports.free();
        System.setProperty("wildfly.home", installation().home().toString());
        System.setProperty("wildfly.java", String.join(" ", JAVA));
        System.setProperty(
                "wildfly.arguments",
                String.join(" ", arguments(ports, fixtures.artemisPort(), fixtures.postgresPort())));
        System.setProperty("wildfly.management.port", Integer.toString(ports.management()));
    }

    @Override
    public boolean hasBrokerInside() {
        return SCRIPTS.contains(Installation.EMBEDDED_BROKER);
    }

    @Override
    public String messagingAdapter() {
        return "activemq-ra";
    }

    @Override
    public Optional<String> kafkaConnector() {
        return Optional.of("smallrye-kafka");
    }

    @Override
    public boolean hasHealth() {
        return SCRIPTS.contains(OBSERVABILITY);
    }

    @Override
    public String metricsPath() {
        return SCRIPTS.contains(OBSERVABILITY) ? "/prometheus" : null;
    }

    @Override
    public boolean hasOpenTelemetry() {
        return SCRIPTS.contains(OBSERVABILITY);
    }

    @Override
    public URI operations(URI application) {
        return URI.create("http://127.0.0.1:" + System.getProperty("wildfly.management.port") + "/");
    }

    /** Nothing: names without a scheme are found, and message-driven beans have the right adapter by themselves. */
    @Override
    public void adapt(WebArchive application, List<Class<?>> messageDrivenBeans) {}

    @Override
    public Run launch(int artemisPort, int postgresPort, Archive<?>... applications) {
        String name = name(applications);
        Path log = Fixtures.directory().resolve(name).resolve("server-" + System.nanoTime() + ".log");
        Ports ports = Ports.free();
        return launch(name, log, ports, PATIENCE, arguments(ports, artemisPort, postgresPort), applications);
    }

    @Override
    public Node launchNode(String name, int artemisPort, int postgresPort, Archive<?>... applications) {
        Ports ports = portsOf(name);
        List<String> arguments = new ArrayList<>(arguments(ports, artemisPort, postgresPort));
        arguments.add("-Djboss.tx.node.id=" + name);
        return launch(name, Fixtures.directory().resolve(name + ".log"), ports, NODE_PATIENCE, arguments, applications);
    }

    private static WildFlyRun launch(
            String name, Path log, Ports ports, Duration patience, List<String> arguments, Archive<?>... applications) {
        Path base = installation().baseDirectory(name);
        Deployments deployments = new Deployments(base.resolve("deployments"));
        deployments.replaceAll(applications);
        List<String> command = StandaloneCommandBuilder.of(installation().home())
                .setBaseDirectory(base)
                .setServerConfiguration(CONFIGURATION)
                .setJavaOptions(JAVA)
                .addServerArguments(arguments)
                .build();
        ChildProcess process = ChildProcess.start(
                "wildfly",
                command,
                log,
                line -> line.contains("WFLYSRV0025") || line.contains("WFLYSRV0026"),
                patience);
        return new WildFlyRun(process, ports, deployments, deployments.deployed());
    }

    /** The same each time: of nodes that start at the same moment, none may take what another one is about to. */
    private synchronized Ports portsOf(String node) {
        Ports ports = nodes.get(node);
        while (ports == null) {
            Ports free = Ports.free();
            ports = nodes.containsValue(free) ? null : free;
        }
        nodes.put(node, ports);
        return ports;
    }

    private static List<String> arguments(Ports ports, int artemisPort, int postgresPort) {
        return List.of(
                "-Djboss.socket.binding.port-offset=" + ports.offset(),
                "-Dcredential.store.password=" + Installation.STORE_PASSWORD,
                "-Dartemis.port=" + artemisPort,
                "-Dartemis.user=" + Fixtures.USER,
                "-Dpostgresql.port=" + postgresPort,
                "-Dpostgresql.user=" + Fixtures.USER);
    }

    /** A server that is started again with the same applications is the same server, with its logs of transactions. */
    private static String name(Archive<?>... applications) {
        String names = Arrays.stream(applications).map(Archive::getName).collect(Collectors.joining("-"));
        return "server-" + (names.length() > 60 ? Integer.toHexString(names.hashCode()) : names);
    }

    private static synchronized Installation installation() {
        if (installation == null) {
            installation = Installation.create(
                    Path.of(Fixtures.required("wildfly.distribution")).toAbsolutePath(), SCRIPTS);
        }
        return installation;
    }
}
