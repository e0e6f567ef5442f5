// SPDX-License-Identifier: Apache-2.0
package io.onceward.test;

import static io.onceward.test.OncewardAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;

/** The annotation: each test has the outbox of the class, and begins without events. */
@OncewardTest
@TestMethodOrder(MethodOrderer.MethodName.class)
class OncewardTestTest {

    private static TestOutbox first;

    private final TestOutbox injected;

    OncewardTestTest(TestOutbox injected) {
        this.injected = injected;
    }

    @Test
    void firstTestRecords(TestOutbox outbox) throws Exception {
        first = outbox;
        outbox.inTransaction(() -> outbox.record("orders", "text"));
        assertThat(outbox).recorded("orders").times(1);
        outbox.transactionManager().begin(); // as a test leaves it that fails
    }

    @Test
    void secondTestBeginsWithoutEvents(TestOutbox outbox) throws Exception {
        assertThat(outbox == first && outbox == injected).isTrue();
        assertThat(outbox).recordedNothing();
        assertThat(outbox.transactionManager().getTransaction()).isNull();
    }

    @Nested
    class InANestedClass {

        @Test
        void testHasTheOutboxOfTheOuterClass(TestOutbox outbox) {
            assertThat(outbox == injected).isTrue();
            assertThat(outbox).recordedNothing();
        }
    }
}
