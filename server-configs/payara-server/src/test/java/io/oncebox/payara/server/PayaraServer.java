// SPDX-License-Identifier: Apache-2.0
package io.oncebox.payara.server;

import io.oncebox.scenarios.fixture.Destinations;
import io.oncebox.scenarios.fixture.Fixtures;
import io.oncebox.scenarios.fixture.ServerUnderTest;
import io.oncebox.scenarios.fixture.ServerUsers;
import io.oncebox.scenarios.fixture.SmallPool;
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

    private static final String SMALL_POOL =
            """
            create-jdbc-connection-pool --restype javax.sql.DataSource \
            --datasourceclassname org.postgresql.ds.PGSimpleDataSource --steadypoolsize 0 --maxpoolsize %d --maxwait %d \
            --property 'serverName=127.0.0.1:portNumber=${MPCONFIG\\=postgresql.port}:databaseName=postgres:\
            user=${MPCONFIG\\=postgresql.user}:password=${ALIAS\\=postgresql-password}' small
            create-jdbc-resource --connectionpoolid small %s
            """.formatted(SmallPool.CONNECTIONS, SmallPool.WAIT.toMillis(), SmallPool.NAME);

    private static final AtomicInteger RUNS = new AtomicInteger();

    private static Domain configured;

    private final Path files =
            Path.of(Fixtures.required("oncebox.server.files")).toAbsolutePath();

    @Override
    public void configureArquillian(Fixtures fixtures) {
        PayaraServerRun run = launch(fixtures.artemisPort(), fixtures.postgresPort());
        Runtime.getRuntime().addShutdownHook(new Thread(run::close));
        System.setProperty(
                AdminPort.PROPERTY, Integer.toString(run.domain().ports().administration()));
    }

    /** It reads the files of an EAR's library directory and of its EJB modules, for all of its modules. */
    @Override
    public boolean configuresModulesApart() {
        return false;
    }

    @Override
    public String messagingAdapter() {
        return "oncebox-artemis";
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

    /** Nothing: the scripts make Artemis' resource adapter the one of all message-driven beans. */
    @Override
    public void adapt(WebArchive application, List<Class<?>> messageDrivenBeans) {}

    @Override
    public PayaraServerRun launch(int artemisPort, int postgresPort, Archive<?>... applications) {
        Path directory = directory("server-" + RUNS.incrementAndGet());
        Domain domain = configured(files).copy(directory);
        domain.start(
                Map.of(
                        "ARTEMIS_PORT",
                        Integer.toString(artemisPort),
                        "ARTEMIS_USER",
                        Fixtures.USER,
                        "POSTGRESQL_PORT",
                        Integer.toString(postgresPort),
                        "POSTGRESQL_USER",
                        Fixtures.USER),
                true);
        return PayaraServerRun.deploying(domain, directory, Arrays.asList(applications));
    }

    private static synchronized Domain configured(Path files) {
        if (configured == null) {
            Domain domain = Domain.pristine(files, directory("configured"));
            domain.start(Map.of(), false);
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

    private static String commands() {
        try {
            Path folder = Path.of(Fixtures.required("oncebox.server.configuration"));
            return Files.readString(folder.resolve("artemis.asadmin"))
                    + Files.readString(folder.resolve("postgresql.asadmin"))
                    + SMALL_POOL
                    + destinations(Destinations.QUEUES, "jakarta.jms.Queue", Destinations.QUEUE)
                    + destinations(Destinations.TOPICS, "jakarta.jms.Topic", Destinations.TOPIC);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String destinations(List<String> names, String type, String prefix) {
        return names.stream()
                .map(name -> "create-admin-object --raname oncebox-artemis --restype " + type + " --property Address="
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
