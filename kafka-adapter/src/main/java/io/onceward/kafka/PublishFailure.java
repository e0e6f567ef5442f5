// SPDX-License-Identifier: Apache-2.0
package io.onceward.kafka;

import io.onceward.spi.UnpublishableException;
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

/** Tells refusals of an event from outages of a broker. */
final class PublishFailure {

    private PublishFailure() {}

    /** Returns whether the failure is no refusal: the brokers of the topic do not answer, not enough of them answer, or the caller did not wait. */
    static boolean isOutage(Exception failure) {
        return (failure instanceof RetriableException && !isNoTopic(failure))
                || failure instanceof AuthenticationException
                || failure instanceof InterruptException;
    }

    /** Returns the failure: with a code if it is a refusal, and with a cause that an operator can act on if it is an outage. */
    static Exception coded(String topic, Exception failure) {
        if (isOutage(failure)) {
            return hasNoMetadata(failure)
                    ? new TimeoutException("no broker of Kafka has answered: " + failure.getMessage())
                    : failure;
        }
        if (isNoTopic(failure)) {
            return KafkaErrors.noTopic(topic, failure);
        }
        if (failure instanceof AuthorizationException) {
            return KafkaErrors.notAuthorized(topic, failure);
        }
        if (failure instanceof RecordTooLargeException || failure instanceof RecordBatchTooLargeException) {
            return new UnpublishableException(KafkaErrors.tooLarge(topic, failure));
        }
        if (failure instanceof InvalidTopicException || failure instanceof SerializationException) {
            return new UnpublishableException(KafkaErrors.refused(topic, failure));
        }
        return failure instanceof ApiException ? KafkaErrors.refused(topic, failure) : failure;
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
