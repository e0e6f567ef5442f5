// SPDX-License-Identifier: Apache-2.0
package io.onceward.payara;

import io.onceward.fixture.FreePort;
import io.onceward.scenarios.fixture.BatchJobs;
import io.onceward.scenarios.fixture.ChildProcess;
import io.onceward.scenarios.fixture.ClusterServer;
import io.onceward.scenarios.fixture.Destinations;
import io.onceward.scenarios.fixture.Fixtures;
import io.onceward.scenarios.fixture.Http;
import io.onceward.scenarios.fixture.ServerUsers;
import io.onceward.scenarios.fixture.SmallPool;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jboss.shrinkwrap.api.Archive;
import org.jboss.shrinkwrap.api.ShrinkWrap;
import org.jboss.shrinkwrap.api.exporter.ZipExporter;
import org.jboss.shrinkwrap.api.spec.WebArchive;

/** Payara Micro with the command files of this folder as they are. */
public final class PayaraMicro implements ClusterServer {

    /** The options for a fast start; a measurement has others. */
    private static final List<String> JAVA =
            List.of(System.getProperty("payara-micro.java.options", "-Xmx768m -XX:TieredStopAtLevel=1 -XX:+UseSerialGC")
                    .split(" "));

    private static final String SERVER = System.getProperty("payara-micro.jar", "payara-micro.jar");

    /** The line of a stack trace that tells it. */
    private static final String NO_SECURITY_CONTAINER = "at com.sun.enterprise.security.PolicyLoader.loadClass(";

    private static final String SMALL_POOL =
            """
            create-jdbc-connection-pool --restype javax.sql.DataSource \
            --datasourceclassname org.postgresql.ds.PGSimpleDataSource --steadypoolsize 0 --maxpoolsize %d --maxwait %d \
            --property serverName=127.0.0.1:portNumber=${MPCONFIG\\=postgresql.port}:databaseName=postgres:\
            user=${MPCONFIG\\=postgresql.user}:password=${MPCONFIG\\=postgresql.password} small
            create-jdbc-resource --connectionpoolid small %s
            """.formatted(SmallPool.CONNECTIONS, SmallPool.WAIT.toMillis(), SmallPool.NAME);

    private static final int STARTS = 3;

    private static final AtomicInteger RUNS = new AtomicInteger();

    private final Path files =
            Path.of(Fixtures.required("onceward.server.files")).toAbsolutePath();

    /** Nothing: {@link OneServer} starts the server as {@link #launch} does. */
    @Override
    public void configureArquillian(Fixtures fixtures) {}

    /** Nothing: artemis.asadmin makes Artemis' resource adapter the one of all message-driven beans. */
    @Override
    public void adapt(WebArchive application, List<Class<?>> messageDrivenBeans) {}

    @Override
    public String messagingAdapter() {
        return "onceward-artemis";
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

    @Override
    public boolean hasEars() {
        return false;
    }

    @Override
    public Run launch(int artemisPort, int postgresPort, Archive<?>... applications) {
        Path directory = Fixtures.directory().resolve("server-" + RUNS.incrementAndGet());
        return launch(directory, directory.resolve("server.log"), PATIENCE, artemisPort, postgresPort, applications);
    }

    /** Its logs of transactions begin anew with each start, as they do for every Payara Micro without a root directory. */
    @Override
    public Node launchNode(String name, int artemisPort, int postgresPort, Archive<?>... applications) {
        Path directory = Fixtures.directory().resolve(name);
        return launch(
                directory,
                Fixtures.directory().resolve(name + ".log"),
                NODE_PATIENCE,
                artemisPort,
                postgresPort,
                applications);
    }

    /**
     * Starts the server; and again, if it could not start its own security container. That happened once in some hundred starts:
     * its main thread had no class loader, and then it prepares no application.
     */
    private PayaraMicroRun launch(
            Path directory,
            Path log,
            Duration patience,
            int artemisPort,
            int postgresPort,
            Archive<?>... applications) {
        for (int start = 1; true; start++) {
            PayaraMicroRun run = start(directory, log, patience, artemisPort, postgresPort, applications);
            if (start == STARTS || !run.log().contains(NO_SECURITY_CONTAINER)) {
                return run;
            }
            System.out.println("Payara Micro could not start its security container, and starts again.");
            run.close();
        }
    }

    private PayaraMicroRun start(
            Path directory,
            Path log,
            Duration patience,
            int artemisPort,
            int postgresPort,
            Archive<?>... applications) {
        int httpPort = FreePort.find();
        List<String> command = new ArrayList<>();
        command.add(ChildProcess.java());
        command.addAll(vmOptions(artemisPort, postgresPort));
        command.addAll(List.of("-jar", files.resolve(SERVER).toString(), "--nocluster"));
        command.addAll(serverOptions(httpPort, commands(directory, BatchJobs.areIn(applications))));
        command.addAll(List.of("--deploy", export(deployer(), directory)));
        for (Archive<?> application : applications) {
            command.addAll(List.of("--deploy", export(application, directory)));
        }
        ChildProcess process = ChildProcess.start(
                "payara-micro", command, log, line -> line.matches(".*Payara Micro .* ready in .*"), patience);
        return new PayaraMicroRun(process, httpPort, directory);
    }

    private List<String> vmOptions(int artemisPort, int postgresPort) {
        Path temporary = create(Fixtures.directory().resolve("tmp"));
        List<String> options = new ArrayList<>(JAVA);
        options.addAll(List.of(
                "-Djava.io.tmpdir=" + temporary,
                "-Dartemis.rar=" + files.resolve("onceward-artemis-rar.rar"),
                "-Dartemis.port=" + artemisPort,
                "-Dpostgresql.port=" + postgresPort,
                "-Dartemis.user=" + Fixtures.USER,
                "-Dartemis.password=" + Fixtures.BROKER_PASSWORD,
                "-Dpostgresql.user=" + Fixtures.USER,
                "-Dpostgresql.password=" + Fixtures.DATABASE_PASSWORD));
        return options;
    }

    private List<String> serverOptions(int httpPort, Path commands) {
        return List.of(
                "--port",
                Integer.toString(httpPort),
                "--disablephonehome",
                "--addlibs",
                files.resolve("lib") + File.pathSeparator + files.resolve("postgresql.jar"),
                "--postbootcommandfile",
                commands.toString());
    }

    /** The files one after the other, as their comments advise, and what only the scenarios need. */
    private static Path commands(Path directory, boolean batchJobs) {
        try {
            Path folder = Path.of(Fixtures.required("onceward.server.configuration"));
            return Files.writeString(
                    create(directory).resolve("post-boot.asadmin"),
                    Files.readString(folder.resolve("artemis.asadmin"))
                            + Files.readString(folder.resolve("postgresql.asadmin"))
                            + (batchJobs ? Files.readString(folder.resolve("batch.asadmin")) : "")
                            + SMALL_POOL
                            + destinations()
                            + user(directory, ServerUsers.OPERATOR, ServerUsers.ROLE)
                            + user(directory, ServerUsers.STRANGER, ServerUsers.OTHER_ROLE));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String destinations() {
        return destinations(Destinations.QUEUES, "jakarta.jms.Queue", Destinations.QUEUE)
                + destinations(Destinations.TOPICS, "jakarta.jms.Topic", Destinations.TOPIC);
    }

    private static String destinations(List<String> names, String type, String prefix) {
        return names.stream()
                .map(name -> "create-admin-object --raname onceward-artemis --restype " + type + " --property Address="
                        + name + " " + prefix + name + "\n")
                .collect(Collectors.joining());
    }

    private static String user(Path directory, String name, String group) throws IOException {
        Path password = Files.writeString(
                directory.resolve("password-of-" + name), "AS_ADMIN_USERPASSWORD=" + ServerUsers.PASSWORD + "\n");
        return "create-file-user --passwordfile " + password + " --groups " + group + " " + name + "\n";
    }

    private static WebArchive deployer() {
        return ShrinkWrap.create(WebArchive.class, Deployer.NAME + ".war").addClass(Deployer.class);
    }

    private static String export(Archive<?> application, Path directory) {
        Path file = create(directory).resolve(application.getName());
        application.as(ZipExporter.class).exportTo(file.toFile(), true);
        return file.toString();
    }

    private static Path create(Path directory) {
        try {
            return Files.createDirectories(directory);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private record PayaraMicroRun(ChildProcess process, int httpPort, Path directory) implements Node {

        private static final Pattern DEPLOYED = Pattern.compile("\"Name\": \"([^\"]+)\",\\s+\"Type\": \"(war|ear)\"");

        @Override
        public String log() {
            return process.log();
        }

        @Override
        public Set<String> deployed() {
            return DEPLOYED.matcher(log())
                    .results()
                    .map(result -> result.group(1))
                    .filter(name -> !name.equals(Deployer.NAME))
                    .collect(Collectors.toSet());
        }

        @Override
        public URI address(String application) {
            return URI.create("http://127.0.0.1:" + httpPort + "/" + application + "/");
        }

        @Override
        public void deploy(Archive<?> application) {
            ask("?deploy=" + export(application, directory));
        }

        @Override
        public void undeploy(String application) {
            ask("?undeploy=" + application);
        }

        private void ask(String query) {
            String answer = Http.get(address(Deployer.NAME).resolve(query));
            if (!answer.equals("200 done")) {
                throw new IllegalStateException(query + ": " + answer);
            }
        }

        @Override
        public void kill() {
            process.stop(false);
        }

        @Override
        public void close() {
            process.terminate();
        }
    }
}
