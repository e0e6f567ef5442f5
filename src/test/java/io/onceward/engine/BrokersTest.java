// SPDX-License-Identifier: Apache-2.0
package io.onceward.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.onceward.config.OncewardConfig;
import io.onceward.fixture.TestAdapter;
import io.onceward.fixture.TestPublisher;
import io.onceward.spi.BrokerAdapter;
import io.onceward.spi.ChannelSettings;
import io.onceward.spi.MessageSource;
import io.onceward.spi.OutboxEvent;
import io.onceward.tracing.ContextPropagation;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The publishers and sources of several adapters. */
class BrokersTest {

    private final List<String> closed = new ArrayList<>();

    // ---- destinations

    @Test
    void relayFindsTheAdapterByTheSchemeOfTheDestination() {
        assertThat(destinationOf("alpha:orders")).isEqualTo("alpha:orders");
    }

    /** Rows with such a destination would be recorded, and no relay could publish them. */
    @ParameterizedTest
    @ValueSource(
            strings = {"orders", "", "alpha", ":orders", "beta:orders", "gamma:orders", "alphabet:orders", "ALPHA:x"})
    void destinationWithoutTheSchemeOfItsAdapterIsRefused(String destination) {
        assertThatThrownBy(() -> destinationOf(destination))
                .hasMessageStartingWith("OWD-0011")
                .hasMessageContaining("'orders'")
                .hasMessageContaining("publishes to " + destination + ",");
    }

    private String destinationOf(String composed) {
        return brokers(adapter("alpha", composed, null), adapter("beta", "beta:orders", null))
                .routesOf("orders")
                .get(0)
                .destination();
    }

    // ---- the end

    @Test
    void connectionsOfAllAdaptersAreClosed() {
        assertThatCode(brokers(adapter("alpha", "", null), adapter("beta", "", null))::close)
                .doesNotThrowAnyException();
        assertThat(closed)
                .containsExactlyInAnyOrder("alpha publisher", "alpha source", "beta publisher", "beta source");
    }

    @Test
    void adapterThatCannotBeClosedKeepsNoOtherOpen() {
        Brokers brokers = brokers(
                adapter("alpha", "", "alpha is stuck"),
                adapter("beta", "", "beta is stuck"),
                adapter("gamma", "", null));
        Throwable failure = catchThrowable(brokers::close);
        assertThat(closed)
                .containsExactlyInAnyOrder(
                        "alpha publisher",
                        "alpha source",
                        "beta publisher",
                        "beta source",
                        "gamma publisher",
                        "gamma source");
        List<Throwable> all = new ArrayList<>(List.of(failure.getSuppressed()));
        all.add(failure);
        assertThat(all)
                .extracting(Throwable::getMessage)
                .containsExactlyInAnyOrder(
                        "publisher: alpha is stuck",
                        "source: alpha is stuck",
                        "publisher: beta is stuck",
                        "source: beta is stuck");
    }

    // ---- the adapters

    private static Brokers brokers(BrokerAdapter... adapters) {
        Map<String, String> configuration = Map.of("onceward.broker", "alpha");
        OncewardConfig config =
                new OncewardConfig(configuration.keySet(), name -> Optional.ofNullable(configuration.get(name)));
        Platform platform = new Platform(null, null, Runnable::run, List.of(), List.of(adapters), List.of(), List.of());
        return new Brokers(config, platform, new ContextPropagation(List.of()));
    }

    /** @param failure with the publisher and the source of the adapter when they are closed; {@code null}: none */
    private BrokerAdapter adapter(String scheme, String destination, String failure) {
        TestPublisher publisher = new TestPublisher() {
            @Override
            public String destination(ChannelSettings settings) {
                return destination;
            }

            @Override
            protected void publish(OutboxEvent event) {
                throw new AssertionError("nothing is published here");
            }

            @Override
            public void close() {
                end(scheme, "publisher", failure);
            }
        };
        MessageSource source = new MessageSource() {
            @Override
            public String origin(ChannelSettings settings) {
                return destination;
            }

            @Override
            public void verify(ChannelSettings settings, String origin) {
                // every name exists
            }

            @Override
            public int receive(String origin, int limit, Duration patience, Sink sink) {
                throw new AssertionError("nothing is received here");
            }

            @Override
            public void close() {
                end(scheme, "source", failure);
            }
        };
        return new TestAdapter(scheme, publisher, source, List.of(), null);
    }

    private void end(String scheme, String half, String failure) {
        closed.add(scheme + " " + half);
        if (failure != null) {
            throw new IllegalStateException(half + ": " + failure);
        }
    }
}
