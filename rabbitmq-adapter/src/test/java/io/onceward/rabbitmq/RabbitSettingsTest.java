// SPDX-License-Identifier: Apache-2.0
package io.onceward.rabbitmq;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.onceward.spi.Setting;
import io.onceward.spi.Setting.Scope;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class RabbitSettingsTest {

    private static final Path PAGE = Path.of("..", "docs", "configuration.md");

    private static final String OUTGOING = "mp.messaging.outgoing.c.";
    private static final String INCOMING = "mp.messaging.incoming.c.";

    @ParameterizedTest
    @EnumSource
    void pageListsEverySettingAsTheCodeHasIt(Scope scope) throws IOException {
        String rows = RabbitSettings.ALL.stream()
                .filter(setting -> setting.scope() == scope)
                .map(RabbitSettingsTest::row)
                .collect(Collectors.joining("\n", "| key | type | default | meaning |\n|---|---|---|---|\n", "\n"));
        assertThat(Files.readString(PAGE)).contains(rows);
    }

    private static String row(Setting setting) {
        String value = setting.defaultValue().isEmpty() ? "" : "`" + setting.defaultValue() + "`";
        String key = (setting.scope() == Scope.GLOBAL ? Scope.GLOBAL.prefix() : "") + setting.name();
        return "| `" + key + "` | " + setting.type() + " | " + value + " | " + setting.meaning() + " |";
    }

    @ParameterizedTest
    @CsvSource({
        ", , false, rabbitmq:queue:c",
        "queue:x, , false, rabbitmq:queue:x",
        "rabbitmq:queue:x, , true, rabbitmq:queue:x&strictOrder=true",
        "exchange:x, , false, rabbitmq:exchange:x?routingKey=c",
        "exchange:x, a.{key}, false, rabbitmq:exchange:x?routingKey=a.{key}",
        "exchange:ä & ?, a=b&c?, true, rabbitmq:exchange:%C3%A4%20%26%20%3F?routingKey=a%3Db%26c%3F&strictOrder=true"
    })
    void destinationHasAllThatARelayNeeds(String destination, String routingKey, String strict, String uri) {
        Map<String, String> configuration = new java.util.HashMap<>(Map.of(OUTGOING + "strict-order", strict));
        if (destination != null) {
            configuration.put(OUTGOING + "destination", destination);
        }
        if (routingKey != null) {
            configuration.put(OUTGOING + "routing-key", routingKey);
        }
        RabbitTarget target = RabbitTarget.of(RabbitChannels.outgoing(configuration));
        assertThat(target).hasToString(uri);
        assertThat(RabbitTarget.parse(uri)).isEqualTo(target);
    }

    @ParameterizedTest
    @ValueSource(strings = {"x", "queue:", "exchange:", "topic:x", "queue"})
    void destinationOfNoKindIsRefused(String destination) {
        assertThatThrownBy(
                        () -> RabbitTarget.of(RabbitChannels.outgoing(Map.of(OUTGOING + "destination", destination))))
                .hasMessageStartingWith("OWD-0254")
                .hasMessageContaining(OUTGOING + "destination=" + destination);
    }

    @Test
    void queueHasNoRoutingKeyAndAnIncomingChannelNoExchange() {
        assertThatThrownBy(() -> RabbitTarget.of(RabbitChannels.outgoing(
                        Map.of(OUTGOING + "destination", "queue:x", OUTGOING + "routing-key", "y"))))
                .hasMessageStartingWith("OWD-0007")
                .hasMessageContaining(OUTGOING + "routing-key");
        assertThatThrownBy(() ->
                        RabbitTarget.origin(RabbitChannels.incoming(Map.of(INCOMING + "destination", "exchange:x"))))
                .hasMessageStartingWith("OWD-0255");
        assertThat(RabbitTarget.origin(RabbitChannels.incoming(Map.of(INCOMING + "destination", "rabbitmq:queue:x")))
                        .queue())
                .isEqualTo("x");
    }

    @ParameterizedTest
    @ValueSource(strings = {"h", "h:5672", "h:1,[::1]:2, h2"})
    void addressesAreHostsAndPorts(String addresses) {
        assertThatCode(() -> RabbitChannels.connector(addresses, Map.of()).verify())
                .doesNotThrowAnyException();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "h:",
                "h:secret",
                "h:0",
                "h:70000",
                "a,,b",
                "amqp://u:secret@h",
                "amqp://u:secret@h:5672/v",
                "u:secret@h:1",
                "h:1, amqp://u:a,secret@h2",
                "amqp://u:secret%40h"
            })
    void otherAddressesAreRefusedAndNotShown(String addresses) {
        Connector connector = RabbitChannels.connector(addresses, Map.of());
        for (ThrowingCallable use : List.<ThrowingCallable>of(connector::verify, connector::open)) {
            assertThatThrownBy(use)
                    .hasNoCause()
                    .hasMessageStartingWith("OWD-0295")
                    .hasMessageContaining("in onceward.rabbitmq.addresses is invalid")
                    .hasMessageNotContaining("secret");
        }
        assertThat(connector.name()).contains("?").doesNotContain("secret");
    }

    @Test
    void connectionIsNamedByItsAddressesAndVirtualHost() {
        assertThat(RabbitChannels.connector("h, h2:1,u:secret@h3", Map.of("virtual-host", "shop"))
                        .name())
                .isEqualTo("rabbitmq h,h2:1,? shop");
    }

    @Test
    void applicationMustNameABroker() {
        assertThatThrownBy(() -> new Connector(RabbitChannels.global(Map.of())).verify())
                .hasMessageStartingWith("OWD-0253")
                .hasMessageContaining("onceward.rabbitmq.addresses");
    }

    @Test
    void wrongValuesAreRefused() {
        for (Map.Entry<String, String> wrong : List.of(
                Map.entry("tls", "yes"),
                Map.entry("confirm-timeout", "20"),
                Map.entry("confirm-timeout", "PT0S"),
                Map.entry("password-file", "/nowhere/password"))) {
            assertThatThrownBy(() -> RabbitChannels.connector("h", Map.of(wrong.getKey(), wrong.getValue()))
                            .verify())
                    .hasMessageStartingWith("OWD-0007")
                    .hasMessageContaining("onceward.rabbitmq." + wrong.getKey());
        }
    }

    @Test
    void passwordIsReadFromItsFile(@TempDir Path folder) throws Exception {
        TestRabbit rabbit = TestRabbit.shared();
        Path file = Files.writeString(folder.resolve("password"), "limited\n");
        Connector connector = RabbitChannels.connector(
                rabbit.broker().address(), Map.of("user", "limited", "password-file", file.toString()));
        connector.open().close();
        Files.writeString(file, "changed");
        assertThatThrownBy(connector::open).hasMessageContaining("ACCESS_REFUSED");
    }
}
