// SPDX-License-Identifier: Apache-2.0
package io.onceward.outbox.capture;

import io.onceward.api.OncewardException;
import io.onceward.config.ChannelConfig;
import io.onceward.config.OncewardConfig;
import io.onceward.jdbc.OutboxRows;
import io.onceward.queue.store.Cluster;
import java.util.Objects;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.concurrent.Executor;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * The port to log-based capture, which the JAR {@code onceward-capture} implements. {@link ServiceLoader} finds the implementation, so
 * it has a public constructor without parameters. Implementations are thread-safe.
 */
public interface LogCapture {

    /**
     * Finds log-based capture: where the core is, and where the application is. Empty if the application does not contain it.
     *
     * @throws java.util.ServiceConfigurationError if it can't be loaded
     */
    static Optional<LogCapture> find() {
        return Stream.of(
                        LogCapture.class.getClassLoader(),
                        Thread.currentThread().getContextClassLoader())
                .filter(Objects::nonNull)
                .distinct()
                .flatMap(loader -> ServiceLoader.load(LogCapture.class, loader).findFirst().stream())
                .findFirst();
    }

    /** @throws OncewardException if the channel can't be captured, or has another mode than its datasource */
    void verify(ChannelConfig channel, OncewardConfig config);

    /**
     * Opens the capture of a datasource.
     *
     * @param cluster reads the nodes that use the same tables
     * @param executor runs the readings of what a tool needs
     */
    Capture open(
            String datasource, OutboxRows rows, OncewardConfig config, Supplier<Cluster> cluster, Executor executor);

    /** Returns the refusal to pause a captured channel. */
    OncewardException notPausable(String channel);

    /** Returns the refusal of a message for a destination of a broker on a captured channel. */
    OncewardException destinationIgnored(String channel);
}
