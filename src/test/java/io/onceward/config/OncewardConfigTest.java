// SPDX-License-Identifier: Apache-2.0
package io.onceward.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class OncewardConfigTest {

    @Test
    void everythingHasADefault() {
        OncewardConfig config = read(Map.of());
        assertThat(config.datasource()).isEqualTo("java:comp/DefaultDataSource");
        assertThat(config.inboxDatasource()).isEqualTo("java:comp/DefaultDataSource");
        assertThat(config.schema()).isEqualTo(SchemaMode.VALIDATE);
        assertThat(config.tablePrefix()).isEqualTo("onceward_");
        assertThat(config.tableSchema()).isEmpty();
        assertThat(config.isRelayEnabled()).isTrue();
        assertThat(config.relayPollingInterval()).isEqualTo(Duration.ofMillis(500));
        assertThat(config.healthMaxAge()).isEmpty();
        ChannelConfig channel = config.channel("orders");
        assertThat(channel.opensOwnTransaction()).isFalse();
        assertThat(channel.hasOtherConnector()).isFalse();
    }

    @Test
    void editorsMustSeePayloads() {
        assertThat(read(Map.of("onceward.console.payload-role", "readers", "onceward.console.edit-role", "editors"))
                        .console()
                        .editRole())
                .contains("editors");
        assertThat(read(Map.of("onceward.console.payload-role", "readers"))
                        .console()
                        .editRole())
                .isEmpty();
        assertThatThrownBy(() -> read(Map.of("onceward.console.edit-role", "editors")))
                .hasMessageStartingWith("OWD-0157");
    }

    @Test
    void healthMaxAgeIsReadFromConfiguration() {
        assertThat(read(Map.of("onceward.health.max-age", "PT1H")).healthMaxAge())
                .contains(Duration.ofHours(1));
    }

    @Test
    void channelInheritsSettingsThatItOmits() {
        OncewardConfig config = read(Map.of(
                "onceward.datasource", "jdbc/shop",
                "mp.messaging.outgoing.audit.datasource", "jdbc/audit"));
        assertThat(config.channel("orders").datasource()).isEqualTo("jdbc/shop");
        assertThat(config.channel("audit").datasource()).isEqualTo("jdbc/audit");
        assertThat(config.inboxDatasource()).isEqualTo("jdbc/shop");
    }

    @Test
    void channelsOfTheConnectorAreFoundByConfigurationAlone() {
        OncewardConfig config = read(Map.of(
                "mp.messaging.outgoing.orders.connector", "onceward",
                "mp.messaging.outgoing.with.dots.connector", "onceward-memory",
                "mp.messaging.outgoing.other.connector", "smallrye-kafka"));
        assertThat(config.names().ownChannels()).containsExactly("orders", "with.dots");
        assertThat(config.channel("other").hasOtherConnector()).isTrue();
    }

    @Test
    void everyConfiguredChannelCountsWithoutAnotherConnector() {
        OncewardConfig config = read(Map.of(
                "mp.messaging.outgoing.reminders.destnation", "queue:x",
                "mp.messaging.outgoing.orders.eu.destination", "queue:y",
                "mp.messaging.outgoing.audit.datasource", "jdbc/audit"));
        assertThat(config.names().allChannels()).containsExactly("audit", "orders.eu", "reminders");
        assertThat(config.names().ownChannels()).containsExactly("audit");
    }

    @Test
    void incomingChannelIsOursIfItsConnectorSaysSo() {
        OncewardConfig config = read(Map.of(
                "mp.messaging.incoming.orders.eu.connector", "onceward",
                "mp.messaging.incoming.orders.eu.concurrency", "2",
                "mp.messaging.incoming.orders.eu.on-failure", "skip",
                "mp.messaging.incoming.prices.connector", "smallrye-kafka",
                "mp.messaging.incoming.words.destination", "queue:x"));
        assertThat(config.names().incomingChannels()).containsExactly("orders.eu");
        assertThat(config.incoming("orders.eu").concurrency()).isEqualTo(2);
        assertThat(config.incoming("orders.eu").blocksKeyOnFailure()).isFalse();
        assertThat(config.incoming("orders.eu").maxAttempts()).isEqualTo(15);
        assertThat(config.incoming("prices").hasOtherConnector()).isTrue();
    }

    @Test
    void retentionOfAHandlerIsReadWithItsName() {
        OncewardConfig config = read(Map.of("onceward.inbox.retention.com.acme.Billing#bill", "P90D"));
        assertThat(config.handlerRetentions()).containsEntry("com.acme.Billing#bill", Duration.ofDays(90));
        assertThat(config.inboxRetention()).isEqualTo(Duration.ofDays(30));
        config.names().verify(Set.of(), Map.of(), Map.of());
    }

    @ParameterizedTest
    @CsvSource({
        "onceward.datasuorce, onceward.datasource",
        "onceward.relay.batchsize, onceward.relay.batch-size",
        "mp.messaging.outgoing.orders.destinaton, mp.messaging.outgoing.orders.destination",
        "onceward.server, onceward.servers",
        "mp.messaging.outgoing.orders.priorty, mp.messaging.outgoing.orders.priority",
        "mp.messaging.incoming.payments.prefech, mp.messaging.incoming.payments.prefetch",
        "mp.messaging.incoming.payments.concurency, mp.messaging.incoming.payments.concurrency",
        "mp.messaging.outgoing.with.dots.data-source, mp.messaging.outgoing.with.dots.datasource"
    })
    void unknownKeyIsRefusedWithTheNearestKnownOne(String written, String meant) {
        assertThatThrownBy(() -> read(Map.of(written, "x"))
                        .names()
                        .verify(
                                Set.of("onceward.servers"),
                                Map.of("orders", Set.of("priority"), "with", Set.of(), "with.dots", Set.of()),
                                Map.of("payments", Set.of("prefetch"))))
                .hasMessageStartingWith("OWD-0006")
                .hasMessageContaining(written)
                .hasMessageContaining("Did you mean " + meant + "?");
    }

    @Test
    void channelThatIsAlmostThatOfTheCodeIsMisspelt() {
        OncewardConfig config = read(Map.of(
                "mp.messaging.outgoing.order.destination", "queue:orders",
                "mp.messaging.outgoing.bills.destination", "queue:bills",
                "mp.messaging.outgoing.refunds.destination", "queue:refunds",
                "mp.messaging.incoming.Payments.destination", "queue:payments"));
        assertThat(config.names().misspelt(Set.of("orders", "refunds", "refund", "shipments"), Set.of("payments")))
                .containsExactlyInAnyOrderEntriesOf(Map.of(
                        "mp.messaging.outgoing.order", "mp.messaging.outgoing.orders",
                        "mp.messaging.incoming.Payments", "mp.messaging.incoming.payments"));
    }

    @Test
    void namesThatAreAlmostThoseOfTheCodeAreMisspelt() {
        OncewardConfig config = read(Map.of(
                "onceward.inbox.retention.warehose", "P90D",
                "onceward.inbox.retention.billing", "P90D",
                "onceward.relay.channels", "order,refunds"));
        assertThat(config.names()
                        .misspeltNames(
                                Set.of("warehouse", "billing", "bill"),
                                config.relayChannels(),
                                Set.of("orders", "refunds", "refund")))
                .containsExactlyInAnyOrderEntriesOf(Map.of(
                        "onceward.inbox.retention.warehose", "onceward.inbox.retention.warehouse",
                        "onceward.relay.channels=order", "onceward.relay.channels=orders"));
    }

    @Test
    void settingsOfTheAdapterAreKnown() {
        read(Map.of(
                        "onceward.servers", "x",
                        "mp.messaging.outgoing.orders.priority", "4",
                        "mp.messaging.incoming.orders.prefetch", "1"))
                .names()
                .verify(
                        Set.of("onceward.servers"),
                        Map.of("orders", Set.of("priority")),
                        Map.of("orders", Set.of("prefetch")));
    }

    @Test
    void nearestKeyIsFoundAtOnceHoweverLongTheNameOfTheChannelIs() {
        String channel = "c".repeat(500_000);
        String written = "mp.messaging.outgoing." + channel + ".destnation";
        assertTimeoutPreemptively(Duration.ofSeconds(20), () -> assertThatThrownBy(
                        () -> read(Map.of(written, "x")).names().verify(Set.of(), Map.of(channel, Set.of()), Map.of()))
                .hasMessageStartingWith("OWD-0006")
                .hasMessageContaining(
                        "Did you mean " + Key.CHANNEL_DESTINATION.text(channel) + "? See docs/errors.md#owd-0006"));
    }

    @Test
    void keysOfOtherChannelsAreNotOurs() {
        read(Map.of(
                        "mp.messaging.outgoing.kafka.bootstrap", "x",
                        "mp.messaging.incoming.orders.what", "x",
                        "mp.messaging.outgoing.orders.eu.destination", "x"))
                .names()
                .verify(Set.of(), Map.of("orders", Set.of(), "orders.eu", Set.of()), Map.of());
    }

    @ParameterizedTest
    @ValueSource(strings = {"a;drop table x", "1abc", "a-b", "a b", "über_", "a\"b", "averyverylongprefix__"})
    void illegalTablePrefixIsRefused(String prefix) {
        assertThatThrownBy(() -> read(Map.of("onceward.table-prefix", prefix)))
                .hasMessageStartingWith("OWD-0005")
                .hasMessageContaining(prefix);
    }

    @ParameterizedTest
    @CsvSource({
        "onceward.schema, drop",
        "onceward.relay.batch-size, 0",
        "onceward.relay.batch-size, many",
        "onceward.relay.batch-size, 10001",
        "onceward.relay.enabled, yes",
        "onceward.relay.polling-interval, 500ms",
        "onceward.relay.polling-interval, PT0S",
        "onceward.inbox.retention, P36501D",
        "onceward.relay.retry-max-delay, PT9223372036854775S",
        "onceward.relay.senders, 1001",
        "onceward.outbox.max-payload-size, -1",
        "onceward.envelope, CloudEvents",
        "onceward.cloudevents.source, a b",
        "onceward.cloudevents.source, /größe"
    })
    void illegalValueIsRefused(String key, String value) {
        assertThatThrownBy(() -> read(Map.of(key, value)))
                .hasMessageStartingWith("OWD-0007")
                .hasMessageContaining(key + "=" + value);
    }

    @Test
    void illegalValueOfAChannelIsRefused() {
        OncewardConfig config = read(Map.of("mp.messaging.outgoing.orders.transaction", "maybe"));
        assertThatThrownBy(() -> config.channel("orders")).hasMessageStartingWith("OWD-0007");
    }

    @ParameterizedTest
    @CsvSource({
        "handler-batch-size, 0",
        "handler-batch-size, -1",
        "handler-batch-size, 1001",
        "handler-batch-size, all",
        "handler-batch-wait, PT0S",
        "handler-batch-wait, -PT1S",
        "handler-batch-wait, PT1M0.001S",
        "handler-batch-wait, 200",
        "concurrency, 1001",
        "batch-size, 10001",
    })
    void illegalValueOfAnIncomingChannelIsRefused(String key, String value) {
        OncewardConfig config = read(Map.of("mp.messaging.incoming.orders." + key, value));
        assertThatThrownBy(() -> config.incoming("orders"))
                .hasMessageStartingWith("OWD-0007")
                .hasMessageContaining("mp.messaging.incoming.orders." + key + "=" + value);
    }

    @ParameterizedTest
    @CsvSource({"1, PT0.001S", "1000, PT1M"})
    void batchesOfHandlersHaveBounds(int size, Duration wait) {
        OncewardConfig config = read(Map.of(
                "mp.messaging.incoming.orders.handler-batch-size", String.valueOf(size),
                "mp.messaging.incoming.orders.handler-batch-wait", wait.toString()));
        assertThat(config.incoming("orders"))
                .returns(size, IncomingConfig::handlerBatchSize)
                .returns(wait, IncomingConfig::handlerBatchWait);
        assertThat(read(Map.of()).incoming("orders"))
                .returns(100, IncomingConfig::handlerBatchSize)
                .returns(Duration.ZERO, IncomingConfig::handlerBatchWait);
    }

    @Test
    void channelHasTheCommonEnvelopeOrItsOwn() {
        OncewardConfig config = read(Map.of(
                "onceward.cloudevents.source", "https://example.com/shop",
                "onceward.envelope", "cloudevents",
                "mp.messaging.outgoing.audit.envelope", "cloudevents-json",
                "mp.messaging.outgoing.plain.envelope", "none"));
        assertThat(config.channel("orders").envelope()).isEqualTo(Envelope.CLOUDEVENTS);
        assertThat(config.channel("audit").envelope()).isEqualTo(Envelope.CLOUDEVENTS_JSON);
        assertThat(config.channel("plain").envelope()).isEqualTo(Envelope.NONE);
        assertThat(read(Map.of()).channel("orders").envelope()).isEqualTo(Envelope.NONE);
    }

    @Test
    void cloudEventsWithoutASourceAreRefused() {
        assertThatThrownBy(() -> read(Map.of("onceward.envelope", "cloudevents")))
                .hasMessageStartingWith("OWD-0033")
                .hasMessageContaining("onceward.envelope=cloudevents");
        OncewardConfig config = read(Map.of("mp.messaging.outgoing.orders.envelope", "cloudevents-json"));
        assertThatThrownBy(() -> config.channel("orders"))
                .hasMessageStartingWith("OWD-0033")
                .hasMessageContaining("mp.messaging.outgoing.orders.envelope=cloudevents-json");
    }

    @ParameterizedTest
    @ValueSource(strings = {"ldap://evil/x", "rmi://evil/x", "java:comp/env:x", "two words", ""})
    void urlIsNoJndiName(String name) {
        assertThatThrownBy(() -> new JndiName(name)).hasMessageStartingWith("OWD-0014");
    }

    private static OncewardConfig read(Map<String, String> values) {
        return new OncewardConfig(values.keySet(), name -> Optional.ofNullable(values.get(name)));
    }
}
