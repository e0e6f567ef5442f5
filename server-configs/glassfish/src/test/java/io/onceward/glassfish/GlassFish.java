// SPDX-License-Identifier: Apache-2.0
package io.onceward.glassfish;

import io.onceward.asadmin.AdminPort;
import io.onceward.asadmin.Distribution;
import io.onceward.asadmin.Domain;
import io.onceward.asadmin.DomainRun;
import io.onceward.asadmin.OpenMq;
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
import org.jboss.shrinkwrap.api.Archive;
import org.jboss.shrinkwrap.api.spec.WebArchive;

/**
 * GlassFish with its own broker and the asadmin scripts of this folder as they are. They are run once, in a domain of which each
 * server then has a copy.
 */
public final class GlassFish implements ServerUnderTest {

    /** The ports in the domain of the distribution. */
    private static final List<Integer> PORTS = List.of(8080, 4848, 8181, 7676, 3700, 3820, 3920, 8686, 6666, 9009);

    private static final String POSTGRESQL_PORT = "postgresql.port";

    private static final String SMALL_POOL =
            """
            create-jdbc-connection-pool --restype javax.sql.DataSource \
            --datasourceclassname org.postgresql.ds.PGSimpleDataSource --steadypoolsize 0 --maxpoolsize %d --maxwait %d \
            --property 'serverName=127.0.0.1:portNumber=${postgresql.port}:databaseName=postgres:user=${postgresql.user}:\
            password=${ALIAS\\=postgresql-password}' small
            create-jdbc-resource --connectionpoolid small %s
            """.formatted(SmallPool.CONNECTIONS, SmallPool.WAIT.toMillis(), SmallPool.NAME);

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
        return true;
    }

    @Override
    public String messagingAdapter() {
        return "jmsra";
    }

    /** It reads the files of an EAR's library directory and of its EJB modules, for all of its modules. */
    @Override
    public boolean configuresModulesApart() {
        return false;
    }

    @Override
    public void adapt(WebArchive application, List<Class<?>> messageDrivenBeans) {
        OpenMq.adapt(application, messageDrivenBeans);
    }

    /** The broker is the server's own, so the port of another one means nothing. */
    @Override
    public DomainRun launch(int artemisPort, int postgresPort, Archive<?>... applications) {
        Path directory = directory("server-" + RUNS.incrementAndGet());
        Domain domain = OpenMq.copy(
                configured(), directory, Map.of(POSTGRESQL_PORT, Integer.toString(postgresPort)), applications);
        domain.start(Map.of());
        return DomainRun.deploying(domain, directory, Arrays.asList(applications));
    }

    private static synchronized Domain configured() {
        if (configured == null) {
            Domain domain = Domain.pristine(distribution(), directory("configured"));
            domain.start(Map.of());
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
        Path java = Path.of(Fixtures.required("glassfish.java"));
        System.setProperty("onceward.tested.java", release(java)); // for the tables: not always that of the tests
        return new Distribution(files.resolve(Fixtures.required("glassfish.directory")), java, PORTS);
    }

    /** Returns the number before the first dot of a JDK's version. */
    private static String release(Path java) {
        try {
            return Files.readString(java.resolve("release")).replaceFirst("(?s).*JAVA_VERSION=\"(\\d+).*", "$1");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String commands() {
        try {
            Path folder = Path.of(Fixtures.required("onceward.server.configuration"));
            return "create-system-properties postgresql.host=127.0.0.1:" + POSTGRESQL_PORT
                    + "=5432:postgresql.database=postgres:postgresql.user=" + Fixtures.USER + "\n"
                    + Files.readString(folder.resolve("h2.asadmin"))
                    + Files.readString(folder.resolve("openmq.asadmin"))
                    + Files.readString(folder.resolve("postgresql.asadmin"))
                    + SMALL_POOL
                    + OpenMq.destinations();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Path directory(String name) {
        try {
            return Files.createDirectories(Fixtures.directory().resolve(name));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
