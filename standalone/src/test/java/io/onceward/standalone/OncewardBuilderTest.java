// SPDX-License-Identifier: Apache-2.0
package io.onceward.standalone;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.onceward.telemetry.OpenTelemetryTraces;
import java.util.Collections;
import java.util.Set;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The builder, before anything starts. */
class OncewardBuilderTest {

    private static final InboxHandler<String> CODE = (payload, metadata) -> {};

    static Stream<Arguments> nulls() {
        OncewardBuilder builder = Onceward.builder();
        Set<Class<? extends Throwable>> none = Set.of();
        return Stream.of(
                refused("transactionManager", () -> builder.transactionManager(null)),
                refused("synchronizationRegistry", () -> builder.synchronizationRegistry(null)),
                refused("dataSource", () -> builder.dataSource(null)),
                refused("name", () -> builder.dataSource(null, null)),
                refused("dataSource", () -> builder.dataSource("jdbc/shop", null)),
                refused("connectionFactory", () -> builder.connectionFactory(null)),
                refused("name", () -> builder.connectionFactory(null, null)),
                refused("connectionFactory", () -> builder.connectionFactory("jms/shop", null)),
                refused("adapter", () -> builder.adapter(null)),
                refused("relayExecutor", () -> builder.executor(null)),
                refused("properties", () -> builder.configuration(null)),
                refused("properties: a key", () -> builder.configuration(Collections.singletonMap(null, "x"))),
                refused(
                        "properties: the value of onceward.node",
                        () -> builder.configuration(Collections.singletonMap("onceward.node", null))),
                refused("codec", () -> builder.codec(null)),
                refused("newTracing", () -> builder.tracing(null)),
                refused("logContext", () -> builder.logContext(null)),
                refused("propagator", () -> builder.contextPropagator(null)),
                refused("channel", () -> builder.handle(null, "billing", String.class, CODE)),
                refused("handler", () -> builder.handle("orders", null, String.class, CODE)),
                refused("type", () -> builder.handle("orders", "billing", null, CODE)),
                refused("code", () -> builder.handle("orders", "billing", String.class, null)),
                refused("neverRetried", () -> builder.handle("orders", "billing", String.class, null, none, CODE)),
                refused("notCounted", () -> builder.handle("orders", "billing", String.class, none, null, CODE)),
                refused("openTelemetry", () -> new OpenTelemetryTraces(null)));
    }

    private static Arguments refused(String parameter, ThrowingCallable call) {
        return Arguments.of(parameter, call);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("nulls")
    void nullIsRefusedWithTheNameOfTheParameter(String parameter, ThrowingCallable call) {
        assertThatThrownBy(call).isInstanceOf(NullPointerException.class).hasMessage(parameter);
    }
}
