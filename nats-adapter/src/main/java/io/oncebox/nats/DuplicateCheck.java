// SPDX-License-Identifier: Apache-2.0
package io.oncebox.nats;

import io.nats.client.JetStreamApiException;
import io.nats.client.api.MessageInfo;
import io.nats.client.api.PublishAck;
import io.nats.client.impl.Headers;
import io.oncebox.spi.OutboxEvent;
import java.io.IOException;

/**
 * Checks that a message that a stream has dropped as a duplicate is the event that the stream has. The ids of events are unique
 * for a channel, but a stream compares them over all its subjects. Used by one thread.
 */
final class DuplicateCheck {

    private final NatsSession session;

    DuplicateCheck(NatsSession session) {
        this.session = session;
    }

    /** @throws io.oncebox.api.OnceboxException if the stream has another event with the id */
    void verify(NatsBatch.Outgoing outgoing, PublishAck acknowledgement) {
        if (!acknowledgement.isDuplicate() || session.isReadingImpossible()) {
            return;
        }
        try {
            MessageInfo stored =
                    session.management().getMessage(acknowledgement.getStream(), acknowledgement.getSeqno());
            OutboxEvent event = outgoing.event();
            if (!isSame(event, outgoing.message().getSubject(), stored)) {
                throw NatsErrors.otherEvent(event.id(), acknowledgement.getStream(), acknowledgement.getSeqno());
            }
        } catch (JetStreamApiException e) {
            // the message was deleted, as after its receipt from a work queue
        } catch (IOException e) {
            session.setReadingImpossible();
            NatsLog.duplicateNotChecked(acknowledgement.getStream(), e);
        }
    }

    private static boolean isSame(OutboxEvent event, String subject, MessageInfo stored) {
        Headers headers = stored.getHeaders();
        return subject.equals(stored.getSubject())
                && headers != null
                && HeaderText.encode(event.channel()).equals(headers.getFirst(NatsHeaders.CHANNEL));
    }
}
