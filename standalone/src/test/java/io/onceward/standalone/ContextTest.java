// SPDX-License-Identifier: Apache-2.0
package io.onceward.standalone;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.onceward.api.ContextPropagator;
import io.onceward.fixture.Await;
import io.onceward.fixture.MemoryDatabase;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A context of the application in a plain JVM. */
class ContextTest {

    private static final ThreadLocal<Locale> LOCALE = new ThreadLocal<>();

    private final MemoryDatabase database = new MemoryDatabase();
    private final List<String> handled = new CopyOnWriteArrayList<>();
    private final OncewardBuilder builder = Builders.on(database)
            .configuration(Map.of("onceward.schema", "create"))
            .contextPropagator(new Locales())
            .handle("orders", "letters", String.class, (order, message) -> handled.add(order + " " + LOCALE.get()));

    @AfterEach
    void close() {
        LOCALE.remove();
        database.close();
    }

    private static final class Locales implements ContextPropagator {

        @Override
        public String name() {
            return "locale";
        }

        @Override
        public Optional<String> capture() {
            return Optional.ofNullable(LOCALE.get()).map(Locale::toLanguageTag);
        }

        @Override
        public Runnable restore(String value) {
            LOCALE.set(Locale.forLanguageTag(value));
            return LOCALE::remove;
        }
    }

    @Test
    void handlerHasTheLocaleOfTheCaller() throws Exception {
        try (Onceward onceward = builder.start()) {
            LOCALE.set(Locale.ITALY);
            MemoryDatabase.inTransaction(() -> onceward.outbox().record("orders", "one"));
            LOCALE.remove();
            MemoryDatabase.inTransaction(() -> onceward.outbox().record("orders", "two"));
            Await.until("both are handled", () -> handled.size() == 2);
        }
        assertThat(handled).containsExactlyInAnyOrder("one it_IT", "two null");
    }

    @Test
    void workThatRunsOnceHasTheLocaleOfItsMessageOnly() throws Exception {
        try (Onceward onceward = builder.start()) {
            onceward.once("letters", "m1", () -> handled.add("once " + LOCALE.get()));
        }
        assertThat(handled).containsExactly("once null");
    }

    @Test
    void twoPropagatorsWithOneNameAreRefused() {
        assertThatThrownBy(() -> builder.contextPropagator(new Locales()).start())
                .hasMessageStartingWith("OWD-0382")
                .hasMessageContaining("'locale'");
    }
}
