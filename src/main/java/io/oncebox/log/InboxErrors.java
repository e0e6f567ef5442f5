// SPDX-License-Identifier: Apache-2.0
package io.oncebox.log;

import static io.oncebox.log.Coded.error;

import io.oncebox.api.OnceboxException;

/** Why a message is not claimed, stored or handled. */
public final class InboxErrors {

    private InboxErrors() {}

    public static OnceboxException noIdentity(String handler) {
        return error(
                "0060",
                null,
                "A message for handler '%s' has no identity: no oncebox_id, no CloudEvents id, no _AMQ_DUPL_ID and no"
                        + " JMSMessageID. It is refused and left to the broker's redelivery. Let its sender set one.",
                handler);
    }

    public static OnceboxException claimWithoutTransaction(String handler, int status) {
        return error(
                "0061",
                null,
                "Handler '%s' was called while the transaction was %s, so nothing was claimed or run. Let the container"
                        + " manage a transaction for it.",
                handler,
                TransactionStatus.name(status));
    }

    public static OnceboxException noMessage(String handler, String member) {
        return error(
                "0062",
                null,
                "%s of handler '%s' was called without a message as its parameter. Let it take the jakarta.jms.Message.",
                member,
                handler);
    }

    public static OnceboxException noHandler(String channel) {
        return error(
                "0090",
                null,
                "Nothing here handles messages of channel '%s', so none is stored. Annotate a method with"
                        + " @Incoming(\"%s\"), or store for a channel that has one.",
                channel,
                channel);
    }

    public static OnceboxException notStorable(String channel, String why) {
        return error(
                "0091",
                null,
                "A message for channel '%s' can't be stored: %s. It is refused and left to the broker's redelivery.",
                channel,
                why);
    }

    public static OnceboxException notReadable(String channel, Throwable cause) {
        return error(
                "0092",
                cause,
                "A message for channel '%s' can't be read: %s. It is refused and left to the broker's redelivery.",
                channel,
                Causes.rootMessage(cause));
    }

    /** The message names the kind of the cause only: what a parser says may quote the payload, which is never logged. */
    public static OnceboxException notDecodable(String handler, Throwable cause) {
        return error(
                "0093",
                cause,
                "The payload can't be decoded to what handler '%s' takes: %s. It will not be tried again; correct the handler"
                        + " and requeue the message, or discard it.",
                handler,
                Causes.root(cause).getClass().getName());
    }

    public static OnceboxException handlerBroken(String handler, Throwable cause) {
        return error("0094", cause, "Handler '%s' ended with an error: %s", handler, Causes.rootMessage(cause));
    }

    public static OnceboxException foreignIncomingChannel(String channel, String connector) {
        return error(
                "0095",
                null,
                "Channel '%s' belongs to connector %s. Set mp.messaging.incoming.%s.connector=oncebox to have its messages"
                        + " stored.",
                channel,
                connector,
                channel);
    }

    public static OnceboxException noSource(String origin, String channel) {
        return error(
                "0096",
                null,
                "Nothing here receives from %s, the destination of channel '%s'. Add the adapter for that kind of broker.",
                origin,
                channel);
    }

    public static OnceboxException topicAsOrigin(String channel, String destination) {
        return error(
                "0097",
                null,
                "Channel '%s' is to receive from topic %s, which keeps nothing for a receiver that is away. Name a queue, or"
                        + " subscribe durably in a message-driven bean that calls Inbox.store.",
                channel,
                destination);
    }

    public static OnceboxException unusableIncoming(String member, String why, String instead) {
        return error("0098", null, "@Incoming method %s %s, so Oncebox can't call it. %s", member, why, instead);
    }

    public static OnceboxException sharedStoredHandler(String handler, String one, String other) {
        return error(
                "0099",
                null,
                "Two handlers of stored messages, %s and %s, have the name '%s'. Give each a name of its own with"
                        + " @Idempotent(handler = …).",
                one,
                other,
                handler);
    }
}
