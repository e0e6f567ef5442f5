// SPDX-License-Identifier: Apache-2.0
package io.onceward.test;

import java.util.Objects;

/**
 * Assertions about a test outbox. For the thread of the test.
 *
 * @since 0.1
 */
public final class OutboxAssert {

    private final TestOutbox outbox;

    OutboxAssert(TestOutbox outbox) {
        this.outbox = outbox;
    }

    /**
     * Asserts that a committed transaction has recorded an event on a channel.
     *
     * @return assertions about the events of the channel
     */
    public EventsAssert recorded(String channel) {
        return EventsAssert.of(outbox, Objects.requireNonNull(channel, "channel"))
                .atLeastOne();
    }

    /** Asserts that no committed transaction has recorded an event. */
    public OutboxAssert recordedNothing() {
        EventsAssert.of(outbox, null).none();
        return this;
    }

    /** Asserts that no committed transaction has recorded an event on a channel. */
    public OutboxAssert recordedNothing(String channel) {
        EventsAssert.of(outbox, Objects.requireNonNull(channel, "channel")).none();
        return this;
    }

    /**
     * Returns assertions about a handler of the builder.
     *
     * @throws io.onceward.api.OncewardException {@code OWD-0333} if there is no such handler
     */
    public HandlerAssert handler(String handler) {
        return new HandlerAssert(outbox, handler, outbox.handler(handler));
    }
}
