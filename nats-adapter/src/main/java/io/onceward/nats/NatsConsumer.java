// SPDX-License-Identifier: Apache-2.0
package io.onceward.nats;

import io.nats.client.JetStreamApiException;
import io.nats.client.JetStreamManagement;
import io.nats.client.api.AckPolicy;
import io.nats.client.api.ConsumerConfiguration;
import io.nats.client.api.RetentionPolicy;
import java.io.IOException;
import java.time.Duration;
import java.util.List;

/** The durable consumer of an origin: found, or created. Used by one thread at a time. */
final class NatsConsumer {

    private static final int CONSUMER_NOT_FOUND = 10014;
    private static final int STREAM_NOT_FOUND = 10059;

    private final JetStreamManagement management;
    private final NatsOrigin origin;
    private PullLimits limits;

    NatsConsumer(JetStreamManagement management, NatsOrigin origin) {
        this.management = management;
        this.origin = origin;
    }

    /**
     * Returns the stream of the consumer, which exists afterwards.
     *
     * @throws io.onceward.api.OncewardException if there is no stream, or messages could be lost by receiving by the consumer
     */
    String requireOnStream() throws IOException, JetStreamApiException {
        String stream = stream();
        try {
            ConsumerConfiguration existing =
                    management.getConsumerInfo(stream, origin.consumer()).getConsumerConfiguration();
            verify(stream, existing);
            verifyKept(stream, existing);
            limits = PullLimits.of(existing);
        } catch (JetStreamApiException e) {
            if (e.getApiErrorCode() == STREAM_NOT_FOUND) {
                throw noStream(e);
            }
            if (e.getApiErrorCode() != CONSUMER_NOT_FOUND) {
                throw e;
            }
            ConsumerConfiguration created =
                    management.addOrUpdateConsumer(stream, configuration()).getConsumerConfiguration();
            verifyKept(stream, created); // the stream may have one for its consumers
            limits = PullLimits.of(created);
        }
        return stream;
    }

    /** Returns the limits of the consumer that {@link #requireOnStream} has found or created. */
    PullLimits limits() {
        return limits;
    }

    private String stream() throws IOException, JetStreamApiException {
        if (!origin.stream().isEmpty()) {
            return origin.stream();
        }
        List<String> streams = management.getStreamNames(origin.subject());
        if (streams.size() > 1) {
            throw NatsErrors.nothingToReceive(
                    origin.subject(), "the streams " + streams + " store it, and the channel does not name one", null);
        }
        if (streams.isEmpty()) {
            throw noStream(null);
        }
        return streams.get(0);
    }

    private RuntimeException noStream(JetStreamApiException cause) {
        return NatsErrors.nothingToReceive(
                origin.subject(),
                origin.stream().isEmpty() ? "no stream stores it" : "there is no stream " + origin.stream(),
                cause);
    }

    private ConsumerConfiguration configuration() {
        return ConsumerConfiguration.builder()
                .durable(origin.consumer())
                .filterSubject(origin.subject())
                .ackPolicy(AckPolicy.Explicit)
                .ackWait(origin.ackWait())
                .build();
    }

    private void verify(String stream, ConsumerConfiguration existing) {
        if (existing.getDeliverSubject() != null) {
            throw unsuitable(stream, "it pushes its messages, and Onceward pulls them");
        }
        if (existing.getAckPolicy() != AckPolicy.Explicit) {
            throw unsuitable(stream, "its acknowledgement policy is not explicit, so messages could be lost");
        }
        if (existing.getMaxDeliver() > 0) {
            throw unsuitable(stream, "the server gives up a message after max_deliver attempts, so it could be lost");
        }
        if (existing.isHeadersOnly()) {
            throw unsuitable(stream, "it delivers headers only (headers_only), so messages would have no payload");
        }
        if (!List.of(origin.subject()).equals(existing.getFilterSubjects())) {
            throw unsuitable(
                    stream,
                    "it filters by " + existing.getFilterSubjects() + ", and the channel receives " + origin.subject());
        }
    }

    /** While the database is down, no node asks for messages. A restart of the server forgets a consumer in memory. */
    private void verifyKept(String stream, ConsumerConfiguration existing) throws IOException, JetStreamApiException {
        Duration threshold = existing.getInactiveThreshold();
        boolean expires = threshold != null && !threshold.isZero();
        if ((expires || existing.isMemStorage())
                && management.getStreamInfo(stream).getConfiguration().getRetentionPolicy()
                        == RetentionPolicy.Interest) {
            String end = expires
                    ? "if it is not used for its inactive_threshold of " + threshold + ", the server deletes it"
                    : "it is in memory (mem_storage), so a restart of the server deletes it";
            throw unsuitable(stream, end + ", and with it the messages of the stream with retention interest");
        }
    }

    private RuntimeException unsuitable(String stream, String why) {
        return NatsErrors.unsuitableConsumer(origin.consumer(), stream, why);
    }
}
