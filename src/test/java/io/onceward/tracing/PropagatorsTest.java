// SPDX-License-Identifier: Apache-2.0
package io.onceward.tracing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.onceward.api.ContextPropagator;
import io.onceward.api.OncewardException;
import io.onceward.api.OutboxMetadata;
import io.onceward.fixture.LogLines;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PropagatorsTest {

    private final List<String> steps = new ArrayList<>();

    private final class Given implements ContextPropagator {

        private final String name;
        private final Supplier<Optional<String>> value;
        private RuntimeException atRemoval;

        Given(String name, Supplier<Optional<String>> value) {
            this.name = name;
            this.value = value;
        }

        @Override
        public String name() {
            return name;
        }

        @Override
        public Optional<String> capture() {
            return value.get();
        }

        @Override
        public Runnable restore(String restored) {
            if (restored.equals("bad")) {
                throw new IllegalStateException("bad " + name);
            }
            if (restored.equals("null")) {
                return null;
            }
            steps.add("+" + name + " " + restored);
            return () -> {
                steps.add("-" + name);
                if (atRemoval != null) {
                    throw atRemoval;
                }
            };
        }
    }

    private Given given(String name, String value) {
        return new Given(name, () -> Optional.ofNullable(value));
    }

    private Propagators of(ContextPropagator... all) {
        return new Propagators(Arrays.asList(all));
    }

    private Map<String, String> captured(ContextPropagator propagator) {
        return of(propagator).captured("orders", OutboxMetadata.none()).headers();
    }

    private Object restored(Propagators propagators, Map<String, String> headers) throws Exception {
        return propagators.restored(headers::get, () -> steps.add("work"));
    }

    // ---- names

    @ParameterizedTest
    @ValueSource(strings = {"a", "tenant", "user_2", "abcdefghijabcdefghijabcdefghijabcdefghijabcdefghij"})
    void legalNames(String name) {
        assertThat(captured(given(name, "x"))).isEqualTo(Map.of("context_" + name, "x"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "_",
                "2a",
                "Tenant",
                "ten-ant",
                "ten ant",
                "tén",
                "abcdefghijabcdefghijabcdefghijabcdefghijabcdefghijk"
            })
    void illegalNamesAreRefused(String name) {
        assertThatThrownBy(() -> of(given(name, "x")))
                .isInstanceOf(OncewardException.class)
                .hasMessageStartingWith("OWD-0381")
                .hasMessageContaining(Given.class.getName())
                .hasMessageContaining("'" + name + "'");
    }

    @Test
    void nameThatCannotBeReadIsRefused() {
        ContextPropagator throwing = new ContextPropagator() {
            @Override
            public String name() {
                throw new IllegalStateException("no request");
            }

            @Override
            public Optional<String> capture() {
                return Optional.empty();
            }

            @Override
            public Runnable restore(String value) {
                return () -> {};
            }
        };
        assertThatThrownBy(() -> of(throwing))
                .hasMessageStartingWith("OWD-0381")
                .hasMessageContaining("no request");
        assertThatThrownBy(() -> of(given(null, "x"))).hasMessageStartingWith("OWD-0381");
    }

    @Test
    void twoPropagatorsWithOneNameAreRefused() {
        assertThatThrownBy(() -> of(given("a", "1"), given("tenant", "2"), given("tenant", "3")))
                .hasMessageStartingWith("OWD-0382")
                .hasMessageContaining("'tenant'");
    }

    // ---- capture

    @Test
    void applicationWithoutContextsHasItsMetadataUnchanged() {
        OutboxMetadata metadata = OutboxMetadata.none().withHeader("a", "1");
        assertThat(of().captured("orders", metadata)).isSameAs(metadata);
        assertThat(of(given("tenant", null)).captured("orders", metadata)).isSameAs(metadata);
    }

    @Test
    void headerThatTheApplicationHasSetStays() {
        Given failing = new Given("tenant", () -> {
            throw new IllegalStateException("not called");
        });
        OutboxMetadata metadata = OutboxMetadata.none().withHeader("context_tenant", "mine");
        assertThat(of(failing).captured("orders", metadata)).isSameAs(metadata);
    }

    @Test
    void failingCaptureIsRefused() {
        Given failing = new Given("tenant", () -> {
            throw new IllegalStateException("no request");
        });
        assertThatThrownBy(() -> captured(failing))
                .hasMessageStartingWith("OWD-0383")
                .hasMessageContaining("'orders'")
                .hasMessageContaining("'context_tenant'")
                .hasMessageContaining("no request");
        assertThatThrownBy(() -> captured(new Given("tenant", () -> null))).hasMessageStartingWith("OWD-0384");
    }

    @Test
    void everyPrintableAsciiCharacterIsLegal() {
        StringBuilder all = new StringBuilder();
        for (char c = '!'; c <= '~'; c++) {
            all.append(c).append(' ');
        }
        String value = all.toString().strip();
        assertThat(captured(given("tenant", value))).containsValue(value);
        assertThatCode(() -> captured(given("tenant", "x".repeat(1024)))).doesNotThrowAnyException();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", " a", "a ", "a\nb", "a\tb", "a\0b", "caf\u00e9", "\u007f", "a\u2028"})
    void illegalValuesAreRefusedBothWays(String value) {
        assertThatThrownBy(() -> captured(given("tenant", value))).hasMessageStartingWith("OWD-0384");
        assertThatThrownBy(() -> restored(of(given("tenant", null)), Map.of("context_tenant", value)))
                .hasMessageStartingWith("OWD-0384");
        assertThat(steps).isEmpty();
    }

    // ---- restoring

    @Test
    void contextsAreRemovedInReverse() throws Exception {
        restored(
                of(given("b", null), given("a", null), given("c", null)),
                Map.of("context_a", "1", "context_b", "2", "b", "not this one", "context_d", "unknown"));
        assertThat(steps).containsExactly("+a 1", "+b 2", "work", "-b", "-a");
    }

    @Test
    void contextsAreRemovedAfterAFailure() {
        assertThatThrownBy(() -> of(given("a", null)).restored(name -> "1", () -> {
                    throw new IOException("handler");
                }))
                .isInstanceOf(IOException.class)
                .hasMessage("handler");
        assertThat(steps).containsExactly("+a 1", "-a");
    }

    @ParameterizedTest
    @ValueSource(strings = {"bad", "null"})
    void contextThatCannotBeRestoredKeepsTheHandlerFromRunning(String value) {
        Map<String, String> headers = Map.of("context_a", "1", "context_b", value);
        assertThatThrownBy(() -> restored(of(given("a", null), given("b", null)), headers))
                .hasMessageStartingWith("OWD-0385")
                .hasMessageContaining("'context_b'");
        assertThat(steps).containsExactly("+a 1", "-a");
    }

    @Test
    void removalThatFailsIsLoggedAndKeepsNoOtherContext() throws Exception {
        Given failing = given("b", null);
        failing.atRemoval = new IllegalStateException("stuck");
        try (LogLines log = new LogLines()) {
            restored(of(given("a", null), failing), Map.of("context_a", "1", "context_b", "2"));
            assertThat(steps).containsExactly("+a 1", "+b 2", "work", "-b", "-a");
            assertThat(log.all()).anyMatch(line -> line.contains("OWD-1111") && line.contains("stuck"));
        }
    }
}
