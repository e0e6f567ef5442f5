// SPDX-License-Identifier: Apache-2.0
package io.oncebox.payara;

import io.oncebox.scenarios.fixture.ChildProcess;
import io.oncebox.scenarios.fixture.Fixtures;
import io.oncebox.scenarios.fixture.ServerUnderTest;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jboss.shrinkwrap.api.exporter.ZipExporter;
import org.jboss.shrinkwrap.api.spec.WebArchive;

/** Payara Micro with the command files of this folder as they are. */
public final class PayaraMicro implements ServerUnderTest {

    private static final AtomicInteger RUNS = new AtomicInteger();

    private final Path files =
            Path.of(Fixtures.required("oncebox.server.files")).toAbsolutePath();

    @Override
    public void configureArquillian(Fixtures fixtures) {
        System.setProperty("payara.microJar", files.resolve("payara-micro.jar").toString());
        System.setProperty("payara.cmdOptions", arquillianList(vmOptions(fixtures)));
        System.setProperty("payara.extraMicroOptions", arquillianList(serverOptions(Fixtures.freePort())));
    }

    @Override
    public Run start(WebArchive... applications) {
        Path directory = Fixtures.directory().resolve("server-" + RUNS.incrementAndGet());
        List<String> command = new ArrayList<>();
        command.add(ChildProcess.java());
        command.addAll(vmOptions(Fixtures.current()));
        command.addAll(List.of("-jar", files.resolve("payara-micro.jar").toString(), "--nocluster"));
        int port = Fixtures.freePort();
        command.addAll(serverOptions(port));
        for (WebArchive application : applications) {
            Path war = directory.resolve(application.getName());
            create(directory);
            application.as(ZipExporter.class).exportTo(war.toFile(), true);
            command.addAll(List.of("--deploy", war.toString()));
        }
        ChildProcess process = ChildProcess.start(
                "payara-micro",
                command,
                directory.resolve("server.log"),
                line -> line.matches(".*Payara Micro .* ready in .*"),
                Duration.ofSeconds(180));
        return new PayaraMicroRun(process, port);
    }

    private List<String> vmOptions(Fixtures fixtures) {
        Path temporary = create(Fixtures.directory().resolve("tmp"));
        return List.of(
                "-Xmx768m",
                "-XX:TieredStopAtLevel=1",
                "-Djava.io.tmpdir=" + temporary,
                "-Dartemis.rar=" + files.resolve("oncebox-artemis-rar.rar"),
                "-Dartemis.port=" + fixtures.artemisPort(),
                "-Dpostgresql.port=" + fixtures.postgresPort(),
                "-Dpostgresql.user=postgres",
                "-Dpostgresql.password=postgres");
    }

    private List<String> serverOptions(int httpPort) {
        return List.of(
                "--port",
                Integer.toString(httpPort),
                "--disablephonehome",
                "--addlibs",
                files.resolve("postgresql.jar").toString(),
                "--postbootcommandfile",
                commands().toString());
    }

    /** The two files after each other, as their comments advise, and what only the scenarios need. */
    private static Path commands() {
        try (InputStream scenarios = PayaraMicro.class.getResourceAsStream("/scenarios.asadmin")) {
            Path folder = Path.of(Fixtures.required("oncebox.server.configuration"));
            return Files.writeString(
                    create(Fixtures.directory()).resolve("post-boot.asadmin"),
                    Files.readString(folder.resolve("artemis.asadmin"))
                            + Files.readString(folder.resolve("postgresql.asadmin"))
                            + new String(scenarios.readAllBytes(), StandardCharsets.UTF_8));
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

    /** The adapter splits at spaces that have no backslash before them. */
    private static String arquillianList(List<String> options) {
        return options.stream().map(option -> option.replace(" ", "\\ ")).collect(Collectors.joining(" "));
    }

    private record PayaraMicroRun(ChildProcess process, int port) implements Run {

        private static final Pattern DEPLOYED = Pattern.compile("\"Name\": \"([^\"]+)\",\\s+\"Type\": \"war\"");

        @Override
        public String log() {
            return process.log();
        }

        @Override
        public Set<String> deployed() {
            return DEPLOYED.matcher(log())
                    .results()
                    .map(result -> result.group(1))
                    .collect(Collectors.toSet());
        }

        @Override
        public URI address(String application) {
            return URI.create("http://127.0.0.1:" + port + "/" + application + "/");
        }

        @Override
        public void close() {
            process.terminate();
        }
    }
}
