// SPDX-License-Identifier: Apache-2.0
package io.oncebox.inbox;

import io.oncebox.api.RetryLaterException;
import io.oncebox.log.Causes;
import io.oncebox.log.InboxErrors;
import io.oncebox.queue.UncountedException;
import io.oncebox.spi.UnpublishableException;
import java.util.Collection;
import java.util.List;
import java.util.Set;

/** The exception types by which the failures of a handler differ. Immutable. */
public final class FailureTypes {

    /** No types: every failure counts, except those with a {@link RetryLaterException}. */
    public static final FailureTypes NONE = new FailureTypes(Set.of(), Set.of());

    private final Set<Class<? extends Throwable>> neverRetried;
    private final Set<Class<? extends Throwable>> notCounted;

    private FailureTypes(Set<Class<? extends Throwable>> neverRetried, Set<Class<? extends Throwable>> notCounted) {
        this.neverRetried = neverRetried;
        this.notCounted = notCounted;
    }

    /**
     * Returns types.
     *
     * @param handler the handler, for the message
     * @param neverRetried after which a message is parked at once
     * @param notCounted after which a message is retried without counting
     * @throws io.oncebox.api.OnceboxException if a type is in both
     */
    public static FailureTypes of(
            String handler,
            Collection<Class<? extends Throwable>> neverRetried,
            Collection<Class<? extends Throwable>> notCounted) {
        neverRetried.stream().filter(notCounted::contains).findFirst().ifPresent(type -> {
            throw InboxErrors.contradictingFailureType(handler, type.getName());
        });
        return new FailureTypes(Set.copyOf(neverRetried), Set.copyOf(notCounted));
    }

    /** Returns what the relay is told of a failure of this handler. */
    Exception classified(String handler, Exception failure) {
        List<Throwable> causes = Causes.all(failure);
        for (Throwable each : causes) {
            if (each instanceof RetryLaterException later) {
                return UncountedException.after(later.delay(), failure);
            }
        }
        for (Throwable each : causes) {
            for (Class<?> type = each.getClass(); type != null; type = type.getSuperclass()) {
                if (neverRetried.contains(type)) {
                    return new UnpublishableException(InboxErrors.neverRetried(handler, type.getName(), failure));
                }
                if (notCounted.contains(type)) {
                    return UncountedException.usualDelay(failure);
                }
            }
        }
        return failure;
    }
}
