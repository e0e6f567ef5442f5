// SPDX-License-Identifier: Apache-2.0
package io.onceward.asadmin;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A domain of Payara Server or GlassFish in a directory and on ports of its own, operated by {@code asadmin}. */
public final class Domain {

    /** For servers and tools that live for a minute. */
    private static final List<String> SHORT_LIVED = List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC");

    private static final String NAME = "onceward";
    private static final Duration PATIENCE = Duration.ofMinutes(10);

    private final Distribution distribution;
    private final Path parent;
    private final Ports ports;
    private ProcessHandle process;
    private AsadminSession session;

    private Domain(Distribution distribution, Path parent, Ports ports) {
        this.distribution = distribution;
        this.parent = parent;
        this.ports = ports;
    }

    /** The domain that the distribution contains, copied. */
    public static Domain pristine(Distribution distribution, Path parent) {
        Ports ports = new Ports(distribution.ports());
        return copied(distribution, distribution.domain(), ports, ports.free(), parent, Map.of());
    }

    /**
     * This one, which is stopped, copied.
     *
     * @param systemProperties the values that the copy has for system properties of this one
     */
    public Domain copy(Path parent, Map<String, String> systemProperties) {
        return copied(distribution, directory(), ports, ports.free(), parent, systemProperties);
    }

    /**
     * This one, which is stopped, copied with the ports of another copy, which does not run any more: a restarted server has the
     * ports that it had. The port of IIOP may be a part of the name by which it knows its prepared transactions.
     *
     * @param systemProperties as for other copies
     */
    Domain copyInPlaceOf(Domain previous, Path parent, Map<String, String> systemProperties) {
        return copied(distribution, directory(), ports, previous.ports, parent, systemProperties);
    }

    private static Domain copied(
            Distribution distribution,
            Path source,
            Ports before,
            Ports ports,
            Path parent,
            Map<String, String> systemProperties) {
        Domain domain = new Domain(distribution, parent, ports);
        try {
            // a copy begins its log anew
            copyFiles(source, domain.directory(), path -> !path.startsWith(source.resolve("logs")));
            Path configuration = domain.directory().resolve("config/domain.xml");
            String text = before.replacedIn(Files.readString(configuration), ports);
            Files.writeString(configuration, with(systemProperties, forAMinute(withGridOfItsOwn(text))));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return domain;
    }

    /**
     * Replaces a directory of this domain by that of another one, as if this were the other one, started again.
     *
     * @param previous a domain of the same configuration that does not run
     * @param name the directory's path in the domain
     */
    void takeOver(Domain previous, String name) {
        Path source = previous.directory().resolve(name);
        Path target = directory().resolve(name);
        try {
            if (Files.isDirectory(target)) {
                delete(target);
            }
            if (Files.isDirectory(source)) {
                Files.createDirectories(target.getParent());
                copyFiles(source, target, path -> true);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void copyFiles(Path source, Path target, Predicate<Path> included) throws IOException {
        try (Stream<Path> paths = Files.walk(source)) {
            for (Path path : paths.filter(included).toList()) {
                Path copy = target.resolve(source.relativize(path));
                if (Files.isDirectory(path)) {
                    Files.createDirectories(copy);
                } else {
                    Files.copy(path, copy);
                }
            }
        }
    }

    private static void delete(Path directory) throws IOException {
        try (Stream<Path> paths = Files.walk(directory)) {
            for (Path path : paths.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(path);
            }
        }
    }

    private static String with(Map<String, String> systemProperties, String configuration) {
        String changed = configuration;
        for (Map.Entry<String, String> property : systemProperties.entrySet()) {
            changed = changed.replaceAll(
                    "(<system-property name=\"" + Pattern.quote(property.getKey()) + "\" value=\")[^\"]*",
                    "$1" + property.getValue());
        }
        return changed;
    }

    /** Servers on one machine would find each other and share what Payara keeps in its data grid. */
    private static String withGridOfItsOwn(String configuration) {
        return configuration
                .replaceAll(" cluster-group-name=\"[^\"]*\"", "")
                .replaceFirst(" das-port=\"(\\d+)\"", "$0 cluster-group-name=\"onceward-$1\"");
    }

    private static String forAMinute(String configuration) {
        String first = "<jvm-options>";
        for (String option : SHORT_LIVED) {
            String line = first + option + "</jvm-options>";
            configuration =
                    configuration.contains(line) ? configuration : configuration.replaceFirst(first, line + first);
        }
        return configuration;
    }

    /** Returns its ports. */
    public Ports ports() {
        return ports;
    }

    /** Starts it, and waits until it has started: on a busy machine, asadmin gives up earlier. */
    public void start(Map<String, String> environment) {
        session(); // its JVM starts beside the domain's
        String output = run(environment, List.of("start-domain", "--domaindir", parent.toString(), NAME));
        process = ProcessHandle.of(pid(output)).orElseThrow(() -> new IllegalStateException(output + log()));
    }

    /** Returns whether it runs. */
    boolean isRunning() {
        return process != null && process.isAlive();
    }

    /** Waits until it has logged this. */
    public void awaitLog(String text) {
        await(() -> log().contains(text), () -> "The server has not logged '" + text + "':\n" + log());
    }

    private static void await(BooleanSupplier condition, Supplier<String> failure) {
        long end = System.nanoTime() + PATIENCE.toNanos();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() > end) {
                throw new IllegalStateException(failure.get());
            }
            sleep();
        }
    }

    /** Stops it by {@code asadmin}, if it runs. */
    public void stop() {
        if (isRunning()) {
            asadmin("stop-domain --domaindir '" + parent + "' " + NAME);
        }
        endSession();
    }

    /** Kills it, as a crash would. */
    void kill() {
        process.destroyForcibly();
        process.onExit().join();
        endSession();
    }

    private synchronized void endSession() {
        if (session != null) {
            session.close();
            session = null;
        }
    }

    /** Everything that it has logged. */
    String log() {
        try (Stream<Path> logs = Files.list(directory().resolve("logs"))) {
            // rotated ones have their time behind this name; the current one is the last
            List<Path> all = logs.filter(path -> path.getFileName().toString().startsWith("server.log"))
                    .sorted()
                    .collect(Collectors.toCollection(ArrayList::new));
            all.add(all.remove(0));
            StringBuilder text = new StringBuilder();
            for (Path path : all) {
                // the current one may end within a character
                text.append(new String(Files.readAllBytes(path), StandardCharsets.UTF_8));
            }
            return text.toString();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Creates a password alias as a user would without typing. */
    public void alias(String name, String password) {
        try {
            Path file = Files.writeString(parent.resolve(name), "AS_ADMIN_ALIASPASSWORD=" + password + "\n");
            asadmin(List.of("--passwordfile", file.toString(), "create-password-alias", name));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Creates a user of the default realm as an administrator would without typing. */
    public void user(String name, String password, String group) {
        try {
            Path file = Files.writeString(parent.resolve("user-" + name), "AS_ADMIN_USERPASSWORD=" + password + "\n");
            asadmin(List.of("--passwordfile", file.toString(), "create-file-user", "--groups", group, name));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Runs the commands after each other and returns what asadmin has printed. It goes on after one that failed. */
    public String multimode(String name, String commands) {
        try {
            Path file = Files.writeString(parent.resolve(name), commands);
            return asadmin(List.of("multimode", "--file", file.toString()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Runs one command in the session of this domain and returns what asadmin has printed. */
    synchronized String asadmin(String command) {
        return session().run(command);
    }

    private synchronized AsadminSession session() {
        try {
            if (session == null || !session.isAlive()) {
                session = new AsadminSession(
                        builder(Map.of(), toThisDomain(List.of("multimode"))),
                        Files.createTempFile(parent, "asadmin-session", ".log"));
            }
            return session;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private String asadmin(List<String> arguments) {
        return run(Map.of(), toThisDomain(arguments));
    }

    private List<String> toThisDomain(List<String> arguments) {
        List<String> all = new ArrayList<>(List.of("--port", Integer.toString(ports.administration())));
        all.addAll(arguments);
        return all;
    }

    private ProcessBuilder builder(Map<String, String> environment, List<String> arguments) {
        List<String> command = new ArrayList<>();
        command.add(distribution.asadmin());
        command.addAll(arguments);
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(distribution.home().getParent().toFile());
        builder.environment().putAll(environment);
        builder.environment().put("AS_JAVA", distribution.java().toString());
        builder.environment().put("AS_EXTRA_JAVA_OPTS", String.join(" ", SHORT_LIVED));
        return builder;
    }

    private String run(Map<String, String> environment, List<String> arguments) {
        ProcessBuilder command = builder(environment, arguments);
        try {
            Path output = Files.createTempFile(parent, "asadmin", ".log");
            Process process = command.redirectErrorStream(true)
                    .redirectOutput(output.toFile())
                    .start();
            if (!process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
                process.destroyForcibly();
                throw new IllegalStateException(command.command() + " did not end:\n" + Files.readString(output));
            }
            return Files.readString(output);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    private long pid(String output) {
        Path file = directory().resolve("config/pid");
        await(() -> Files.exists(file), () -> "The server has not started: " + output);
        try {
            return Long.parseLong(Files.readString(file).strip());
        } catch (IOException e) {
            throw new IllegalStateException(output, e);
        }
    }

    private Path directory() {
        return parent.resolve(NAME);
    }

    private static void sleep() {
        try {
            Thread.sleep(100);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }
}
