// SPDX-License-Identifier: Apache-2.0
package io.onceward.liberty;

import io.onceward.fixture.FreePort;
import io.onceward.scenarios.fixture.BatchJobs;
import io.onceward.scenarios.fixture.ChildProcess;
import io.onceward.scenarios.fixture.ClusterServer;
import io.onceward.scenarios.fixture.Fixtures;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jboss.shrinkwrap.api.Archive;
import org.jboss.shrinkwrap.api.asset.StringAsset;
import org.jboss.shrinkwrap.api.exporter.ZipExporter;
import org.jboss.shrinkwrap.api.spec.WebArchive;

/** Open Liberty with the configuration of this folder as it is. */
public final class OpenLiberty implements ClusterServer {

    /** The server that Arquillian starts. It refuses to, if one of that name runs anywhere on the machine. */
    static final LibertyServer SHARED =
            new LibertyServer("scenarios-of-" + ProcessHandle.current().pid());

    /** The system property with its port. */
    static final String SHARED_PORT = "liberty.port";

    private static final String BINDINGS = "ibm-ejb-jar-bnd.xml";
    private static final Pattern BINDING =
            Pattern.compile("  <message-driven name=\"Billing\">.*</message-driven>\n", Pattern.DOTALL);

    private static final AtomicInteger SERVERS = new AtomicInteger();

    /** Of servers that have ended. The next one finishes what they left undone, as after a restart. */
    private static final Deque<LibertyServer> IDLE = new ConcurrentLinkedDeque<>();

    private static final Set<LibertyServer> NODES = ConcurrentHashMap.newKeySet();

    static {
        LibertyServer.deleteAll();
    }

    @Override
    public void configureArquillian(Fixtures fixtures) {
        int httpPort = FreePort.find();
        SHARED.prepare(httpPort, fixtures.artemisPort(), fixtures.postgresPort());
        if (hasBrokerInside()) { // the other server of Arquillian searches for them
            SHARED.withFewerChoices();
        }
        System.setProperty(SHARED_PORT, Integer.toString(httpPort));
    }

    @Override
    public boolean hasBrokerInside() {
        return Messaging.current() == Messaging.MESSAGING;
    }

    @Override
    public String messagingAdapter() {
        return hasBrokerInside() ? "wasJms" : "artemis";
    }

    /** A definition in an application with {@code transactional=false} takes part in JTA transactions nevertheless. */
    @Override
    public Optional<String> untransactedFactory() {
        return Optional.of(Messaging.UNTRANSACTED_FACTORY);
    }

    @Override
    public Optional<String> kafkaConnector() {
        return Optional.of("liberty-kafka");
    }

    @Override
    public boolean hasHealth() {
        return LibertyServer.observed();
    }

    @Override
    public String metricsPath() {
        return LibertyServer.observed() ? "/metrics" : null;
    }

    @Override
    public boolean hasOpenTelemetry() {
        return LibertyServer.observed();
    }

    /** Message-driven beans are bound as in the documented file. */
    @Override
    public void adapt(WebArchive application, List<Class<?>> messageDrivenBeans) {
        if (messageDrivenBeans.isEmpty()) {
            return;
        }
        String documented = LibertyServer.documented(BINDINGS);
        Matcher binding = BINDING.matcher(documented);
        if (!binding.find()) {
            throw new IllegalStateException(BINDINGS + " binds no bean Billing");
        }
        String bindings = messageDrivenBeans.stream()
                .map(bean -> binding.group()
                        .replace("Billing", bean.getSimpleName())
                        .replace("jms/activation", Messaging.current().activation(bean)))
                .collect(Collectors.joining());
        application.addAsWebInfResource(new StringAsset(documented.replace(binding.group(), bindings)), BINDINGS);
    }

    /** Its folder for applications takes none: they need {@code <ejbApplication>}. */
    @Override
    public boolean deploysEjbJars() {
        return false;
    }

    @Override
    public Run launch(int artemisPort, int postgresPort, Archive<?>... applications) {
        LibertyServer idle = IDLE.poll();
        LibertyServer server = idle != null ? idle : new LibertyServer("scenarios-" + SERVERS.incrementAndGet());
        Path log = Fixtures.directory().resolve(server.name() + "-" + System.nanoTime() + ".log");
        return launch(server, log, PATIENCE, IDLE::push, artemisPort, postgresPort, applications);
    }

    @Override
    public Node launchNode(String name, int artemisPort, int postgresPort, Archive<?>... applications) {
        LibertyServer server = new LibertyServer(name);
        if (NODES.add(server)) {
            server.delete();
        }
        Path log = Fixtures.directory().resolve(name + ".log");
        return launch(server, log, NODE_PATIENCE, ended -> {}, artemisPort, postgresPort, applications);
    }

    private static LibertyRun launch(
            LibertyServer server,
            Path log,
            Duration patience,
            Consumer<LibertyServer> ended,
            int artemisPort,
            int postgresPort,
            Archive<?>... applications) {
        int httpPort = FreePort.find();
        server.prepare(httpPort, artemisPort, postgresPort)
                .withBatchJobs(BatchJobs.areIn(applications))
                .withFewerChoices();
        for (Archive<?> application : applications) {
            application
                    .as(ZipExporter.class)
                    .exportTo(server.dropins().resolve(application.getName()).toFile(), true);
        }
        ChildProcess process = ChildProcess.start(
                "open-liberty", server.command(), log, line -> line.contains("CWWKF0011I"), patience);
        return new LibertyRun(process, server, httpPort, ended);
    }
}
