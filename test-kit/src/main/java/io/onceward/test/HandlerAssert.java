// SPDX-License-Identifier: Apache-2.0
package io.onceward.test;

import io.onceward.api.EventFilter;
import io.onceward.api.EventState;

/**
 * Assertions about a handler, since the last {@link TestOutbox#reset()}. If one fails, its cause is the last exception of the handler. Use
 * them only in the thread of the test.
 *
 * @since 0.1
 */
public final class HandlerAssert {

    private final TestOutbox outbox;
    private final String name;
    private final TestHandler handler;

    HandlerAssert(TestOutbox outbox, String name, TestHandler handler) {
        this.outbox = outbox;
        this.name = name;
        this.handler = handler;
    }

    /** Asserts the number of messages that the handler has handled, each in a transaction that has committed. */
    public HandlerAssert handled(int count) {
        return check("handled messages", count, handler.handledMessages());
    }

    /** Asserts the number of attempts that have rolled back. A batch that was halved is not an attempt. */
    public HandlerAssert failed(int count) {
        return check("failed attempts", count, handler.failedAttempts());
    }

    /** Asserts the number of deliveries that were skipped, because the message was already processed. */
    public HandlerAssert skipped(int count) {
        return check("skipped duplicates", count, skippedDeliveries());
    }

    private int skippedDeliveries() {
        return handler.skippedDeliveries(pendingMessages() + parkedMessages());
    }

    /** Asserts the number of messages that are pending, blocked, or to be retried. */
    public HandlerAssert pending(int count) {
        return check("pending messages", count, pendingMessages());
    }

    /** Asserts the number of messages that are parked after their last attempt. */
    public HandlerAssert parked(int count) {
        return check("parked messages", count, parkedMessages());
    }

    private int pendingMessages() {
        return outbox.rows(
                name,
                EventFilter.all()
                        .withStates(EventState.PENDING, EventState.DELAYED, EventState.RETRYING, EventState.BLOCKED));
    }

    private int parkedMessages() {
        return outbox.rows(name, EventFilter.all().parked());
    }

    private String reason() {
        Throwable failure = handler.lastFailure();
        String text = failure == null ? "" : System.lineSeparator() + "Last failure: " + failure;
        String why = outbox.whyNotHandled(name);
        return why.isEmpty() ? text : text + System.lineSeparator() + why;
    }

    private HandlerAssert check(String what, int expected, int actual) {
        if (expected != actual) {
            throw new AssertionError(
                    "Expected " + expected + " " + what + " of handler '" + name + "', but found " + actual
                            + ". Handled " + handler.handledMessages() + ", failed attempts " + handler.failedAttempts()
                            + ", skipped " + skippedDeliveries() + ", pending " + pendingMessages() + ", parked "
                            + parkedMessages() + "." + reason(),
                    handler.lastFailure());
        }
        return this;
    }
}
