// SPDX-License-Identifier: Apache-2.0
package io.onceward.nats;

import io.nats.client.JetStreamApiException;
import io.onceward.api.OncewardException;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;

/**
 * Finds out why an event was not acknowledged. A subject whose stream has no leader gets the same answer as a subject without a
 * stream, or none; but the servers know the stream. Used by one thread.
 */
final class FailureSearch {

    private static final String STREAM_NAMES = "$JS.API.STREAM.NAMES";

    /** The code of HTTP by which JetStream says that it can't store a message now. */
    private static final int UNAVAILABLE = 503;

    /** The limits of a stream have the same code of HTTP. */
    private static final int STORE_FAILED = 10077;

    /** Not the leader, the stream is offline, and the same message is about to be stored. */
    private static final Set<Integer> PASSING = Set.of(10009, 10118, 10158);

    private final NatsSession session;
    private final String servers;

    /** @param servers their addresses, for messages */
    FailureSearch(NatsSession session, String servers) {
        this.session = session;
        this.servers = servers;
    }

    /** Returns the failure: an outage if a stream stores the subject, but does not answer. */
    PublishFailure of(String subject, Exception failure, Duration ackTimeout) throws InterruptedException {
        Throwable cause = unwrapped(failure);
        if (cause instanceof JetStreamApiException refusal) {
            return isPassing(refusal)
                    ? PublishFailure.outage(NatsErrors.noJetStream(
                            "the stream of subject '" + subject + "' answers: " + refusal.getMessage(), refusal))
                    : PublishFailure.refused(NatsErrors.refused(subject, refusal));
        }
        if (cause instanceof OncewardException notPermitted) {
            return PublishFailure.refused(notPermitted);
        }
        if (cause instanceof IOException && String.valueOf(cause.getMessage()).contains("503")) {
            return unanswered(subject, NatsErrors.noStream(subject, cause));
        }
        if (cause instanceof TimeoutException || cause instanceof CancellationException) {
            return unanswered(subject, NatsErrors.notConfirmed(subject, ackTimeout));
        }
        return PublishFailure.outage(cause instanceof Exception exception ? exception : new IOException(cause));
    }

    /** The client wraps its exceptions. */
    private static Throwable unwrapped(Exception failure) {
        Throwable cause = failure;
        while (cause.getCause() != null
                && (cause.getClass() == RuntimeException.class
                        || cause instanceof CompletionException
                        || cause instanceof ExecutionException)) {
            cause = cause.getCause();
        }
        return cause;
    }

    private static boolean isPassing(JetStreamApiException refusal) {
        int code = refusal.getApiErrorCode();
        return (refusal.getErrorCode() == UNAVAILABLE && code != STORE_FAILED) || PASSING.contains(code);
    }

    /** Returns the refusal if no stream stores the subject, or the user may not ask. */
    private PublishFailure unanswered(String subject, OncewardException refusal) throws InterruptedException {
        if (!session.isOpen()) {
            return PublishFailure.outage(refusal);
        }
        try {
            List<String> streams = session.management().getStreamNames(subject);
            return streams.isEmpty()
                    ? PublishFailure.refused(refusal)
                    : PublishFailure.outage(NatsErrors.noJetStream(
                            "the streams " + streams + " store subject '" + subject
                                    + "', and none acknowledges its events",
                            refusal));
        } catch (JetStreamApiException e) {
            return PublishFailure.outage(
                    NatsErrors.noJetStream("no stream acknowledges events of subject '" + subject + "'", e));
        } catch (IOException e) {
            return session.errors().isForbidden(STREAM_NAMES)
                    ? undetermined(refusal)
                    : PublishFailure.outage(NatsErrors.noJetStream(
                            "no stream acknowledges events of subject '" + subject
                                    + "', and the servers do not say whether one stores it",
                            refusal));
        }
    }

    /** A user who may not ask for streams may still learn that the servers do not answer at all. */
    private PublishFailure undetermined(OncewardException refusal) throws InterruptedException {
        try {
            session.requireJetStream(servers);
            return PublishFailure.refused(refusal);
        } catch (TimeoutException | RuntimeException e) {
            return PublishFailure.outage(refusal);
        }
    }
}
