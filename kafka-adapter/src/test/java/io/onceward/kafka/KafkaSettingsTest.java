// SPDX-License-Identifier: Apache-2.0
package io.onceward.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.onceward.spi.Setting;
import io.onceward.spi.Setting.Scope;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class KafkaSettingsTest {

    private static final Path PAGE = Path.of("..", "docs", "configuration.md");

    private static final String INCOMING = "mp.messaging.incoming.c.";

    @ParameterizedTest
    @EnumSource
    void pageListsEverySettingAsTheCodeHasIt(Scope scope) throws IOException {
        String rows = KafkaSettings.OWN.stream()
                .filter(setting -> setting.scope() == scope)
                .map(KafkaSettingsTest::row)
                .collect(Collectors.joining("\n", "| key | type | default | meaning |\n|---|---|---|---|\n", "\n"));
        assertThat(Files.readString(PAGE)).contains(rows);
    }

    private static String row(Setting setting) {
        String value = setting.defaultValue().isEmpty() ? "" : "`" + setting.defaultValue() + "`";
        String key = (setting.scope() == Scope.GLOBAL ? Scope.GLOBAL.prefix() : "") + setting.name();
        return "| `" + key + "` | " + setting.type() + " | " + value + " | " + setting.meaning() + " |";
    }

    @Test
    void channelIsTheTopicOfItsName() {
        assertThat(KafkaTopic.of(KafkaChannels.outgoing(Map.of()))).hasToString("kafka:c");
        assertThat(KafkaTopic.of(KafkaChannels.outgoing(Map.of("mp.messaging.outgoing.c.destination", "kafka:x"))))
                .hasToString("kafka:x");
    }

    @Test
    void originHasTheGroupAndTheDeadLetterTopic() {
        Map<String, String> short_ = Map.of(INCOMING + "destination", "x", INCOMING + "consumer-group", "a&b=c ?");
        KafkaOrigin origin = KafkaOrigin.of(KafkaChannels.incoming(short_));
        assertThat(origin).isEqualTo(new KafkaOrigin("x", "a&b=c ?", "x.dead-letter"));
        assertThat(KafkaOrigin.parse(origin.toString())).isEqualTo(origin);
        assertThatThrownBy(() -> KafkaOrigin.of(KafkaChannels.incoming(Map.of(
                        INCOMING + "destination", "x",
                        INCOMING + "consumer-group", "g",
                        INCOMING + "dead-letter-topic", "a/b"))))
                .hasMessageStartingWith("OWD-0242")
                .hasMessageContaining("dead-letter-topic=a/b");
    }

    @Test
    void deadLetterTopicThatIsTheReceivedTopicIsRefused() {
        assertThatThrownBy(() -> KafkaOrigin.of(KafkaChannels.incoming(Map.of(
                        INCOMING + "destination", "x",
                        INCOMING + "consumer-group", "g",
                        INCOMING + "dead-letter-topic", "x"))))
                .hasMessageStartingWith("OWD-0239")
                .hasMessageContaining(INCOMING + "dead-letter-topic=x");
    }
}
