// SPDX-License-Identifier: Apache-2.0
package io.onceward.payara.server;

import io.onceward.asadmin.AdminPort;
import io.onceward.asadmin.Distribution;
import io.onceward.asadmin.Domain;
import io.onceward.asadmin.DomainRun;
import io.onceward.asadmin.OpenMq;
import io.onceward.scenarios.fixture.Destinations;
import io.onceward.scenarios.fixture.Fixtures;
import io.onceward.scenarios.fixture.ServerUnderTest;
import io.onceward.scenarios.fixture.ServerUsers;
import io.onceward.scenarios.fixture.SmallPool;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import org.jboss.shrinkwrap.api.Archive;
import org.jboss.shrinkwrap.api.spec.WebArchive;

/**
 * Payara Server with the asadmin scripts of this folder as they are. They are run once, in a domain of which each server
 * then has a copy.
 */
public final class PayaraServer implements ServerUnderTest {

    /** The ports in the domain of the distribution. */
    private static final List<Integer> PORTS =
            List.of(8080, 4848, 8181, 7676, 3700, 3820, 3920, 8686, 6666, 9009, 4900, 5900);

    /** With OpenMQ in the server instead of Artemis. */
    private static final boolean OPENMQ = "openmq".equals(System.getProperty("payara.messaging"));

    private static final String SMALL_POOL =
            """
            create-jdbc-connection-pool --restype javax.sql.DataSource \
            --datasourceclassname org.postgresql.ds.PGSimpleDataSource --steadypoolsize 0 --maxpoolsize %d --maxwait %d \
            --property 'serverName=127.0.0.1:portNumber=${MPCONFIG\\=postgresql.port}:databaseName=postgres:\
            user=${MPCONFIG\\=postgresql.user}:password=${ALIAS\\=postgresql-password}' small
            create-jdbc-resource --connectionpoolid small %s
            """.formatted(SmallPool.CONNECTIONS, SmallPool.WAIT.toMillis(), SmallPool.NAME);

    /** With {@code -Dpayara.recovery=true}, a server that was killed recovers its transactions at its next start. */
    private static final String RECOVERY = Boolean.getBoolean("payara.recovery")
            ? "set configs.config.server-config.transaction-service.automatic-recovery=true\n"
            : "";

    private static final AtomicInteger RUNS = new AtomicInteger();

    private static Domain configured;

    @Override
    public void configureArquillian(Fixtures fixtures) {
        DomainRun run = launch(fixtures.artemisPort(), fixtures.postgresPort());
        Runtime.getRuntime().addShutdownHook(new Thread(run::close));
        AdminPort.use(run.domain());
    }

    @Override
    public boolean hasBrokerInside() {
        return OPENMQ;
    }

    /** It reads the files of an EAR's library directory and of its EJB modules, for all of its modules. */
    @Override
    public boolean configuresModulesApart() {
        return false;
    }

    @Override
    public String messagingAdapter() {
        return OPENMQ ? "jmsra" : "onceward-artemis";
    }

    @Override
    public boolean hasHealth() {
        return true;
    }

    @Override
    public boolean hasOpenTelemetry() {
        return true;
    }

    @Override
    public String metricsPath() {
        return "/metrics";
    }

    /** Artemis needs nothing: the scripts make its resource adapter the one of all message-driven beans. */
    @Override
    public void adapt(WebArchive application, List<Class<?>> messageDrivenBeans) {
        if (OPENMQ) {
            OpenMq.adapt(application, messageDrivenBeans);
        }
    }

    @Override
    public DomainRun launch(int artemisPort, int postgresPort, Archive<?>... applications) {
        Path directory = directory("server-" + RUNS.incrementAndGet());
        Domain domain = OPENMQ
                ? OpenMq.copy(configured(), directory, Map.of(), applications)
                : configured().copy(directory, Map.of());
        domain.start(Map.of(
                "ARTEMIS_PORT",
                Integer.toString(artemisPort),
                "ARTEMIS_USER",
                Fixtures.USER,
                "POSTGRESQL_PORT",
                Integer.toString(postgresPort),
                "POSTGRESQL_USER",
                Fixtures.USER));
        if (!OPENMQ) {
            domain.awaitLog("Loading application onceward-artemis done");
        }
        return DomainRun.deploying(domain, directory, Arrays.asList(applications));
    }

    private static synchronized Domain configured() {
        if (configured == null) {
            Domain domain = Domain.pristine(distribution(), directory("configured"));
            domain.start(Map.of());
            domain.alias("artemis-password", Fixtures.BROKER_PASSWORD);
            domain.alias("postgresql-password", Fixtures.DATABASE_PASSWORD);
            domain.user(ServerUsers.OPERATOR, ServerUsers.PASSWORD, ServerUsers.ROLE);
            domain.user(ServerUsers.STRANGER, ServerUsers.PASSWORD, ServerUsers.OTHER_ROLE);
            String output = domain.multimode("commands.asadmin", commands());
            domain.stop();
            if (output.contains("failed")) {
                throw new IllegalStateException(output);
            }
            configured = domain;
        }
        return configured;
    }

    private static Distribution distribution() {
        Path files = Path.of(Fixtures.required("onceward.server.files")).toAbsolutePath();
        return new Distribution(files.resolve("payara6"), Path.of(System.getProperty("java.home")), PORTS);
    }

    private static String commands() {
        try {
            Path folder = Path.of(Fixtures.required("onceward.server.configuration"));
            String database = Files.readString(folder.resolve("postgresql.asadmin")) + SMALL_POOL + RECOVERY;
            return OPENMQ
                    ? Files.readString(folder.resolve("openmq.asadmin")) + database + OpenMq.destinations()
                    : Files.readString(folder.resolve("artemis.asadmin"))
                            + database
                            + destinations(Destinations.QUEUES, "jakarta.jms.Queue", Destinations.QUEUE)
                            + destinations(Destinations.TOPICS, "jakarta.jms.Topic", Destinations.TOPIC);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String destinations(List<String> names, String type, String prefix) {
        return names.stream()
                .map(name -> "create-admin-object --raname onceward-artemis --restype " + type + " --property Address="
                        + name + " " + prefix + name + "\n")
                .collect(Collectors.joining());
    }

    private static Path directory(String name) {
        try {
            return Files.createDirectories(Fixtures.directory().resolve(name));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
