// SPDX-License-Identifier: Apache-2.0
package io.onceward.wildfly;

import io.onceward.scenarios.fixture.ChildProcess;
import io.onceward.scenarios.fixture.Destinations;
import io.onceward.scenarios.fixture.Fixtures;
import io.onceward.scenarios.fixture.ServerUsers;
import io.onceward.scenarios.fixture.SmallPool;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A WildFly that was unpacked and then configured by the commands of the documentation. */
final class Installation {

    /** Of the credential store. */
    static final String STORE_PASSWORD = "store-secret";

    /** The script for the broker inside of the server. */
    static final String EMBEDDED_BROKER = "artemis-embedded";

    private static final String CONFIGURATION = "standalone/configuration";

    private static final String REMOTE_QUEUE =
            "/subsystem=messaging-activemq/external-jms-queue=NAME:add(entries=[java:/jms/queue/NAME], enable-amq1-prefix=false)";
    private static final String REMOTE_TOPIC =
            "/subsystem=messaging-activemq/external-jms-topic=NAME:add(entries=[java:/jms/topic/NAME], enable-amq1-prefix=false)";
    private static final String EMBEDDED_QUEUE = "jms-queue add --queue-address=NAME --entries=java:/jms/queue/NAME";
    private static final String EMBEDDED_TOPIC = "jms-topic add --topic-address=NAME --entries=java:/jms/topic/NAME";
    private static final String SMALL_POOL =
            ("/subsystem=datasources/data-source=small:add(jndi-name=java:/%s, driver-name=postgresql, "
                            + "connection-url=\"jdbc:postgresql://127.0.0.1:${postgresql.port:5432}/postgres\", "
                            + "user-name=\"${postgresql.user}\", "
                            + "credential-reference={store=onceward, alias=postgresql}, "
                            + "min-pool-size=0, max-pool-size=%d, blocking-timeout-wait-millis=%d)\n")
                    .formatted(SmallPool.NAME, SmallPool.CONNECTIONS, SmallPool.WAIT.toMillis());
    private static final String OFTEN =
            "/subsystem=deployment-scanner/scanner=default:write-attribute(name=scan-interval, value=300)\n";
    private static final String EMBEDDED_SETTINGS = """
            /subsystem=messaging-activemq/server=default/address-setting=#:write-attribute(name=auto-create-queues, value=true)
            /subsystem=messaging-activemq/server=default/address-setting=#:write-attribute(name=max-delivery-attempts, value=5)
            /subsystem=messaging-activemq/server=default/address-setting=#:write-attribute(name=redelivery-delay, value=200)
            /subsystem=messaging-activemq/server=default:write-attribute(name=management-address, value=jms.queue.activemq.management)
            """;

    private final Path home;
    private final Path prepared;

    private Installation(Path home, Path prepared) {
        this.home = home;
        this.prepared = prepared;
    }

    /**
     * Makes one.
     *
     * @param distribution what was unpacked; it stays as it is
     * @param scripts the names of the scripts that make its configuration, without extension
     */
    static Installation create(Path distribution, List<String> scripts) {
        Path directory = Fixtures.directory();
        Path folder =
                Path.of(Fixtures.required("onceward.server.configuration")).toAbsolutePath();
        Installation installation =
                new Installation(directory.resolve("wildfly"), directory.resolve("wildfly-configuration"));
        copy(distribution, installation.home);
        installation.addCredential("postgresql", Fixtures.DATABASE_PASSWORD);
        installation.addCredential("artemis", Fixtures.BROKER_PASSWORD);
        installation.addUser(ServerUsers.OPERATOR, ServerUsers.ROLE);
        installation.addUser(ServerUsers.STRANGER, ServerUsers.OTHER_ROLE);
        String documented = scripts.stream()
                .map(script -> read(folder.resolve(script + ".cli")))
                .collect(Collectors.joining());
        // One after the other in one jboss-cli: starting it anew for each script takes several seconds.
        installation.cli(write(
                directory.resolve("configuration.cli"), documented + destinations(scripts.contains(EMBEDDED_BROKER))));
        copy(installation.home.resolve(CONFIGURATION), installation.prepared);
        return installation;
    }

    /** Makes one as it was unpacked, but for these commands on its full configuration. */
    static Installation bare(Path distribution, String name, List<String> commands) {
        Path home = Fixtures.directory().resolve(name);
        Installation installation = new Installation(home, home.resolve(CONFIGURATION));
        copy(distribution, home);
        if (!commands.isEmpty()) {
            installation.cli(write(
                    Fixtures.directory().resolve(name + ".cli"),
                    "embed-server --server-config=standalone-full.xml\n" + String.join("\n", commands)
                            + "\nstop-embedded-server\n"));
        }
        return installation;
    }

    Path home() {
        return home;
    }

    /** A server's own directory, configured as documented; what a server of that name left behind is still there. */
    Path baseDirectory(String name) {
        Path base = Fixtures.directory().resolve(name);
        copy(prepared, base.resolve("configuration"));
        create(base.resolve("deployments"));
        return base;
    }

    private void addCredential(String alias, String password) {
        run(
                "elytron-tool.sh",
                "credential-store",
                "--create",
                "--location",
                home.resolve(CONFIGURATION).resolve("onceward.cs").toString(),
                "--password",
                STORE_PASSWORD,
                "--add",
                alias,
                "--secret",
                password);
    }

    private void addUser(String name, String group) {
        run("add-user.sh", "-a", "-s", "-u", name, "-p", ServerUsers.PASSWORD, "-g", group);
    }

    private void cli(Path script) {
        run("jboss-cli.sh", "--file=" + script);
    }

    /** In the directory of the driver, as {@code postgresql.cli} asks for. */
    private void run(String command, String... arguments) {
        List<String> line = new ArrayList<>();
        line.add(home.resolve("bin").resolve(command).toString());
        line.addAll(List.of(arguments));
        Path log = Fixtures.directory().resolve("configuration.log");
        ProcessBuilder builder = new ProcessBuilder(line)
                .directory(Path.of(Fixtures.required("onceward.server.files")).toFile())
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()));
        builder.environment()
                .putAll(Map.of(
                        "JAVA",
                        ChildProcess.java(),
                        "CREDENTIAL_STORE_PASSWORD",
                        STORE_PASSWORD,
                        "JBOSS_HOME",
                        home.toString(),
                        "JAVA_OPTS",
                        "-Xmx256m -XX:TieredStopAtLevel=1"));
        try {
            int status = builder.start().waitFor();
            if (status != 0) {
                throw new IllegalStateException(line + " ended with " + status + ":\n" + Files.readString(log));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    /**
     * Returns the settings for the scenarios: their destinations, a small pool, and the settings of the fixtures' broker: queues for whom
     * who asks, and little patience with a failing message.
     */
    private static String destinations(boolean embedded) {
        return "embed-server --server-config=standalone-full.xml\n"
                + destinations(embedded ? EMBEDDED_QUEUE : REMOTE_QUEUE, Destinations.QUEUES)
                + destinations(embedded ? EMBEDDED_TOPIC : REMOTE_TOPIC, Destinations.TOPICS)
                + (embedded ? EMBEDDED_SETTINGS : "")
                + SMALL_POOL
                + OFTEN
                + "stop-embedded-server\n";
    }

    private static String destinations(String command, List<String> names) {
        return names.stream().map(name -> command.replace("NAME", name) + "\n").collect(Collectors.joining());
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Path write(Path file, String text) {
        try {
            return Files.writeString(file, text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void copy(Path from, Path to) {
        try (Stream<Path> paths = Files.walk(from)) {
            for (Path path : paths.toList()) {
                Path target = to.resolve(from.relativize(path).toString());
                if (Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS)) {
                    Files.createDirectories(target);
                } else {
                    Files.copy(path, target, StandardCopyOption.COPY_ATTRIBUTES, StandardCopyOption.REPLACE_EXISTING);
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void create(Path directory) {
        try {
            Files.createDirectories(directory);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
