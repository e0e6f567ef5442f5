// SPDX-License-Identifier: Apache-2.0
package io.onceward.spi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.onceward.spi.MessageIdentity.Context;
import io.onceward.spi.MessageReader.Content;
import io.onceward.spi.Setting.Scope;
import java.util.Map;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The values that adapters build. */
class AdapterValuesTest {

    private static final Map<String, String> HEADERS = Map.of("tenant", "acme");

    static Stream<Arguments> nulls() {
        return Stream.of(
                refused("payload", () -> Content.of(null, "text/plain")),
                refused("contentType", () -> Content.of(new byte[0], null)),
                refused("newHeaders", () -> Content.of(new byte[0], "text/plain")
                        .withHeaders(null)),
                refused("system", () -> Context.of(null)),
                refused("newHeaders", () -> Context.UNKNOWN.withHeaders(null)),
                refused("scope", () -> Setting.of(null, "acks", "number", "Acknowledgements")),
                refused("name", () -> Setting.of(Scope.GLOBAL, null, "number", "Acknowledgements")),
                refused("type", () -> Setting.of(Scope.GLOBAL, "acks", null, "Acknowledgements")),
                refused("meaning", () -> Setting.of(Scope.GLOBAL, "acks", "number", null)),
                refused("newDefault", () -> Setting.of(Scope.GLOBAL, "acks", "number", "Acknowledgements")
                        .withDefault(null)));
    }

    private static Arguments refused(String parameter, ThrowingCallable call) {
        return Arguments.of(parameter, call);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("nulls")
    void nullIsRefusedWithTheNameOfTheParameter(String parameter, ThrowingCallable call) {
        assertThatThrownBy(call).isInstanceOf(NullPointerException.class).hasMessage(parameter);
    }

    @Test
    void contentHasTheValuesThatWereAdded() {
        Content plain = Content.of(new byte[] {1}, "text/plain");
        Content content = plain.withKey("k1").withType("Placed").withHeaders(HEADERS);
        assertThat(content.payload()).containsExactly(1);
        assertThat(content.contentType()).isEqualTo("text/plain");
        assertThat(content.key()).isEqualTo("k1");
        assertThat(content.type()).isEqualTo("Placed");
        assertThat(content.headers()).isEqualTo(HEADERS);
        assertThat(plain.key()).isNull();
        assertThat(content.withKey(null).withType(null).withHeaders(Map.of()))
                .isEqualTo(plain)
                .hasSameHashCodeAs(plain);
        assertThat(content).isNotEqualTo(plain);
        assertThat(content.toString()).contains("1 bytes", "tenant").doesNotContain("acme");
    }

    @Test
    void contextHasTheValuesThatWereAdded() {
        Context context = Context.of("kafka")
                .withChannel("orders")
                .withKey("k1")
                .withCorrelationId("c1")
                .withHeaders(HEADERS);
        assertThat(context.system()).isEqualTo("kafka");
        assertThat(context.channel()).isEqualTo("orders");
        assertThat(context.key()).isEqualTo("k1");
        assertThat(context.correlationId()).isEqualTo("c1");
        assertThat(context.headers()).isEqualTo(HEADERS);
        Context plain = Context.of("kafka");
        assertThat(context.withChannel(null)
                        .withKey(null)
                        .withCorrelationId(null)
                        .withHeaders(Map.of()))
                .isEqualTo(plain)
                .hasSameHashCodeAs(plain);
        assertThat(context).isNotEqualTo(plain);
    }

    @Test
    void settingHasNoDefaultUnlessOneIsAdded() {
        Setting setting = Setting.of(Scope.OUTGOING, "acks", "number", "Acknowledgements");
        assertThat(setting.defaultValue()).isEmpty();
        assertThat(setting.withDefault("2").defaultValue()).isEqualTo("2");
        assertThat(setting.withDefault("2").withDefault("")).isEqualTo(setting).hasSameHashCodeAs(setting);
    }
}
