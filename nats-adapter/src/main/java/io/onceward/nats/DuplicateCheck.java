// SPDX-License-Identifier: Apache-2.0
package io.onceward.nats;

import io.nats.client.JetStreamApiException;
import io.nats.client.Message;
import io.nats.client.api.MessageGetRequest;
import io.nats.client.api.MessageInfo;
import io.nats.client.api.PublishAck;
import io.nats.client.impl.Headers;
import io.onceward.spi.OutboxEvent;
import java.util.Optional;
import java.util.Set;

/**
 * Checks that a message that a stream has dropped as a duplicate is the event that the stream has. The ids of its messages contain
 * the channel, but another application may have a channel of the same name, or use the id of a message. Used by one thread.
 */
final class DuplicateCheck {

    private static final String MESSAGE_GET = "$JS.API.STREAM.MSG.GET.";

    /** The message was deleted, as after its receipt from a work queue, or with its stream. */
    private static final Set<Integer> DELETED = Set.of(10037, 10059);

    private final NatsSession session;

    DuplicateCheck(NatsSession session) {
        this.session = session;
    }

    /**
     * Returns the failure if the stream has another event with the id, or does not answer now; empty if it has the event.
     *
     * @param acknowledgement of a duplicate
     */
    Optional<PublishFailure> failure(NatsBatch.Outgoing outgoing, PublishAck acknowledgement)
            throws InterruptedException {
        String stream = acknowledgement.getStream();
        if (session.errors().isForbidden(MESSAGE_GET + stream)) {
            return Optional.empty();
        }
        Message answer = session.ask(
                MESSAGE_GET + stream,
                MessageGetRequest.forSequence(acknowledgement.getSeqno()).serialize());
        if (answer != null) {
            return failure(outgoing, acknowledgement, new MessageInfo(answer, stream, false));
        }
        if (session.errors().isForbidden(MESSAGE_GET + stream)) {
            NatsLog.duplicateNotChecked(stream);
            return Optional.empty();
        }
        return Optional.of(undecided(outgoing, stream, "does not answer", null));
    }

    private Optional<PublishFailure> failure(
            NatsBatch.Outgoing outgoing, PublishAck acknowledgement, MessageInfo stored) {
        OutboxEvent event = outgoing.event();
        String stream = acknowledgement.getStream();
        if (!stored.hasError()) {
            return isSame(event, outgoing.message().getSubject(), stored)
                    ? Optional.empty()
                    : Optional.of(PublishFailure.refusedForever(
                            NatsErrors.otherEvent(event.id(), stream, acknowledgement.getSeqno())));
        }
        if (DELETED.contains(stored.getApiErrorCode())) {
            return Optional.empty();
        }
        return Optional.of(undecided(
                outgoing, stream, "answers: " + stored.getError(), new JetStreamApiException(stored.getErrorObject())));
    }

    /** The event counts as unpublished until the stream answers. */
    private PublishFailure undecided(NatsBatch.Outgoing outgoing, String stream, String answer, Exception cause) {
        return PublishFailure.outage(NatsErrors.noJetStream(
                "Onceward asked stream '" + stream + "' for the message with the id of event '"
                        + outgoing.event().id() + "', and the stream " + answer,
                cause));
    }

    private static boolean isSame(OutboxEvent event, String subject, MessageInfo stored) {
        Headers headers = stored.getHeaders();
        return subject.equals(stored.getSubject())
                && headers != null
                && HeaderText.encode(event.channel()).equals(headers.getFirst(NatsHeaders.CHANNEL));
    }
}
