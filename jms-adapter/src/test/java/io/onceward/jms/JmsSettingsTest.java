// SPDX-License-Identifier: Apache-2.0
package io.onceward.jms;

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
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class JmsSettingsTest {

    private static final Path PAGE = Path.of("..", "docs", "configuration.md");

    private static final String OUTGOING = "mp.messaging.outgoing.c.";
    private static final String INCOMING = "mp.messaging.incoming.c.";

    @ParameterizedTest
    @EnumSource
    void pageListsEverySettingAsTheCodeHasIt(Scope scope) throws IOException {
        String table = JmsSettings.ALL.stream()
                .filter(setting -> setting.scope() == scope)
                .map(JmsSettingsTest::row)
                .collect(Collectors.joining("\n", "| key | type | default | meaning |\n|---|---|---|---|\n", "\n"));
        assertThat(Files.readString(PAGE)).contains(table);
    }

    private static String row(Setting setting) {
        String value = setting.defaultValue().isEmpty() ? "" : "`" + setting.defaultValue() + "`";
        String key = (setting.scope() == Scope.GLOBAL ? Scope.GLOBAL.prefix() : "") + setting.name();
        return "| `" + key + "` | " + setting.type() + " | " + value + " | " + setting.meaning() + " |";
    }

    @Test
    void channelIsTheQueueOfItsNameByTheDefaultConnectionFactory() {
        assertThat(JmsUri.of(JmsChannels.outgoing(Map.of())))
                .hasToString("jms:queue:c?jndiConnectionFactoryName=java:comp/DefaultJMSConnectionFactory");
    }

    @ParameterizedTest
    @CsvSource({
        "queue:x, jms:queue:x",
        "jms:queue:x, jms:queue:x",
        "topic:x, jms:topic:x",
        "jms:topic:x, jms:topic:x",
        "jms/queue/x, jms:jndi:jms/queue/x",
        "jms:jms/queue/x, jms:jndi:jms/queue/x"
    })
    void destinationIsUnderstoodWithAndWithoutItsScheme(String configured, String uri) {
        assertThat(JmsUri.of(JmsChannels.outgoing(Map.of(OUTGOING + "destination", configured))))
                .hasToString(uri + "?jndiConnectionFactoryName=java:comp/DefaultJMSConnectionFactory");
    }

    @Test
    void connectionFactoryIsTheChannelsOwnOrTheCommonOne() {
        Map<String, String> both =
                Map.of("onceward.connection-factory", "jms/a", INCOMING + "connection-factory", "jms/b");
        assertThat(JmsUri.of(JmsChannels.outgoing(both)).connectionFactory()).isEqualTo("jms/a");
        assertThat(JmsUri.origin(JmsChannels.incoming(both)).connectionFactory())
                .isEqualTo("jms/b");
    }

    @Test
    void duplicateDetectionIsABoolean() {
        String key = OUTGOING + "duplicate-detection";
        assertThat(JmsUri.of(JmsChannels.outgoing(Map.of(key, "TRUE"))).detectsDuplicates())
                .isTrue();
        assertThat(JmsUri.of(JmsChannels.outgoing(Map.of())).detectsDuplicates())
                .isFalse();
        assertThatThrownBy(() -> JmsUri.of(JmsChannels.outgoing(Map.of(key, "yes"))))
                .hasMessageStartingWith("OWD-0007")
                .hasMessageContaining(key + "=yes");
    }

    @Test
    void messagesAreShortUnlessTheChannelNeedsTheFullForm() {
        String key = OUTGOING + "message-properties";
        assertThat(JmsUri.of(JmsChannels.outgoing(Map.of())).form()).isEqualTo(MessageForm.SHORT);
        assertThat(JmsUri.of(JmsChannels.outgoing(Map.of(key, "short"))).form()).isEqualTo(MessageForm.SHORT);
        assertThat(JmsUri.of(JmsChannels.outgoing(Map.of(key, "full"))).form()).isEqualTo(MessageForm.FULL);
        assertThatThrownBy(() -> JmsUri.of(JmsChannels.outgoing(Map.of(key, "all"))))
                .hasMessageStartingWith("OWD-0007")
                .hasMessageContaining(key + "=all")
                .hasMessageContaining("short or full");
    }

    @Test
    void objectClassesAreThoseOfTheChannelOrTheCommonOnes() {
        Map<String, String> both =
                Map.of("onceward.object-classes", "java.lang.*, java.util.Date", OUTGOING + "object-classes", "a.B");
        ObjectClasses common = JmsSettings.objectClasses(
                JmsChannels.outgoing(Map.of("onceward.object-classes", both.get("onceward.object-classes"))));
        assertThat(common.contains(Thread.State.class)).isTrue();
        assertThat(common.contains(java.util.Date.class)).isTrue();
        assertThat(common.contains(java.util.Map.Entry.class)).isFalse();
        assertThat(common.contains(java.lang.reflect.Method.class)).isFalse();
        ObjectClasses own = JmsSettings.objectClasses(JmsChannels.outgoing(both));
        assertThat(own.names()).containsExactly("a.B");
        assertThat(JmsSettings.objectClasses(JmsChannels.outgoing(Map.of())).names())
                .isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"a.b.", "a b", "a/B", "*", "a.*.B", "a.B; c.D"})
    void nameOfNoClassIsRefused(String illegal) {
        String key = OUTGOING + "object-classes";
        assertThatThrownBy(() -> JmsUri.of(JmsChannels.outgoing(Map.of(key, illegal))))
                .hasMessageStartingWith("OWD-0007")
                .hasMessageContaining(key + "=" + illegal);
    }

    @Test
    void urlIsNoConnectionFactory() {
        assertThatThrownBy(() -> JmsUri.of(JmsChannels.outgoing(Map.of(OUTGOING + "connection-factory", "ldap://x"))))
                .hasMessageStartingWith("OWD-0014")
                .hasMessageContaining(OUTGOING + "connection-factory=ldap://x");
    }

    @Test
    void topicIsNoOrigin() {
        assertThatThrownBy(() -> JmsUri.origin(JmsChannels.incoming(Map.of(INCOMING + "destination", "topic:x"))))
                .hasMessageStartingWith("OWD-0097");
    }
}
