// SPDX-License-Identifier: Apache-2.0
package io.onceward.kafka;

import org.apache.kafka.common.errors.ApiException;
import org.apache.kafka.common.errors.AuthenticationException;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.InvalidTopicException;
import org.apache.kafka.common.errors.RecordBatchTooLargeException;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.errors.RetriableException;
import org.apache.kafka.common.errors.SerializationException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;

/**
 * Why a record was not confirmed: an outage of the broker, or a refusal of the event.
 *
 * @param reason with a code if it is a refusal, and with a cause that an operator can act on if it is an outage
 */
record PublishFailure(Kind kind, Exception reason) {

    /** What a failure means. */
    enum Kind {
        /** The brokers of the topic do not answer, not enough of them answer, or the caller did not wait. */
        OUTAGE,
        REFUSED,
        /** No later attempt can succeed. */
        REFUSED_FOREVER
    }

    static PublishFailure of(String topic, Exception failure) {
        if (isOutage(failure)) {
            return new PublishFailure(
                    Kind.OUTAGE,
                    hasNoMetadata(failure)
                            ? new TimeoutException("no broker of Kafka has answered: " + failure.getMessage())
                            : failure);
        }
        if (failure instanceof RecordTooLargeException || failure instanceof RecordBatchTooLargeException) {
            return new PublishFailure(Kind.REFUSED_FOREVER, KafkaErrors.tooLarge(topic, failure));
        }
        if (failure instanceof InvalidTopicException || failure instanceof SerializationException) {
            return new PublishFailure(Kind.REFUSED_FOREVER, KafkaErrors.refused(topic, failure));
        }
        return new PublishFailure(Kind.REFUSED, refusal(topic, failure));
    }

    private static Exception refusal(String topic, Exception failure) {
        if (isNoTopic(failure)) {
            return KafkaErrors.noTopic(topic, failure);
        }
        if (failure instanceof AuthorizationException) {
            return KafkaErrors.notAuthorized(topic, failure);
        }
        return failure instanceof ApiException ? KafkaErrors.refused(topic, failure) : failure;
    }

    boolean isOutage() {
        return kind == Kind.OUTAGE;
    }

    boolean isForever() {
        return kind == Kind.REFUSED_FOREVER;
    }

    private static boolean isOutage(Exception failure) {
        return (failure instanceof RetriableException && !isNoTopic(failure))
                || failure instanceof AuthenticationException
                || failure instanceof InterruptException;
    }

    /** The client names only the topic, which looks as if the topic were missing. Of a missing topic, it adds a cause. */
    private static boolean hasNoMetadata(Exception failure) {
        return failure instanceof TimeoutException
                && failure.getCause() == null
                && failure.getMessage() != null
                && failure.getMessage().contains("metadata");
    }

    /** The client waits for the metadata of a topic, and reports the reason as the cause of a timeout. */
    private static boolean isNoTopic(Exception failure) {
        return failure instanceof UnknownTopicOrPartitionException
                || (failure instanceof TimeoutException
                        && failure.getCause() instanceof UnknownTopicOrPartitionException);
    }
}
