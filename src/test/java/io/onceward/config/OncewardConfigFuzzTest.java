// SPDX-License-Identifier: Apache-2.0
package io.onceward.config;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.api.FuzzedDataProvider;
import com.code_intelligence.jazzer.junit.FuzzTest;
import io.onceward.api.OncewardException;
import io.onceward.fixture.MalformedText;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class OncewardConfigFuzzTest {

    private static final String[] VALUES = {
        "java:comp/x",
        "jdbc/orders",
        "queue:orders",
        "topic:a",
        "none",
        "create",
        "onceward_",
        "shop",
        "500",
        "10000",
        "1000",
        "PT1S",
        "P1D",
        "PT0.001S",
        "P36500D",
        "P99999999D",
        "PT9223372036854775807S",
        "-P1D",
        "PT-1S",
        "true",
        "FALSE",
        "block-key",
        "skip",
        "required",
        "own",
        "onceward",
        "orders,billing"
    };

    @Test
    void anyValueIsUsedOrRefusedWithACode() {
        MalformedText.each(OncewardConfigFuzzTest::isUsedOrRefused);
    }

    @Timeout(20)
    @FuzzTest
    void structuredInput(FuzzedDataProvider data) {
        isUsedOrRefused(MalformedText.of(data));
    }

    private static void isUsedOrRefused(MalformedText malformed) {
        Map<String, String> values = new HashMap<>();
        for (int i = malformed.below(3); i >= 0; i--) {
            values.put(name(malformed), malformed.text(VALUES));
        }
        try {
            OncewardConfig config = new OncewardConfig(values.keySet(), name -> Optional.ofNullable(values.get(name)));
            Set<String> channels = config.names().allChannels();
            config.names()
                    .verify(Set.of(), unset(channels), unset(config.names().incomingChannels()));
            isUsable(config, config.channel("c"), config.incoming("c"));
        } catch (OncewardException e) {
            assertThat(e.code()).matches("OWD-\\d{4}");
        }
    }

    private static Map<String, Set<String>> unset(Set<String> channels) {
        return channels.stream().collect(Collectors.toMap(Function.identity(), channel -> Set.of()));
    }

    private static String name(MalformedText malformed) {
        Key key = malformed.oneOf(List.of(Key.values()));
        return switch (malformed.below(20)) {
            case 0 -> malformed.text("onceward.", "relay.", "mp.messaging.outgoing.", "mp.messaging.incoming.", "c.");
            case 1 -> Key.INBOX_RETENTION.text() + "." + malformed.text();
            default -> key.isOutgoing() || key.isIncoming() ? key.text("c") : key.text();
        };
    }

    /** Checks that an accepted value is usable in SQL, in a look-up, in time arithmetic and as an array size. */
    private static void isUsable(OncewardConfig config, ChannelConfig channel, IncomingConfig incoming) {
        assertThat(config.tablePrefix() + config.tableSchema())
                .matches("\\w{1,83}")
                .isASCII();
        for (String name : List.of(config.datasource(), config.inboxDatasource(), channel.datasource())) {
            assertThat(name.startsWith("java:") ? name.substring(5) : name).doesNotContain(":");
        }
        List<Duration> durations = new ArrayList<>(config.handlerRetentions().values());
        durations.add(config.relayPollingInterval());
        durations.add(config.retryDelay());
        durations.add(config.retryMaxDelay());
        durations.add(config.inboxRetention());
        durations.add(config.inboxJanitorInterval());
        durations.add(incoming.retryDelay());
        durations.add(incoming.retryMaxDelay());
        config.retention().ifPresent(durations::add);
        incoming.retention().ifPresent(durations::add);
        Instant now = Instant.parse("2026-01-01T00:00:00Z");
        for (Duration duration : durations) {
            assertThat(duration.toNanos()).isPositive();
            assertThat(now.minus(duration).atOffset(ZoneOffset.UTC).getYear()).isBetween(1900, 2026);
            assertThat(now.plus(duration).atOffset(ZoneOffset.UTC).getYear()).isBetween(2026, 2130);
        }
        assertThat(List.of(config.relaySenders(), incoming.concurrency())).allMatch(n -> n > 0 && n <= 1000);
        assertThat(List.of(config.relayBatchSize(), incoming.batchSize())).allMatch(n -> n > 0 && n <= 10_000);
        assertThat(List.of(
                        config.maxPayloadSize(), config.maxHeadersSize(), config.maxAttempts(), incoming.maxAttempts()))
                .allMatch(n -> n > 0);
    }
}
