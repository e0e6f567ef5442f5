// SPDX-License-Identifier: Apache-2.0
package io.onceward.scenarios.support;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;
import java.util.stream.Stream;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.ObjectName;

/** The log of the server while this is open. */
public final class LogLines extends Handler implements AutoCloseable {

    private final Queue<String> lines = new ConcurrentLinkedQueue<>();
    private final Logger logger;

    private final LibertyLog server = new LibertyLog();

    private LogLines(Logger logger) {
        this.logger = logger;
        setFormatter(new SimpleFormatter());
    }

    /** Listens to the logger of this name and those below it; an empty name is that of the root. */
    public static LogLines of(String logger) {
        LogLines lines = new LogLines(Logger.getLogger(logger));
        lines.logger.addHandler(lines);
        return lines;
    }

    /** The entries, with their stack traces, that contain this text. */
    public List<String> containing(String text) {
        return Stream.concat(lines.stream(), logger.getName().isEmpty() ? server.lines() : Stream.empty())
                .filter(line -> line.contains(text))
                .toList();
    }

    @Override
    public void publish(LogRecord entry) {
        lines.add(getFormatter().format(entry));
    }

    @Override
    public void flush() {
        // nothing is held back
    }

    @Override
    public void close() {
        logger.removeHandler(this);
    }

    /** The log file of Open Liberty, whose own entries do not go through the JDK's loggers. */
    private static final class LibertyLog {

        private static final String SERVER = "WebSphere:feature=kernel,name=ServerInfo";

        private final Optional<Path> file = find();
        private final int before = read().length();

        private static Optional<Path> find() {
            MBeanServer beans = ManagementFactory.getPlatformMBeanServer();
            try {
                ObjectName info = new ObjectName(SERVER);
                return beans.isRegistered(info)
                        ? Optional.of(Path.of(
                                beans.getAttribute(info, "UserDirectory").toString(),
                                "servers",
                                beans.getAttribute(info, "Name").toString(),
                                "logs",
                                "messages.log"))
                        : Optional.empty();
            } catch (JMException e) {
                throw new IllegalStateException(e);
            }
        }

        Stream<String> lines() {
            return read().substring(before).lines();
        }

        private String read() {
            try {
                // It may end within a character, as long as the server writes.
                return file.isPresent() ? new String(Files.readAllBytes(file.get()), StandardCharsets.UTF_8) : "";
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
