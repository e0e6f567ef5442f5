// SPDX-License-Identifier: Apache-2.0
package io.onceward.broker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.onceward.fixture.TestAdapter;
import io.onceward.spi.BrokerAdapter;
import io.onceward.spi.BrokerAdapter.Missing;
import io.onceward.spi.BrokerContext;
import io.onceward.spi.Destinations;
import io.onceward.spi.EventPublisher;
import io.onceward.spi.MessageKind;
import io.onceward.spi.MessageSource;
import io.onceward.spi.Setting;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BrokerAdaptersTest {

    private static final Missing LACKING = new Missing("a library", "Add it");

    @TempDir
    Path directory;

    private final ClassLoader before = Thread.currentThread().getContextClassLoader();

    @AfterEach
    void restore() {
        Thread.currentThread().setContextClassLoader(before);
    }

    @Test
    void adapterIsFoundWhereTheApplicationIs() throws IOException {
        assertThat(BrokerAdapters.found()).isEmpty();
        offer(Found.class);
        assertThat(BrokerAdapters.found()).hasSize(1).first().isInstanceOf(Found.class);
    }

    @Test
    void applicationWithoutAClassLoaderOfItsOwnIsFine() {
        Thread.currentThread().setContextClassLoader(null);
        assertThat(BrokerAdapters.found()).isEmpty();
    }

    @Test
    void adapterThatCanNotBeLoadedIsRefused() throws IOException {
        offer("com.example.NoAdapter");
        assertThatThrownBy(BrokerAdapters::found)
                .hasMessageStartingWith("OWD-0173")
                .hasMessageContaining("com.example.NoAdapter");
        offer(Failing.class);
        assertThatThrownBy(BrokerAdapters::found)
                .hasMessageStartingWith("OWD-0173")
                .hasMessageContaining("no client");
    }

    @Test
    void twoAdaptersOfAKindOfBrokerAreRefused() {
        List<BrokerAdapter> twice = List.of(new TestAdapter("alpha", null), new TestAdapter("alpha", LACKING));
        assertThatThrownBy(() -> new BrokerAdapters(twice))
                .hasMessageStartingWith("OWD-0017")
                .hasMessageContaining("alpha")
                .hasMessageContaining(TestAdapter.class.getName());
    }

    @Test
    void applicationWhoseOnlyAdapterLacksSomethingIsRefused() {
        BrokerAdapter lacking = new TestAdapter("alpha", LACKING);
        assertThatThrownBy(() -> new BrokerAdapters(List.of(lacking)).requireAny())
                .hasMessageStartingWith("OWD-0013")
                .hasMessageContaining("a library")
                .hasMessageContaining("Add it");
        assertThatThrownBy(() -> new BrokerAdapters(List.of()).requireAny()).hasMessageStartingWith("OWD-0174");
        BrokerAdapter working = new TestAdapter("beta", null);
        BrokerAdapters both = new BrokerAdapters(List.of(lacking, working));
        assertThatCode(both::requireAny).doesNotThrowAnyException();
        assertThat(both.usable()).containsExactly(working);
    }

    private void offer(Class<?> adapter) throws IOException {
        offer(adapter.getName());
    }

    /** Has the application's class loader see a services file with one name in it. */
    private void offer(String adapter) throws IOException {
        Path file = directory.resolve("META-INF/services/" + BrokerAdapter.class.getName());
        Files.createDirectories(file.getParent());
        Files.writeString(file, adapter);
        Thread.currentThread()
                .setContextClassLoader(
                        new URLClassLoader(new URL[] {directory.toUri().toURL()}, before));
    }

    /** An adapter that does nothing. */
    public static class Found implements BrokerAdapter {

        @Override
        public String scheme() {
            return "found";
        }

        @Override
        public List<Setting> settings() {
            return List.of();
        }

        @Override
        public Optional<Missing> missing() {
            return Optional.empty();
        }

        @Override
        public Destinations destinations(BrokerContext context) {
            throw new AssertionError("nothing is published here");
        }

        @Override
        public EventPublisher publisher(BrokerContext context) {
            throw new AssertionError("nothing is published here");
        }

        @Override
        public Optional<MessageSource> source(BrokerContext context) {
            return Optional.empty();
        }

        @Override
        public List<MessageKind> messageKinds() {
            return List.of();
        }
    }

    /** One that can't be made. */
    public static final class Failing extends Found {

        public Failing() {
            throw new IllegalStateException("no client");
        }
    }
}
