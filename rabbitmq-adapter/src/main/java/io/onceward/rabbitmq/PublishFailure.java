// SPDX-License-Identifier: Apache-2.0
package io.onceward.rabbitmq;

import com.rabbitmq.client.AMQP;
import com.rabbitmq.client.ShutdownSignalException;
import io.onceward.spi.UnpublishableException;

/** Tells refusals of the broker from outages. */
final class PublishFailure {

    private PublishFailure() {}

    /** Returns the failure of a publication, with a code if it is a refusal. */
    static Exception coded(Exception failure) {
        AMQP.Channel.Close close = channelClose(failure);
        if (close == null) {
            return failure;
        }
        return switch (close.getReplyCode()) {
            case AMQP.NOT_FOUND -> RabbitErrors.noExchange(close.getReplyText(), failure);
            case AMQP.ACCESS_REFUSED -> RabbitErrors.notAuthorized(close.getReplyText(), failure);
            case AMQP.PRECONDITION_FAILED ->
                new UnpublishableException(RabbitErrors.refused(close.getReplyText(), failure));
            default -> RabbitErrors.refused(close.getReplyText(), failure);
        };
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
