// SPDX-License-Identifier: Apache-2.0
package io.onceward.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import io.onceward.api.OncewardException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The destinations of a channel that has several. */
class DestinationListTest {

    private static final String KEY = "mp.messaging.outgoing.orders.destinations";

    @Test
    void destinationIsNamedAfterItsSchemeUnlessItHasAName() {
        assertThat(read("kafka:orders, erp = webhook:https://erp.example/hook?a=b,crm=webhook:https://crm.example"))
                .containsExactly(
                        new ChannelDestination("orders", "kafka", "kafka:orders"),
                        new ChannelDestination("orders", "erp", "webhook:https://erp.example/hook?a=b"),
                        new ChannelDestination("orders", "crm", "webhook:https://crm.example"));
        assertThat(read("kafka:orders,erp=webhook:https://erp.example"))
                .extracting(ChannelDestination::queue, ChannelDestination::scheme)
                .containsExactly(tuple("orders.kafka", "kafka"), tuple("orders.erp", "webhook"));
    }

    @Test
    void localDestinationMayNameAHandler() {
        assertThat(read("local:,archive=local:orders/archive,kafka:orders"))
                .extracting(ChannelDestination::isLocal, ChannelDestination::handler)
                .containsExactly(
                        tuple(true, Optional.empty()),
                        tuple(true, Optional.of("orders/archive")),
                        tuple(false, Optional.of("orders")));
    }

    @Test
    void channelIsLocalByDefaultIfNeitherEndLeadsElsewhere() {
        assertThat(config(Map.of()).isLocalByDefault("orders")).isTrue();
        assertThat(config(Map.of(
                                "mp.messaging.outgoing.orders.connector", "onceward",
                                "mp.messaging.incoming.orders.connector", "onceward"))
                        .isLocalByDefault("orders"))
                .isTrue();
        for (String key :
                List.of("outgoing.orders.destination", "outgoing.orders.destinations", "incoming.orders.destination")) {
            assertThat(config(Map.of("mp.messaging." + key, "kafka:x")).isLocalByDefault("orders"))
                    .as(key)
                    .isFalse();
        }
        for (String key : List.of("outgoing.orders.connector", "incoming.orders.connector")) {
            assertThat(config(Map.of("mp.messaging." + key, "onceward-kafka")).isLocalByDefault("orders"))
                    .as(key)
                    .isFalse();
            assertThat(config(Map.of("mp.messaging." + key, "smallrye-kafka")).isLocalByDefault("orders"))
                    .as(key)
                    .isFalse();
        }
        assertThat(config(Map.of("onceward.outbox.mode", "cdc")).isLocalByDefault("orders"))
                .isFalse();
    }

    private static OncewardConfig config(Map<String, String> properties) {
        return new OncewardConfig(properties.keySet(), name -> Optional.ofNullable(properties.get(name)));
    }

    @Test
    void commaBehindABackslashBelongsToTheDestination() {
        assertThat(read("webhook:https://erp.example/a\\,b?c=d\\,e,kafka:orders"))
                .extracting(ChannelDestination::text)
                .containsExactly("webhook:https://erp.example/a,b?c=d,e", "kafka:orders");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "kafka:orders,| it is empty",
                ",kafka:orders| it is empty",
                "kafka:a, ,jms:b| it is empty",
                "orders| it has no scheme",
                "kafka:a,queue| 'queue': it has no scheme",
                "erp=orders| it has no scheme",
                "a=b=kafka:x| it has no scheme",
                ":orders| it has no scheme",
                "kafka:| it names no destination",
                "erp=kafka:| it names no destination",
                "=kafka:x| its name '' is not made of",
                "e.rp=kafka:x| its name 'e.rp' is not made of",
                "with space=kafka:x| write NAME=kafka:x",
                "größe=kafka:x| its name 'größe'"
            })
    void illegalEntryIsRefusedWithTheReason(String list, String reason) {
        assertThatThrownBy(() -> read(list))
                .isInstanceOfSatisfying(
                        OncewardException.class, e -> assertThat(e.code()).isEqualTo("OWD-0301"))
                .hasMessageContaining(KEY)
                .hasMessageContaining(reason.strip());
    }

    @Test
    void twoDestinationsWithOneNameAreRefused() {
        assertThatThrownBy(() -> read("webhook:https://ada:secret@a.example,webhook:https://b.example"))
                .hasMessageStartingWith("OWD-0302")
                .hasMessageContaining("the name 'webhook'")
                .hasMessageContaining("webhook-2=webhook:https://b.example")
                .hasMessageNotContaining("secret");
        assertThatThrownBy(() -> read("kafka:a,kafka=webhook:https://b.example"))
                .hasMessageStartingWith("OWD-0302");
    }

    @Test
    void channelHasOneDestinationOrAList() {
        OncewardConfig config = config(KEY, "kafka:a", "mp.messaging.outgoing.orders.destination", "b");
        assertThatThrownBy(() -> config.destinations("orders"))
                .hasMessageStartingWith("OWD-0300")
                .hasMessageContaining(KEY)
                .hasMessageContaining("mp.messaging.outgoing.orders.destination ");
        assertThat(config(KEY, " ").destinations("orders")).isEmpty();
        assertThat(config(KEY, "garbage", "mp.messaging.outgoing.orders.connector", "smallrye-kafka")
                        .destinations("orders"))
                .as("the list of another connector")
                .isEmpty();
    }

    @Test
    void relayOfAChannelServesTheQueuesOfItsDestinations() {
        assertThat(config(KEY, "kafka:a,erp=kafka:b", "onceward.relay.channels", "orders,bills")
                        .relayChannels())
                .containsExactlyInAnyOrder("bills", "orders", "orders.kafka", "orders.erp");
        assertThat(config(KEY, "kafka:a,erp=kafka:b", "onceward.relay.channels", "orders.erp")
                        .relayChannels())
                .containsExactly("orders.erp");
        assertThat(config(KEY, "kafka:a").relayChannels()).isEmpty();
    }

    // ---- names of properties

    /** A property of a destination configures no channel. */
    @Test
    void destinationIsNoChannel() {
        OncewardConfig config = config(
                KEY,
                "kafka:a,erp=kafka:b",
                "mp.messaging.outgoing.orders.erp.acks",
                "1",
                "mp.messaging.outgoing.orders.epr.acks",
                "1",
                "mp.messaging.outgoing.orders.eu.destination",
                "kafka:eu");
        assertThat(config.names().allChannels()).containsExactly("orders", "orders.eu");
        assertThat(config.names().ownChannels()).containsExactly("orders");
    }

    @ParameterizedTest
    @CsvSource({
        "mp.messaging.outgoing.orders.erp.akcs, mp.messaging.outgoing.orders.erp.acks",
        "mp.messaging.outgoing.orders.epr.acks, mp.messaging.outgoing.orders.erp.acks",
        "mp.messaging.outgoing.orders.acks, mp.messaging.outgoing.orders.erp.acks"
    })
    void unknownKeyOfADestinationIsRefusedWithTheNearestKnownOne(String written, String meant) {
        Map<String, Set<String>> settings = Map.of("orders", Set.of("erp.acks"));
        config(KEY, "erp=kafka:b", meant, "x").names().verify(Set.of(), settings, Map.of());
        assertThatThrownBy(
                        () -> config(KEY, "erp=kafka:b", written, "x").names().verify(Set.of(), settings, Map.of()))
                .hasMessageStartingWith("OWD-0006")
                .hasMessageContaining(written)
                .hasMessageContaining(meant);
    }

    private static List<ChannelDestination> read(String list) {
        return config(KEY, list).destinations("orders");
    }

    private static OncewardConfig config(String... keysAndValues) {
        Map<String, String> values = new HashMap<>();
        for (int i = 0; i < keysAndValues.length; i += 2) {
            values.put(keysAndValues[i], keysAndValues[i + 1]);
        }
        return new OncewardConfig(values.keySet(), name -> Optional.ofNullable(values.get(name)));
    }
}
