// SPDX-License-Identifier: Apache-2.0
package io.onceward.rabbitmq;

import com.rabbitmq.client.AMQP;
import com.rabbitmq.client.ShutdownSignalException;

/**
 * Why the broker has not confirmed a message: an outage, or the refusal of a message.
 *
 * @param reason with a code if it is a refusal
 */
record PublishFailure(Kind kind, Exception reason) {

    /** What a failure means. */
    enum Kind {
        OUTAGE,
        REFUSED,
        /** No later attempt can succeed. */
        REFUSED_FOREVER
    }

    /** A refusal closes the channel. */
    static PublishFailure of(Exception failure) {
        AMQP.Channel.Close close = channelClose(failure);
        if (close == null) {
            return new PublishFailure(Kind.OUTAGE, failure);
        }
        String text = close.getReplyText();
        return switch (close.getReplyCode()) {
            case AMQP.NOT_FOUND -> new PublishFailure(Kind.REFUSED, RabbitErrors.noExchange(text, failure));
            case AMQP.ACCESS_REFUSED -> new PublishFailure(Kind.REFUSED, RabbitErrors.notAuthorized(text, failure));
            case AMQP.PRECONDITION_FAILED ->
                new PublishFailure(Kind.REFUSED_FOREVER, RabbitErrors.refused(text, failure));
            default -> new PublishFailure(Kind.REFUSED, RabbitErrors.refused(text, failure));
        };
    }

    boolean isOutage() {
        return kind == Kind.OUTAGE;
    }

    boolean isForever() {
        return kind == Kind.REFUSED_FOREVER;
    }

    /** Returns why the broker has closed the channel; {@code null} if it has not. */
    static AMQP.Channel.Close channelClose(Throwable failure) {
        for (Throwable each = failure; each != null; each = each.getCause()) {
            if (each instanceof ShutdownSignalException signal
                    && signal.getReason() instanceof AMQP.Channel.Close close) {
                return close;
            }
        }
        return null;
    }
}
