// SPDX-License-Identifier: Apache-2.0
package io.onceward.inbox;

import io.onceward.api.RetryLaterException;
import io.onceward.log.Causes;
import io.onceward.queue.machine.Refusal;
import java.io.IOException;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** The exception types by which the failures of a handler differ. Immutable. */
public final class FailureTypes {

    /** No types: every failure counts, except those with a {@link RetryLaterException}. */
    public static final FailureTypes NONE = new FailureTypes(Set.of(), Set.of());

    /** The subtypes of {@link IOException} that report bad content; names, because Onceward does not depend on the libraries. */
    private static final Set<String> CONTENT = Set.of(
            "java.nio.charset.CharacterCodingException",
            "java.io.UTFDataFormatException",
            "java.io.ObjectStreamException",
            "java.util.zip.ZipException",
            "com.fasterxml.jackson.core.JacksonException",
            "com.fasterxml.jackson.core.JsonProcessingException",
            "com.google.protobuf.InvalidProtocolBufferException");

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
     * @throws io.onceward.api.OncewardException if a type is in both
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
    Refusal classified(String handler, Exception failure) {
        List<Throwable> causes = Causes.all(failure);
        Optional<RetryLaterException> later = requestForLater(causes);
        if (later.isPresent()) {
            return Refusal.uncounted(failure, later.get().delay());
        }
        return named(causes)
                .map(type -> neverRetried.contains(type)
                        ? Refusal.forever(InboxErrors.neverRetried(handler, type.getName(), failure))
                        : Refusal.uncounted(failure))
                .orElseGet(() -> Refusal.counted(failure));
    }

    /**
     * Returns what the relay is told if a codec could not decode a payload. It contains only the type of a temporary
     * cause, because the text of another cause may quote the payload.
     */
    Refusal undecoded(String handler, Throwable failure) {
        List<Throwable> causes = Causes.all(failure);
        Optional<RetryLaterException> later = requestForLater(causes);
        if (later.isPresent()) {
            return Refusal.uncounted(later.get(), later.get().delay());
        }
        Optional<Class<?>> named = named(causes);
        if (named.isPresent()) {
            return neverRetried.contains(named.get())
                    ? Refusal.forever(PayloadErrors.notDecodable(handler, failure))
                    : Refusal.uncounted(
                            PayloadErrors.notDecodableYet(handler, named.get().getName()));
        }
        return causes.stream()
                .filter(FailureTypes::isTemporary)
                .findFirst()
                .map(cause -> Refusal.counted(
                        PayloadErrors.notDecodableYet(handler, cause.getClass().getName())))
                .orElseGet(() -> Refusal.forever(PayloadErrors.notDecodable(handler, failure)));
    }

    private static Optional<RetryLaterException> requestForLater(List<Throwable> causes) {
        return causes.stream()
                .filter(RetryLaterException.class::isInstance)
                .map(RetryLaterException.class::cast)
                .findFirst();
    }

    /** Returns the configured type that decides: the most specific one of the outermost exception that has such a type. */
    private Optional<Class<?>> named(List<Throwable> causes) {
        return causes.stream()
                .flatMap(FailureTypes::types)
                .filter(type -> neverRetried.contains(type) || notCounted.contains(type))
                .findFirst();
    }

    private static boolean isTemporary(Throwable cause) {
        return cause instanceof IOException && types(cause).map(Class::getName).noneMatch(CONTENT::contains);
    }

    /** Returns the class of an exception and its superclasses. */
    private static Stream<Class<?>> types(Throwable cause) {
        return Stream.<Class<?>>iterate(cause.getClass(), Objects::nonNull, Class::getSuperclass);
    }
}
