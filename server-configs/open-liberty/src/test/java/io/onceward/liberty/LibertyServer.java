// SPDX-License-Identifier: Apache-2.0
package io.onceward.liberty;

import io.onceward.scenarios.fixture.Fixtures;
import io.onceward.scenarios.fixture.ServerUsers;
import io.onceward.scenarios.fixture.SmallPool;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;

/** A server's folder, filled as the documentation says: the files of this folder, the adapter, the drivers. */
record LibertyServer(String name) {

    private static final Path FILES =
            Path.of(Fixtures.required("onceward.server.files")).toAbsolutePath();
    private static final Path CONFIGURATION = Path.of(Fixtures.required("onceward.server.configuration"));

    /** The key with which passwords are encrypted. */
    private static final String KEY = "key-of-the-scenarios";

    /** The options for a fast start; a measurement has others. */
    static final String JAVA =
            System.getProperty("open-liberty.java.options", "-Xmx768m -XX:TieredStopAtLevel=1 -XX:+UseSerialGC");

    private static final String SMALL_POOL =
            """
            <dataSource jndiName="%s" type="javax.sql.ConnectionPoolDataSource">
              <jdbcDriver libraryRef="drivers"/>
              <connectionManager maxPoolSize="%d" connectionTimeout="%ds"/>
              <properties.postgresql serverName="127.0.0.1" portNumber="${postgresql.port}" databaseName="postgres"
                                     user="${postgresql.user}" password="${postgresql.password}"/>
            </dataSource>
            """.formatted(SmallPool.NAME, SmallPool.CONNECTIONS, SmallPool.WAIT.toSeconds());

    private static final Map<String, String> ENCODED = new ConcurrentHashMap<>();

    /** Returns the directory of Liberty. */
    static Path home() {
        return FILES.resolve("wlp");
    }

    /** Returns whether it has health and metrics, which are not tried together with Reactive Messaging. */
    static boolean observed() {
        return !Boolean.getBoolean("onceward.liberty.reactive-messaging");
    }

    /** The text of a file that users copy. */
    static String documented(String file) {
        return read(CONFIGURATION.resolve(file));
    }

    /**
     * Makes it as it is meant to be, and leaves what it had stored, above all the transactions to recover, and which
     * versions of features go together: to find that out takes Liberty half a minute.
     */
    LibertyServer prepare(int httpPort, int artemisPort, int postgresPort) {
        Messaging messaging = Messaging.current();
        List.of("dropins", "logs").forEach(directory -> Fixtures.delete(folder().resolve(directory)));
        write("server.xml", documented("server.xml").replace("artemis.xml\"", messaging.file() + '"'));
        for (String file : List.of(messaging.file(), "h2.xml", "postgresql.xml")) {
            write(file, documented(file));
        }
        String more = observed() ? "observability.xml" : "reactive-messaging.xml";
        write("configDropins/overrides/" + more, documented(more));
        copy("onceward-artemis-rar.rar", "onceward-artemis.rar");
        copy("h2.jar", "lib/h2.jar");
        copy("postgresql.jar", "lib/postgresql.jar");
        write("bootstrap.properties", "wlp.password.encryption.key=" + KEY + "\n");
        write("jvm.options", JAVA.replace(' ', '\n') + "\n");
        write(
                "configDropins/overrides/scenarios.xml",
                scenarios()
                        .replace("<!-- destinations -->", messaging.destinations())
                        .replace("<!-- small pool -->", SMALL_POOL)
                        .replace("<!-- users -->", users()));
        write("variables/scenarios.properties", """
                        http.port=%d
                        artemis.port=%d
                        artemis.user=%s
                        artemis.password=%s
                        postgresql.port=%d
                        postgresql.user=%3$s
                        postgresql.password=%s
                        """.formatted(
                        httpPort,
                        artemisPort,
                        Fixtures.USER,
                        encoded(Fixtures.BROKER_PASSWORD),
                        postgresPort,
                        encoded(Fixtures.DATABASE_PASSWORD)));
        return this;
    }

    /** Adds the file for batch jobs, or removes it. */
    LibertyServer withBatchJobs(boolean used) {
        write("configDropins/overrides/batch.xml", used ? documented("batch.xml") : "<server/>");
        return this;
    }

    /** Spares the half minute's search for versions of features, which is due again whenever a server was killed. */
    void withFewerChoices() {
        if (observed()) {
            write(
                    "configDropins/overrides/fewer-choices.xml",
                    "<server><featureManager><feature>mpOpenAPI-4.1</feature></featureManager></server>");
        }
    }

    /** Makes one that has these features and nothing else. */
    LibertyServer prepareBare(int httpPort, List<String> features) {
        String enabled = features.stream()
                .map(feature -> "<feature>" + feature + "</feature>")
                .collect(Collectors.joining());
        write("server.xml", """
                <server>
                  <featureManager>%s</featureManager>
                  <httpEndpoint id="defaultHttpEndpoint" httpPort="%d" httpsPort="-1"/>
                  <applicationManager startTimeout="120s"/>
                </server>
                """.formatted(enabled, httpPort));
        write("jvm.options", JAVA.replace(' ', '\n') + "\n");
        return this;
    }

    /** Adds H2 to a bare server, as one that is going to be killed needs it, and removes what it has stored. */
    void withH2() {
        Fixtures.delete(folder().resolve("data"));
        copy("h2.jar", "lib/h2.jar");
        write(
                "configDropins/overrides/h2.xml",
                documented("h2.xml").replace("DB_CLOSE_ON_EXIT=FALSE", "DB_CLOSE_ON_EXIT=FALSE;WRITE_DELAY=0"));
        write("configDropins/overrides/drivers.xml", """
                <server>
                  <library id="drivers"><fileset dir="${server.config.dir}/lib" includes="*.jar"/></library>
                </server>
                """);
    }

    /** Returns the command that starts it, as a user does. */
    List<String> command() {
        return List.of(
                "env", // the script would take any Java of the machine
                "JAVA_HOME=" + System.getProperty("java.home"),
                home().resolve("bin/server").toString(),
                "run",
                name);
    }

    Path folder() {
        return home().resolve("usr/servers").resolve(name);
    }

    /** Returns the directory for applications. */
    Path dropins() {
        return create(folder().resolve("dropins"));
    }

    /** By Liberty's own tool, as users encode them. */
    private static String encoded(String password) {
        return ENCODED.computeIfAbsent(password, LibertyServer::encode);
    }

    private static String encode(String password) {
        try {
            Process process = new ProcessBuilder(
                            home().resolve("bin/securityUtility").toString(),
                            "encode",
                            "--encoding=aes",
                            "--key=" + KEY,
                            password)
                    .start();
            process.getOutputStream().close();
            String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
            if (!output.startsWith("{aes}")) {
                throw new IllegalStateException("securityUtility printed: " + output);
            }
            return output;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String users() {
        return "<basicRegistry>" + user(ServerUsers.OPERATOR, ServerUsers.ROLE)
                + user(ServerUsers.STRANGER, ServerUsers.OTHER_ROLE) + "</basicRegistry>";
    }

    private static String user(String name, String group) {
        return "<user name=\"" + name + "\" password=\"" + ServerUsers.PASSWORD + "\"/><group name=\"" + group
                + "\"><member name=\"" + name + "\"/></group>";
    }

    private static String scenarios() {
        try (InputStream file = LibertyServer.class.getResourceAsStream("/scenarios.xml")) {
            return new String(file.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void copy(String file, String name) {
        try {
            Path target = folder().resolve(name);
            create(target.getParent());
            Files.copy(FILES.resolve(file), target, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    void write(String file, String text) {
        try {
            Path target = folder().resolve(file);
            create(target.getParent());
            Files.writeString(target, text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A server of a new run begins with nothing. */
    void delete() {
        Fixtures.delete(folder());
    }

    /** A run of the scenarios begins with nothing. */
    static void deleteAll() {
        Fixtures.delete(home().resolve("usr/servers"));
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Path create(Path directory) {
        try {
            return Files.createDirectories(directory);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
