// SPDX-License-Identifier: Apache-2.0
package io.onceward.broker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.onceward.config.ChannelDestination;
import io.onceward.config.OncewardConfig;
import io.onceward.fixture.TestAdapter;
import io.onceward.spi.BrokerAdapter;
import io.onceward.spi.BrokerAdapter.Missing;
import io.onceward.spi.ChannelSettings;
import io.onceward.spi.Setting.Scope;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ChannelAdaptersTest {

    private static final String OUTGOING = "mp.messaging.outgoing.orders.";
    private static final String INCOMING = "mp.messaging.incoming.orders.";

    private static final BrokerAdapter ALPHA = new TestAdapter("alpha", null);
    private static final BrokerAdapter BETA = new TestAdapter("beta", null);
    private static final BrokerAdapter ABSENT = new TestAdapter("absent", new Missing("a library", "add it"));

    @ParameterizedTest
    @CsvSource({
        // connector, destination, onceward.broker, adapter
        "onceward-beta, , , beta",
        "onceward-beta, x, alpha, beta",
        "onceward-beta, beta:x, , beta",
        "onceward, beta:x, , beta",
        ", beta:x, alpha, beta",
        ", , beta, beta",
        "onceward, x, beta, beta",
        ", gamma:x, beta, beta"
    })
    void connectorThenDestinationThenDefaultNameTheAdapter(
            String connector, String destination, String broker, String scheme) {
        assertThat(channels(List.of(ALPHA, BETA), configuration(OUTGOING, connector, destination, broker))
                        .outgoing("orders")
                        .scheme())
                .isEqualTo(scheme);
        String received = destination == null ? "x" : destination;
        assertThat(channels(List.of(ALPHA, BETA), configuration(INCOMING, connector, received, broker))
                        .incoming("orders")
                        .orElseThrow()
                        .scheme())
                .isEqualTo(scheme);
    }

    @Test
    void onlyAdapterThatLacksNothingServesChannelsThatNameNone() {
        ChannelAdapters channels = channels(List.of(ABSENT, BETA), Map.of());
        assertThat(channels.outgoing("orders")).isEqualTo(BETA);
    }

    @Test
    void amongSeveralAdaptersAChannelHasToNameOne() {
        ChannelAdapters channels = channels(List.of(BETA, ALPHA), Map.of(INCOMING + "destination", "x"));
        assertThatThrownBy(() -> channels.outgoing("orders"))
                .hasMessageStartingWith("OWD-0171")
                .hasMessageContaining("alpha, beta")
                .hasMessageContaining("mp.messaging.outgoing.orders.connector=onceward-alpha")
                .hasMessageContaining("onceward.broker");
        assertThatThrownBy(() -> channels.incoming("orders"))
                .hasMessageStartingWith("OWD-0171")
                .hasMessageContaining("mp.messaging.incoming.orders.connector=onceward-alpha");
    }

    @Test
    void channelThatTheApplicationReceivesForNeedsNoAdapter() {
        assertThat(channels(List.of(ALPHA, BETA), Map.of()).incoming("orders")).isEmpty();
        assertThatThrownBy(() -> channels(List.of(ALPHA), Map.of(INCOMING + "connector", "onceward-gamma"))
                        .incoming("orders"))
                .hasMessageStartingWith("OWD-0170");
    }

    @Test
    void adapterThatIsNotThereIsRefused() {
        assertThatThrownBy(() -> channels(List.of(ALPHA, BETA), Map.of(OUTGOING + "connector", "onceward-gamma"))
                        .outgoing("orders"))
                .hasMessageStartingWith("OWD-0170")
                .hasMessageContaining("mp.messaging.outgoing.orders.connector=onceward-gamma")
                .hasMessageContaining("alpha, beta");
        assertThatThrownBy(() -> channels(List.of(ALPHA), Map.of("onceward.broker", "gamma")))
                .hasMessageStartingWith("OWD-0170")
                .hasMessageContaining("onceward.broker=gamma");
    }

    @Test
    void adapterThatLacksSomethingIsRefusedWhereAChannelNeedsIt() {
        assertThatThrownBy(() -> channels(List.of(ABSENT, BETA), Map.of(OUTGOING + "destination", "absent:x"))
                        .outgoing("orders"))
                .hasMessageStartingWith("OWD-0013")
                .hasMessageContaining("a library")
                .hasMessageContaining("add it");
        assertThatThrownBy(() -> channels(List.of(ABSENT), Map.of()).outgoing("orders"))
                .hasMessageStartingWith("OWD-0013");
    }

    @Test
    void connectorAndDestinationMustNotNameTwoAdapters() {
        assertThatThrownBy(
                        () -> channels(List.of(ALPHA, BETA), configuration(OUTGOING, "onceward-alpha", "beta:x", null))
                                .outgoing("orders"))
                .hasMessageStartingWith("OWD-0172")
                .hasMessageContaining("mp.messaging.outgoing.orders.connector=onceward-alpha")
                .hasMessageContaining("mp.messaging.outgoing.orders.destination=beta:x");
    }

    @Test
    void settingIsTheChannelsOwnElseTheCommonOneElseTheDefault() {
        assertThat(settings(Map.of()).value("alpha-server")).contains("localhost");
        assertThat(settings(Map.of("onceward.alpha-server", "a")).value("alpha-server"))
                .contains("a");
        assertThat(settings(Map.of("onceward.alpha-server", "a", OUTGOING + "alpha-server", "b"))
                        .value("alpha-server"))
                .contains("b");
        assertThat(settings(Map.of()).value("alpha-priority")).contains("4");
        assertThat(settings(Map.of()).value("destination")).isEmpty();
    }

    @Test
    void adapterGetsTheDestinationWithoutItsScheme() {
        assertThat(settings(Map.of(OUTGOING + "destination", "alpha:queue:x")).value("destination"))
                .contains("queue:x");
        assertThat(settings(Map.of(OUTGOING + "destination", "beta:x")).value("destination"))
                .contains("beta:x");
    }

    @Test
    void settingIsNamedByItsWholeKey() {
        ChannelSettings settings = settings(Map.of());
        assertThat(settings.channel()).isEqualTo("orders");
        assertThat(settings.key("alpha-server")).isEqualTo("mp.messaging.outgoing.orders.alpha-server");
        ChannelAdapters channels = channels(List.of(ALPHA), Map.of("onceward.alpha-server", "a"));
        assertThat(channels.settings(ALPHA).key("alpha-server")).isEqualTo("onceward.alpha-server");
        assertThat(channels.settings(ALPHA).value("alpha-server")).contains("a");
    }

    @Test
    void settingThatAnAdapterDidNotDeclareIsItsMistake() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> settings(Map.of()).value("beta-server"))
                .withMessageContaining("beta-server");
    }

    @ParameterizedTest
    @CsvSource({
        "onceward.alpha-sever, onceward.alpha-server",
        "mp.messaging.outgoing.orders.beta-priority, mp.messaging.outgoing.orders.alpha-priority",
        "mp.messaging.outgoing.orders.destnation, mp.messaging.outgoing.orders.destination",
        "mp.messaging.incoming.orders.alpha-priority, mp.messaging.incoming.orders.destination"
    })
    void settingThatTheChannelsAdapterDoesNotKnowIsRefused(String written, String meant) {
        Map<String, String> configuration = Map.of("onceward.broker", "alpha", written, "x");
        Set<String> incoming = written.contains("incoming") ? Set.of("orders") : Set.of("letters");
        assertThatThrownBy(() -> channels(List.of(ALPHA, BETA), configuration).verifyNames(Set.of("orders"), incoming))
                .hasMessageStartingWith("OWD-0006")
                .hasMessageContaining(written);
        if (!written.startsWith("mp.messaging.incoming")) {
            assertThatThrownBy(
                            () -> channels(List.of(ALPHA, BETA), configuration).verifyNames(Set.of("orders"), incoming))
                    .hasMessageContaining(meant);
        }
    }

    /** It says that a broker is meant, so the channel is not local by mistake. */
    @Test
    void settingOfAnAdapterIsRefusedOnAChannelThatIsLocalByDefault() {
        Map<String, String> setting = Map.of("mp.messaging.outgoing.orders.alpha-priority", "1");
        assertThatThrownBy(() -> channels(List.of(ALPHA), setting).verifyNames(Set.of("orders"), Set.of("orders")))
                .hasMessageStartingWith("OWD-0006");
        channels(List.of(ALPHA), setting).verifyNames(Set.of("orders"), Set.of());
        channels(
                        List.of(ALPHA),
                        Map.of(
                                "mp.messaging.outgoing.orders.alpha-priority",
                                "1",
                                "mp.messaging.outgoing.orders.destination",
                                "x"))
                .verifyNames(Set.of("orders"), Set.of("orders"));
        channels(List.of(), Map.of("mp.messaging.outgoing.orders.destination", "local:"))
                .verifyNames(Set.of("orders"), Set.of());
    }

    @Test
    void settingsOfEachChannelsAdapterAreKnown() {
        Map<String, String> configuration = Map.of(
                "onceward.alpha-server", "a",
                "onceward.beta-server", "b",
                "mp.messaging.outgoing.orders.connector", "onceward-alpha",
                "mp.messaging.outgoing.orders.alpha-priority", "1",
                "mp.messaging.outgoing.bills.destination", "beta:bills",
                "mp.messaging.outgoing.bills.beta-priority", "2");
        channels(List.of(ALPHA, BETA), configuration).verifyNames(Set.of("orders", "bills"), Set.of("orders"));
    }

    @Test
    void eachDestinationOfAChannelHasTheAdapterOfItsSchemeAndItsOwnSettings() {
        Map<String, String> configuration = Map.of(
                "onceward.alpha-server",
                "a",
                OUTGOING + "connector",
                "onceward",
                OUTGOING + "destinations",
                "alpha:queue:x,other=beta:y",
                OUTGOING + "other.beta-priority",
                "1");
        ChannelAdapters channels = channels(List.of(ALPHA, BETA), configuration);
        channels.verifyNames(Set.of("orders"), Set.of());
        List<ChannelDestination> destinations = config(configuration).destinations("orders");
        assertThat(destinations).extracting(channels::outgoing).containsExactly(ALPHA, BETA);
        ChannelSettings first = channels.settings(destinations.get(0), ALPHA);
        assertThat(first.channel()).isEqualTo("orders.alpha");
        assertThat(first.value("destination")).contains("queue:x");
        assertThat(first.value("alpha-server")).contains("a");
        assertThat(first.value("alpha-priority")).contains("4");
        assertThat(first.key("destination")).isEqualTo(OUTGOING + "destinations");
        ChannelSettings second = channels.settings(destinations.get(1), BETA);
        assertThat(second.value("destination")).contains("y");
        assertThat(second.value("beta-priority")).contains("1");
        assertThat(second.key("beta-priority")).isEqualTo(OUTGOING + "other.beta-priority");
    }

    @ParameterizedTest
    @CsvSource({
        "alpha-priority, orders.alpha.alpha-priority",
        "alpha.beta-priority, orders.alpha.alpha-priority",
        "alpha.destination, orders.destination",
        "alhpa.alpha-priority, orders.alpha.alpha-priority"
    })
    void settingThatNoDestinationOfTheChannelKnowsIsRefused(String written, String meant) {
        Map<String, String> configuration =
                Map.of(OUTGOING + "destinations", "alpha:x,other=beta:y", OUTGOING + written, "1");
        assertThatThrownBy(() -> channels(List.of(ALPHA, BETA), configuration).verifyNames(Set.of("orders"), Set.of()))
                .hasMessageStartingWith("OWD-0006")
                .hasMessageContaining(OUTGOING + written)
                .hasMessageContaining("mp.messaging.outgoing." + meant);
    }

    @ParameterizedTest
    @CsvSource({
        "onceward, gamma:x, OWD-0170",
        "onceward-alpha, beta:x, OWD-0172",
        "onceward, absent:x, OWD-0013",
        "onceward-gamma, alpha:x, OWD-0172"
    })
    void destinationWhoseAdapterIsNotThereOrContradictsTheConnectorIsRefused(
            String connector, String destination, String code) {
        Map<String, String> configuration =
                Map.of(OUTGOING + "connector", connector, OUTGOING + "destinations", destination);
        ChannelAdapters channels = channels(List.of(ALPHA, BETA, ABSENT), configuration);
        ChannelDestination only = config(configuration).destinations("orders").get(0);
        assertThatThrownBy(() -> channels.outgoing(only))
                .hasMessageStartingWith(code)
                .satisfies(e -> assertThat(code.equals("OWD-0013")
                                || e.getMessage().contains(OUTGOING + "destinations=" + destination))
                        .as(e.getMessage())
                        .isTrue());
    }

    private static ChannelSettings settings(Map<String, String> configuration) {
        return channels(List.of(ALPHA, BETA), configuration).settings(Scope.OUTGOING, "orders", ALPHA);
    }

    private static Map<String, String> configuration(
            String prefix, String connector, String destination, String broker) {
        Map<String, String> values = new java.util.HashMap<>();
        values.put(prefix + "connector", connector);
        values.put(prefix + "destination", destination);
        values.put("onceward.broker", broker);
        values.values().removeIf(java.util.Objects::isNull);
        return values;
    }

    private static ChannelAdapters channels(List<BrokerAdapter> adapters, Map<String, String> configuration) {
        return new ChannelAdapters(config(configuration), new BrokerAdapters(adapters));
    }

    private static OncewardConfig config(Map<String, String> configuration) {
        return new OncewardConfig(configuration.keySet(), name -> Optional.ofNullable(configuration.get(name)));
    }
}
