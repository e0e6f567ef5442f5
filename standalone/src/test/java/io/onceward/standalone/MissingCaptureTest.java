// SPDX-License-Identifier: Apache-2.0
package io.onceward.standalone;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.onceward.fixture.MemoryDatabase;
import io.onceward.outbox.capture.LogCapture;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.ServiceConfigurationError;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Log-based capture is configured, but its JAR is not on the class path of these tests. */
class MissingCaptureTest {

    private final ClassLoader before = Thread.currentThread().getContextClassLoader();

    @TempDir
    private Path folder;

    private MemoryDatabase database;

    @BeforeEach
    void open() {
        database = new MemoryDatabase();
    }

    @AfterEach
    void close() {
        Thread.currentThread().setContextClassLoader(before);
        database.close();
    }

    @Test
    void modeOfAllChannelsIsRefused() {
        assertThatThrownBy(() -> start(Map.of("onceward.outbox.mode", "cdc")))
                .hasMessageStartingWith("OWD-1180")
                .hasMessageContaining("Add the JAR onceward-capture");
    }

    @Test
    void modeOfOneChannelIsRefusedWithItsDatasource() {
        assertThatThrownBy(() -> start(Map.of(
                        "mp.messaging.outgoing.orders.mode", "cdc",
                        "mp.messaging.outgoing.orders.datasource", "jdbc/orders")))
                .hasMessageStartingWith("OWD-1180")
                .hasMessageContaining("jdbc/orders");
    }

    @Test
    void captureThatCanNotBeLoadedIsRefusedWithTheCause() throws IOException {
        Path services = folder.resolve("META-INF/services");
        Files.createDirectories(services);
        Files.writeString(services.resolve(LogCapture.class.getName()), "com.example.NoCapture");
        Thread.currentThread()
                .setContextClassLoader(
                        new URLClassLoader(new URL[] {folder.toUri().toURL()}, before));
        assertThatThrownBy(() -> start(Map.of("onceward.outbox.mode", "cdc")))
                .hasMessageStartingWith("OWD-1180")
                .hasRootCauseInstanceOf(ServiceConfigurationError.class);
    }

    private void start(Map<String, String> configuration) {
        Builders.on(database)
                .dataSource("jdbc/orders", database.pool())
                .configuration(configuration)
                .start()
                .close();
    }
}
