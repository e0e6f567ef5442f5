// SPDX-License-Identifier: Apache-2.0
package io.onceward.test;

import java.util.Objects;

/**
 * The entry point of the assertions, for a static import beside that of AssertJ.
 *
 * @since 0.1
 */
public final class OncewardAssertions {

    private OncewardAssertions() {}

    /** Returns assertions about a test outbox. They throw {@link AssertionError}. */
    public static OutboxAssert assertThat(TestOutbox outbox) {
        return new OutboxAssert(Objects.requireNonNull(outbox, "outbox"));
    }
}
