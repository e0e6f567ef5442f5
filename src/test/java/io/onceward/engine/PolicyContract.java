// SPDX-License-Identifier: Apache-2.0
package io.onceward.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.onceward.api.OutboxMetadata;
import io.onceward.fixture.Await;
import io.onceward.fixture.LogLines;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Every relay obeys the retry policy of the application that declares a channel, on every database. */
@DialectContract
abstract class PolicyContract extends OutboxFixture {

    private final List<Engine> applications = Collections.synchronizedList(new ArrayList<>());

    @AfterEach
    void stopApplications() {
        applications.forEach(each -> each.stop(Duration.ofSeconds(5)));
    }

    /** Starts an application that declares channels. */
    private Engine application(String name, Map<String, String> policy, String... channels) {
        Map<String, String> configuration = new HashMap<>(policy);
        configuration.put("onceward.application", name);
        configuration.put("onceward.relay.polling-interval", "PT0.05S");
        Engine opened = engine(new Nodes(JTA, publisher).declaring(channels), configuration, Runnable::run, pool);
        applications.add(opened);
        return opened;
    }

    /** Starts an application that records and does not publish. */
    private Engine producer(String name, Map<String, String> policy, String... channels) {
        Map<String, String> configuration = new HashMap<>(policy);
        configuration.put("onceward.relay.enabled", "false");
        return application(name, configuration, channels);
    }

    private static Map<String, String> policy(int attempts, String onFailure) {
        Map<String, String> configuration = parkingSoon(onFailure);
        configuration.put("onceward.relay.max-attempts", String.valueOf(attempts));
        return configuration;
    }

    private String stored(String column, String channel) {
        return text(
                "SELECT MAX(" + column + ") FROM onceward_policy WHERE side = 'outbox' AND queue = '" + channel + "'");
    }

    private int inState(String state) {
        return number("SELECT COUNT(*) FROM onceward_outbox WHERE state = '" + state + "'");
    }

    /** Records events of one key, the first of which the broker refuses. */
    private List<String> recordBehindRefused(int count) throws Exception {
        List<String> ids = record(count, "orders", i -> "bad");
        publisher.refuse(event -> event.id().equals(ids.get(0)));
        publisher.setDown(false);
        return ids;
    }

    @Test
    void relayOfAnotherApplicationObeysTheApplicationThatDeclaresTheChannel() throws Exception {
        producer("shop", policy(2, "block-key"), "orders");
        List<String> ids = recordBehindRefused(3);
        engine.stop(Duration.ofSeconds(5));
        Engine relay = application("relay", policy(5, "skip"));
        Await.until("a parked event", () -> inState("PARKED") == 1, relay::poll);
        assertThat(number("SELECT attempts FROM onceward_outbox WHERE id = '" + ids.get(0) + "'"))
                .isEqualTo(2);
        for (int i = 0; i < 10; i++) {
            Thread.sleep(20);
            relay.poll();
        }
        assertThat(publisher.published()).isEmpty();
        assertThat(inState("BLOCKED")).isEqualTo(2);
    }

    @Test
    void relayUsesItsOwnPolicyForAChannelThatNoApplicationDeclares() throws Exception {
        List<String> ids = recordBehindRefused(2);
        engine.stop(Duration.ofSeconds(5));
        sql("DELETE FROM onceward_policy");
        Engine relay = application("relay", policy(2, "skip"));
        Await.until("a published event", () -> !publisher.published().isEmpty(), relay::poll);
        assertThat(publisher.ids()).containsExactly(ids.get(1));
        assertThat(inState("PARKED")).isOne();
        assertThat(rows("onceward_policy")).isZero();
    }

    @Test
    void changeToSkipFreesBlockedEventsAndTheChangeBackBlocksAgain() throws Exception {
        producer("shop", policy(1, "block-key"), "orders");
        List<String> ids = recordBehindRefused(3);
        engine.stop(Duration.ofSeconds(5));
        Engine relay = application("relay", Map.of());
        Await.until("blocked events", () -> inState("PARKED") == 1 && inState("BLOCKED") == 2, relay::poll);
        relay.poll();
        assertThat(publisher.published()).isEmpty();

        Engine skipping = producer("shop", policy(1, "skip"), "orders");
        Await.until("free events", () -> publisher.published().size() == 2, relay::poll);
        assertThat(publisher.ids()).isEqualTo(ids.subList(1, 3));

        producer("shop", policy(1, "block-key"), "orders");
        Thread.sleep(60);
        relay.poll();
        JTA.inTransaction(() ->
                skipping.recording("orders").record("x", OutboxMetadata.none().withKey("bad")));
        Await.until("a blocked event", () -> inState("BLOCKED") == 1, relay::poll);
        assertThat(publisher.published()).hasSize(2);
    }

    @Test
    void idleRelayRunsOneQueryWithAParkedEventWhoseKeyContinues() throws Exception {
        producer("shop", policy(1, "skip"), "orders");
        List<String> ids = recordBehindRefused(2);
        engine.stop(Duration.ofSeconds(5));
        Engine relay = application("relay", Map.of());
        Await.until("a published event", () -> publisher.published().size() == 1, relay::poll);
        assertThat(publisher.ids()).isEqualTo(ids.subList(1, 2));
        Thread.sleep(60);
        relay.poll();
        executions.clear();
        relay.poll();
        assertThat(executions).hasSize(1);
    }

    @Test
    void conflictIsWarnedOfOnceForEachDeploymentWithBothApplications() {
        producer("shop", policy(7, "block-key"), "orders", "bills");
        try (LogLines log = new LogLines()) {
            producer("billing", policy(3, "skip"), "bills", "letters");
            assertThat(warnings(log))
                    .singleElement()
                    .asString()
                    .contains("for channel 'bills'")
                    .contains("Application 'billing' declares max-attempts=3, retry-delay=PT0.1S,"
                            + " retry-max-delay=PT0.2S, on-failure=skip; application 'shop' has declared"
                            + " max-attempts=7, retry-delay=PT0.1S, retry-max-delay=PT0.2S, on-failure=block-key.");
            assertThat(stored("application", "bills")).isEqualTo("billing");
            assertThat(stored("maxattempts", "bills")).isEqualTo("3");
            assertThat(stored("onfailure", "bills")).isEqualTo("skip");
            assertThat(stored("application", "orders")).isEqualTo("shop");

            log.forget();
            producer("billing", policy(3, "skip"), "bills", "letters");
            assertThat(warnings(log)).isEmpty();
            producer("shop", policy(7, "block-key"), "orders", "bills");
            assertThat(warnings(log))
                    .singleElement()
                    .asString()
                    .contains("Application 'shop' declares max-attempts=7", "application 'billing' has declared");
            assertThat(stored("application", "bills")).isEqualTo("shop");
        }
    }

    @Test
    void samePolicyIsNeitherWrittenNorWarnedOf() {
        producer("shop", policy(7, "skip"), "orders");
        statements.clear();
        try (LogLines log = new LogLines()) {
            producer("billing", policy(7, "skip"), "orders");
            assertThat(warnings(log)).isEmpty();
        }
        assertThat(stored("application", "orders")).isEqualTo("shop");
        assertThat(statements)
                .isNotEmpty()
                .noneMatch(sql -> sql.matches("(?s).*(INSERT INTO|UPDATE) onceward_policy.*"));
    }

    @Test
    void applicationChangesItsOwnPolicyWithoutAWarning() {
        producer("shop", policy(7, "block-key"), "orders");
        try (LogLines log = new LogLines()) {
            producer(
                    "shop",
                    Map.of("onceward.relay.retry-delay", "PT2S", "onceward.relay.retry-max-delay", "PT1H"),
                    "orders");
            assertThat(warnings(log)).isEmpty();
        }
        assertThat(stored("maxattempts", "orders")).isEqualTo("15");
        assertThat(stored("retrydelay", "orders")).isEqualTo("2000");
        assertThat(stored("retrymaxdelay", "orders")).isEqualTo("3600000");
    }

    @Test
    void channelThatTheApplicationOpensLaterIsDeclaredThen() throws Exception {
        publisher.setDown(true);
        Engine shop = producer("shop", policy(7, "skip"));
        assertThat(stored("application", "letters")).isNull();
        JTA.inTransaction(() -> shop.recording("letters").record("x", OutboxMetadata.none()));
        assertThat(stored("application", "letters")).isEqualTo("shop");
        assertThat(stored("onfailure", "letters")).isEqualTo("skip");
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void enginesThatStartAtTheSameTimeDeclareTheirPoliciesWithoutFailing(int applicationCount) throws Exception {
        String[] channels = IntStream.range(0, 10).mapToObj(i -> "channel" + i).toArray(String[]::new);
        producer("old", policy(7, "block-key"), "channel0", "channel1", "channel2");
        try (LogLines log = new LogLines()) {
            List<Callable<Engine>> starts = IntStream.range(0, 8)
                    .<Callable<Engine>>mapToObj(i -> () -> {
                        int number = i % applicationCount;
                        return producer("new" + number, policy(3 + number, "skip"), channels);
                    })
                    .toList();
            for (Future<Engine> started : threads.invokeAll(starts)) {
                assertThat(started).succeedsWithin(Duration.ofSeconds(60));
            }
            assertThat(rows("onceward_policy")).isEqualTo(11);
            for (String channel : channels) {
                String application = stored("application", channel);
                assertThat(application).startsWith("new");
                assertThat(stored("maxattempts", channel)).isEqualTo(application.equals("new0") ? "3" : "4");
                assertThat(warnings(log))
                        .filteredOn(line -> line.contains("'" + channel + "'") && line.contains("'old' has declared"))
                        .as("warnings of %s", channel)
                        .hasSize(channel.matches("channel[012]") ? 1 : 0);
            }
            if (applicationCount == 1) {
                assertThat(warnings(log)).hasSize(3);
            }
        }
    }

    @Test
    @OwnDatabase
    void databaseThatRefusesThePolicyIsReported() {
        sql("DROP TABLE onceward_policy");
        assertThatThrownBy(() -> producer("shop", Map.of("onceward.schema", "none"), "orders"))
                .hasMessageStartingWith("OWD-0230")
                .hasMessageContaining("retry policies");
    }

    private static List<String> warnings(LogLines log) {
        return log.all().stream().filter(line -> line.contains("OWD-1047")).toList();
    }
}
