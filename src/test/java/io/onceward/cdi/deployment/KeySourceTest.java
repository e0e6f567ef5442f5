// SPDX-License-Identifier: Apache-2.0
package io.onceward.cdi.deployment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.onceward.api.IdempotencyKey;
import io.onceward.api.Idempotent;
import io.onceward.api.KeyResolver;
import io.onceward.api.MessageKeyResolver;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class KeySourceTest {

    @Test
    void keyIsTheValueOfAnOptional() throws Exception {
        assertThat(key(ByProperty.class, new Payment(Optional.of("p1")))).isEqualTo("p1");
        assertThat(key(ByOptional.class, Optional.of(7))).isEqualTo("7");
        assertThat(key(ByInt.class, OptionalInt.of(7))).isEqualTo("7");
        assertThat(key(ByLong.class, OptionalLong.of(7))).isEqualTo("7");
        assertThat(key(ByDouble.class, OptionalDouble.of(0.5))).isEqualTo("0.5");
    }

    @Test
    void absentKeyIsRefused() {
        assertRefused(ByProperty.class, new Payment(Optional.empty()), "OWD-0121");
        assertRefused(ByProperty.class, new Payment(Optional.of(" ")), "OWD-0121");
        assertRefused(ByProperty.class, new Payment(null), "OWD-0121");
        assertRefused(ByOptional.class, Optional.empty(), "OWD-0121");
        assertRefused(ByInt.class, OptionalInt.empty(), "OWD-0121");
        assertRefused(ByLong.class, OptionalLong.empty(), "OWD-0121");
        assertRefused(ByDouble.class, OptionalDouble.empty(), "OWD-0121");
    }

    @Test
    void valueOfAnOptionalNeedsATextForm() {
        assertRefused(ByOptional.class, Optional.of(new ByInt()), "OWD-0114");
    }

    private static void assertRefused(Class<?> bean, Object argument, String code) {
        assertThatThrownBy(() -> key(bean, argument)).hasMessageStartingWith(code);
    }

    private static String key(Class<?> bean, Object argument) throws Exception {
        IdempotentRules rules = new IdempotentRules(AnnotatedTypes.of(bean), TestMessages.KINDS);
        IdempotentMethod method = rules.examine(rules.methods().get(0));
        return new LocalCall(method, new Object[] {argument}).key();
    }

    /** A call without a message. */
    private record LocalCall(IdempotentMethod called, Object[] arguments) implements KeyedCall {

        @Override
        public String identity() {
            throw new AssertionError("there is no message");
        }

        @Override
        public String property(String name) {
            throw new AssertionError("there is no message");
        }

        @Override
        public String header(String name) {
            throw new AssertionError("there is no message");
        }

        @Override
        public String resolve(Class<? extends KeyResolver> resolver) {
            throw new AssertionError("there is no resolver");
        }

        @Override
        public String resolveMessage(Class<? extends MessageKeyResolver> resolver) {
            throw new AssertionError("there is no resolver");
        }
    }

    record Payment(Optional<String> externalId) {}

    static class ByProperty {
        @Idempotent
        void pay(@IdempotencyKey("externalId") Payment payment) {}
    }

    static class ByOptional {
        @Idempotent
        void pay(@IdempotencyKey Optional<Object> id) {}
    }

    static class ByInt {
        @Idempotent
        void pay(@IdempotencyKey OptionalInt id) {}
    }

    static class ByLong {
        @Idempotent
        void pay(@IdempotencyKey OptionalLong id) {}
    }

    static class ByDouble {
        @Idempotent
        void pay(@IdempotencyKey OptionalDouble id) {}
    }
}
