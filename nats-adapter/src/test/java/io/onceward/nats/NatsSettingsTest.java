// SPDX-License-Identifier: Apache-2.0
package io.onceward.nats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.nats.client.Options;
import io.onceward.spi.Setting;
import io.onceward.spi.Setting.Scope;
import java.io.IOException;
import java.lang.reflect.Field;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class NatsSettingsTest {

    private static final Path PAGE = Path.of("..", "docs", "nats.md");

    private static final String OUTGOING = "mp.messaging.outgoing.c.";
    private static final String INCOMING = "mp.messaging.incoming.c.";

    @TempDir
    private Path folder;

    @ParameterizedTest
    @EnumSource
    void pageListsEverySettingAsTheCodeHasIt(Scope scope) throws IOException {
        String table = NatsSettings.ALL.stream()
                .filter(setting -> setting.scope() == scope)
                .map(NatsSettingsTest::row)
                .collect(Collectors.joining("\n", "| key | type | default | meaning |\n|---|---|---|---|\n", "\n"));
        assertThat(Files.readString(PAGE)).contains(table);
    }

    private static String row(Setting setting) {
        String value = setting.defaultValue().isEmpty() ? "" : "`" + setting.defaultValue() + "`";
        String key = (setting.scope() == Scope.GLOBAL ? Scope.GLOBAL.prefix() : "") + setting.name();
        return "| `" + key + "` | " + setting.type() + " | " + value + " | " + setting.meaning() + " |";
    }

    @Test
    void clientHasEachOption() throws IllegalAccessException {
        List<String> options = new ArrayList<>();
        for (Field field : Options.class.getFields()) {
            if (field.getName().startsWith("PROP_")) {
                options.add((String) field.get(null));
            }
        }
        assertThat(NatsSettings.CLIENT_OPTIONS.keySet())
                .allSatisfy(option -> assertThat(options).contains("io.nats.client." + option));
    }

    // ---- outgoing

    @Test
    void destinationIsTheSubjectOrTheChannel() {
        assertThat(NatsDestination.of(NatsChannels.outgoing(Map.of()))).hasToString("nats:c");
        assertThat(NatsDestination.of(NatsChannels.outgoing(Map.of(OUTGOING + "destination", "nats:a.b"))))
                .hasToString("nats:a.b");
        assertThat(NatsDestination.parse("nats:a.b").subject()).isEqualTo("a.b");
    }

    @ParameterizedTest
    @ValueSource(strings = {"a b", "a..b", ".a", "a.", "a.*", "a.>", "$JS.API.x", "gr\u00fcn", "a\u0001"})
    void illegalSubjectIsRefusedAtDeploymentAndInRows(String subject) {
        assertThatThrownBy(() -> NatsDestination.of(NatsChannels.outgoing(Map.of(OUTGOING + "destination", subject))))
                .hasMessageStartingWith("OWD-0265")
                .hasMessageContaining(OUTGOING + "destination");
        assertThatThrownBy(() -> NatsDestination.parse("nats:" + subject)).hasMessageStartingWith("OWD-0267");
    }

    @Test
    void otherUriIsMalformed() {
        for (String uri : List.of("", "nats:", "jms:queue:x", "nats", "nats:" + "a".repeat(256))) {
            assertThatThrownBy(() -> NatsDestination.parse(uri)).hasMessageStartingWith("OWD-0267");
        }
    }

    @ParameterizedTest
    @CsvSource({
        "a b, 'a_b'",
        "a:b, 'a_b'",
        "Nats-Expected-Stream, 'x-Nats-Expected-Stream'",
        "nats-msg-id, 'x-nats-msg-id'",
        "ce-id, 'x-ce-id'",
        "Content-Type, 'x-Content-Type'",
        "\u00fc, '_'"
    })
    void illegalHeaderNameHasALegalSuggestion(String name, String instead) {
        assertThat(NatsHeaderName.illegal(name).orElseThrow().instead()).isEqualTo("'" + instead + "'");
        assertThat(NatsHeaderName.illegal(instead)).isEmpty();
    }

    @Test
    void headerNameHasOneTo255Characters() {
        assertThat(NatsHeaderName.illegal("")).isPresent();
        assertThat(NatsHeaderName.illegal("a".repeat(256))).isPresent();
        assertThat(NatsHeaderName.illegal("a".repeat(255))).isEmpty();
        assertThat(NatsHeaderName.illegal("X-Tenant_1.a/b")).isEmpty();
    }

    // ---- incoming

    @Test
    void originHasStreamConsumerAndTime() {
        NatsOrigin origin = NatsOrigin.of(NatsChannels.incoming(Map.of(
                INCOMING + "destination", "nats:orders.*.>",
                INCOMING + "stream", "ORDERS",
                INCOMING + "consumer", "billing_1",
                INCOMING + "ack-wait", "PT1M30S")));
        assertThat(origin).hasToString("nats:orders.*.>?stream=ORDERS&consumer=billing_1&ackWait=PT1M30S");
        assertThat(NatsOrigin.parse(origin.toString())).isEqualTo(origin);
        NatsOrigin tricky = new NatsOrigin("a?stream=b&consumer=c", "", "d", java.time.Duration.ofMillis(1500));
        assertThat(NatsOrigin.parse(tricky.toString())).isEqualTo(tricky);
    }

    @Test
    void consumerIsRequiredAndHasALegalName() {
        assertThatThrownBy(() -> NatsOrigin.of(NatsChannels.incoming(Map.of(INCOMING + "destination", "a"))))
                .hasMessageStartingWith("OWD-0007")
                .hasMessageContaining(INCOMING + "consumer");
        assertThatThrownBy(() -> NatsOrigin.of(
                        NatsChannels.incoming(Map.of(INCOMING + "destination", "a", INCOMING + "consumer", "a.b"))))
                .hasMessageStartingWith("OWD-0007");
        assertThatThrownBy(() -> NatsOrigin.of(
                        NatsChannels.incoming(Map.of(INCOMING + "destination", "a*b", INCOMING + "consumer", "c"))))
                .hasMessageStartingWith("OWD-0265");
    }

    // ---- the connection

    private static void connect(String... settings) {
        Map<String, String> configuration = new java.util.HashMap<>();
        for (int i = 0; i < settings.length; i += 2) {
            configuration.put("onceward.nats." + settings[i], settings[i + 1]);
        }
        NatsChannels.publisher(configuration).close();
    }

    @Test
    void illegalConnectionIsRefusedWithoutItsSecrets() throws IOException {
        assertThatThrownBy(() -> connect("servers", "nats://user:hidden@host"))
                .hasMessageStartingWith("OWD-0266")
                .hasMessageNotContaining("hidden");
        assertThatThrownBy(() -> connect("servers", "ftp://host:1")).hasMessageStartingWith("OWD-0266");
        assertThatThrownBy(() -> connect("username", "a")).hasMessageStartingWith("OWD-0266");
        assertThatThrownBy(() -> connect("password", "hidden"))
                .hasMessageStartingWith("OWD-0266")
                .hasMessageNotContaining("hidden");
        assertThatThrownBy(() -> connect("username", "a", "password", "hidden", "token", "hidden"))
                .hasMessageStartingWith("OWD-0266")
                .hasMessageContaining("onceward.nats.username and onceward.nats.token")
                .hasMessageNotContaining("hidden");
        Path file = Files.writeString(folder.resolve("token"), "hidden\n");
        assertThatThrownBy(() -> connect("token", "hidden", "token-file", file.toString()))
                .hasMessageStartingWith("OWD-0266");
        assertThatThrownBy(() -> connect("token-file", "missing"))
                .hasMessageStartingWith("OWD-0268")
                .hasMessageContaining("onceward.nats.token-file");
        assertThatThrownBy(() -> connect("ack-timeout", "5")).hasMessageStartingWith("OWD-0007");
        assertThatThrownBy(() -> connect("client.timeout", "soon")).hasMessageStartingWith("OWD-0266");
        connect("token-file", file.toString(), "servers", "nats://a:1, tls://b", "client.timeout", "PT1S");
    }
}
