// SPDX-License-Identifier: Apache-2.0
package io.onceward.test;

import io.onceward.api.EventSummary;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Callable;

/**
 * The second step of a {@link Scenario}: waits for an effect of the stimulus. Use it only in the thread of the test.
 *
 * @since 0.1
 */
public final class StimulatedScenario {

    private static final long PAUSE_MILLIS = 5;

    private final TestOutbox outbox;
    private final Duration patience;

    StimulatedScenario(TestOutbox outbox, Duration patience) {
        this.outbox = outbox;
        this.patience = patience;
    }

    /** Looks for an effect. */
    private interface Look<T> {
        Optional<T> look() throws Exception;
    }

    /**
     * Waits until a committed transaction has recorded an event on a channel.
     *
     * @return assertions about the events of the channel
     * @throws AssertionError {@code OWD-1204} if there is none in time, with what happened instead
     */
    public EventsAssert andWaitForEvent(String channel) {
        Objects.requireNonNull(channel, "channel");
        return await("No event was recorded on channel '" + channel + "'", channel, null, () -> {
            EventsAssert events = EventsAssert.of(outbox, channel);
            return events.events().isEmpty() ? Optional.empty() : Optional.of(events);
        });
    }

    /**
     * Waits until a handler has handled a message, an event or a call, and its transaction has committed.
     *
     * @param handler the name of the handler, as for {@link OutboxAssert#handler(String)}
     * @return assertions about the handler
     * @throws AssertionError {@code OWD-1204} if the handler handles nothing in time, with what happened instead
     * @throws io.onceward.api.OncewardException {@code OWD-0333} if there is no such handler
     */
    public HandlerAssert andWaitForHandler(String handler) {
        String name = outbox.handlerName(handler);
        TestHandler counts = outbox.handler(name);
        return await(
                "Handler '" + name + "' handled nothing",
                null,
                name,
                () -> counts.handledMessages() == 0
                        ? Optional.empty()
                        : Optional.of(new HandlerAssert(outbox, name, counts)));
    }

    /**
     * Waits for a method of a bean, as {@link #andWaitForHandler(String)} does.
     *
     * @param method the name of the method
     * @throws io.onceward.api.OncewardException {@code OWD-0333} if the bean has no such method, or several with this name
     */
    public HandlerAssert andWaitForHandler(Class<?> bean, String method) {
        return andWaitForHandler(outbox.handlerName(bean, method));
    }

    /**
     * Waits until a look at the state of the application returns a value that is neither {@code null} nor {@code false}, nor an empty
     * collection or {@code Optional}.
     *
     * @param look reads the state, in the calling thread and without a transaction; called repeatedly
     * @return the value
     * @throws AssertionError {@code OWD-1204} if there is no such value in time, with what happened instead
     * @throws Exception what the look threw
     */
    public <T> T andWaitForStateChange(Callable<T> look) throws Exception {
        Objects.requireNonNull(look, "look");
        return await("The state did not change", null, null, () -> Optional.ofNullable(look.call())
                .filter(value -> !isNothing(value)));
    }

    private static boolean isNothing(Object value) {
        return Boolean.FALSE.equals(value)
                || (value instanceof Collection<?> collection && collection.isEmpty())
                || (value instanceof Optional<?> optional && optional.isEmpty());
    }

    /** A look of this class throws nothing that its method does not declare. */
    @SuppressWarnings("unchecked")
    private <T, E extends Exception> T await(String missing, String channel, String handler, Look<T> look) throws E {
        long deadline = System.nanoTime() + patience.toNanos();
        try {
            while (true) {
                outbox.deliver();
                Optional<T> found = look.look();
                if (found.isPresent()) {
                    return found.get();
                }
                if (System.nanoTime() - deadline >= 0) {
                    throw new AssertionError(
                            TestKitErrors.notAwaited(missing, patience, instead(channel, handler))
                                    .getMessage(),
                            failure(handler));
                }
                Thread.sleep(PAUSE_MILLIS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError("The wait was interrupted. " + missing + " until then.", e);
        } catch (Exception e) {
            throw (E) e;
        }
    }

    /** Returns the last exception of the handler, or of any handler if none is awaited; {@code null} if there was none. */
    private Throwable failure(String handler) {
        if (handler != null) {
            return outbox.handler(handler).lastFailure();
        }
        return outbox.handlers().values().stream()
                .map(TestHandler::lastFailure)
                .filter(Objects::nonNull)
                .findFirst()
                .orElse(null);
    }

    private String instead(String channel, String handler) {
        List<String> lines = new ArrayList<>();
        outbox.recorded().forEach(event -> lines.add("event recorded on " + event));
        outbox.notCommitted().forEach(attempt -> lines.add(attempt.facts() + ": " + attempt.outcome()));
        outbox.handlers().forEach((name, counts) -> add(lines, name, counts));
        String text = lines.isEmpty() ? "nothing." : "";
        for (String line : lines) {
            text += System.lineSeparator() + "  " + line;
        }
        String why = why(channel, handler);
        return why.isEmpty() ? text : text + System.lineSeparator() + why;
    }

    private void add(List<String> lines, String name, TestHandler counts) {
        List<EventSummary> waiting = outbox.waiting(name);
        int failed = counts.failedAttempts();
        if (counts.handledMessages() + failed + waiting.size() == 0) {
            return;
        }
        lines.add("handler '" + name + "': " + counts.handledMessages() + " handled, " + failed + " failed"
                + (counts.lastFailure() == null ? "" : ", the last with " + counts.lastFailure()));
        for (EventSummary row : waiting) {
            Instant due = row.availableAt();
            lines.add("  one message is " + row.state()
                    + (due == null || due.isBefore(Instant.now())
                            ? ""
                            : ", due in " + Duration.between(Instant.now(), due).truncatedTo(ChronoUnit.SECONDS)
                                    + "; outbox.clock().advance(…) makes it due"));
        }
    }

    private String why(String channel, String handler) {
        if (handler != null) {
            return outbox.whyNotHandled(handler);
        }
        if (outbox.beans() != null) {
            return channel == null ? "" : outbox.beans().whyNotRecorded(channel);
        }
        return outbox.recorded().isEmpty() && outbox.notCommitted().isEmpty() && channel != null
                ? TestKitErrors.noContainer().getMessage()
                : "";
    }
}
