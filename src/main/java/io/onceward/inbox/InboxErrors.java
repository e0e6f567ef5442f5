// SPDX-License-Identifier: Apache-2.0
package io.onceward.inbox;

import static io.onceward.log.Coded.callError;
import static io.onceward.log.Coded.deploymentError;
import static io.onceward.log.Coded.error;

import io.onceward.api.OncewardException;
import io.onceward.log.Causes;
import io.onceward.log.Kind;
import io.onceward.log.TransactionStatus;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;

/** Errors of messages that can't be claimed, stored or handled. */
public final class InboxErrors {

    private InboxErrors() {}

    /** @param hint what its sender can set */
    static OncewardException noIdentity(String handler, String hint) {
        return callError(
                "0060",
                null,
                "A message for handler '%s' has no identity, so Onceward can't recognize duplicates"
                        + " and refuses the message. The broker redelivers the message. Set %s in the sender.",
                handler,
                hint);
    }

    static OncewardException claimWithoutTransaction(String handler, int status) {
        return callError(
                "0061",
                null,
                "Handler '%s' was called while the transaction was %s, so the handler did not run"
                        + " and nothing was claimed. Use a container-managed transaction that is still active.",
                handler,
                TransactionStatus.name(status));
    }

    /** @param adapters the schemes of the application's adapters */
    static OncewardException noMessage(String handler, String member, String adapters) {
        return callError(
                "0062",
                null,
                "Method %s of handler '%s' was called without a message. Declare a parameter for a message of a broker"
                        + " adapter; this application has adapters for: %s.",
                member,
                handler,
                adapters);
    }

    static OncewardException noProgress(String channel, String origin, String message) {
        return error(
                "1242",
                null,
                "Channel '%s' gets the same messages from %s again and again, although it has stored and acknowledged them; the"
                        + " first one is '%s'. Messages behind them may never arrive. Use a queue from which the broker removes"
                        + " acknowledged messages: on Artemis, one that is not non-destructive.",
                channel,
                origin,
                message);
    }

    static OncewardException noHandler(String channel) {
        return callError(
                "0090",
                null,
                "No handler receives messages of channel '%s', so the message was not stored. Annotate a method"
                        + " with @Incoming(\"%s\"), or store the message for a channel that has a handler.",
                channel,
                channel);
    }

    static OncewardException notStorable(String channel, String why) {
        return callError(
                Kind.MESSAGE,
                "0091",
                null,
                "A message for channel '%s' can't be stored: %s. Correct the sender, or the call of"
                        + " Inbox.store. Onceward parks a message that it receives itself; any other, the broker"
                        + " redelivers.",
                channel,
                why);
    }

    /** @param adapters the schemes of the application's adapters */
    static OncewardException unknownMessage(String channel, Object message, String adapters) {
        return notStorable(
                channel,
                "no broker adapter of the application reads the class "
                        + message.getClass().getName()
                        + "; the application has adapters for: "
                        + adapters);
    }

    public static OncewardException handlerBroken(String handler, Throwable cause) {
        return error(
                "0094",
                cause,
                "Handler '%s' threw %s: %s. Correct the handler, or the libraries that it uses.",
                handler,
                cause.getClass().getName(),
                Causes.rootMessage(cause));
    }

    public static OncewardException sharedStoredHandler(String handler, String one, String other) {
        return deploymentError(
                "0099",
                null,
                "Two handlers of stored messages, %s and %s, have the name '%s'. Give each handler its own name"
                        + " with @Idempotent(handler = …).",
                one,
                other,
                handler);
    }

    static OncewardException nameOfDurable(String handler) {
        return deploymentError(
                "0353",
                null,
                "The name of handler '%s' is one of a durable observer or method, so the handler would get no messages. Use a name that"
                        + " begins with neither %s nor %s.",
                handler,
                DurableQueue.OBSERVER,
                DurableQueue.CALL);
    }

    static OncewardException contradictingFailureType(String handler, String type) {
        return deploymentError(
                "0100",
                null,
                "Handler %s names the exception type %s both as never retried and as not counted. Remove the type"
                        + " from one of the two.",
                handler,
                type);
    }

    static OncewardException neverRetried(String handler, String type, Throwable cause) {
        return error(
                "0101",
                cause,
                "Handler '%s' failed with an exception of type %s, which is never retried. The message is parked"
                        + " without further attempts. Correct the cause and requeue the message, or discard it.",
                handler,
                type);
    }

    static OncewardException observerMissing(String observer) {
        return error(
                "0347",
                null,
                "The application has no durable observer or method '%s' any more, so its event is parked. If it was renamed, set"
                        + " @Durable(name = \"%s\") on it and requeue the event. Otherwise discard the event.",
                observer,
                observer);
    }

    public static OncewardException rehearsalFailed(List<Rehearsal.Finding> findings) {
        return deploymentError(
                "0387",
                null,
                "This version of the application can't read waiting or parked messages: %s. Provide an Upcaster for each of these"
                        + " types, correct the class, or set onceward.rehearsal=warn.",
                findings.stream().map(Rehearsal.Finding::toString).collect(Collectors.joining("; ")));
    }

    /** Returns whether a handler did not run because of the limit of claims. */
    static boolean isClaimLimitReached(Exception failure) {
        return Kind.of(failure) == Kind.CLAIM_LIMIT;
    }

    static OncewardException claimLimitReached(String handler, int limit, Duration wait, Throwable cause) {
        return error(
                Kind.CLAIM_LIMIT,
                "0212",
                cause,
                "Handler '%s' did not run: onceward.inbox.concurrency=%s transactions with a claim were running on this node"
                        + " for %s, the value of onceward.inbox.claim-wait. The broker or the relay delivers the message"
                        + " again; a call can be repeated. If this repeats, find out why handlers take so long, or raise"
                        + " the limit and the size of the connection pool together.",
                handler,
                limit,
                wait);
    }
}
