// SPDX-License-Identifier: Apache-2.0
package io.onceward.rabbitmq;

import io.onceward.spi.EventPublisher.Results;
import java.util.List;

/**
 * Publishes a batch. The broker returns or rejects a single message, but it refuses some by closing the channel, without
 * saying which. Then the messages without an outcome are sent one after the other, until one of them is refused. Used by one
 * thread.
 */
final class RabbitBatch {

    private final PublisherPool pool;
    private final Results results;

    RabbitBatch(PublisherPool pool, Results results) {
        this.pool = pool;
        this.results = results;
    }

    /** Publishes messages in this order, and reports what becomes of them. */
    void publish(List<RabbitMessage> messages) throws InterruptedException {
        boolean alone = false;
        List<RabbitMessage> left = wanted(messages);
        while (!left.isEmpty()) {
            List<RabbitMessage> next = alone ? left.subList(0, 1) : left;
            try {
                pool.send(next, results);
            } catch (IllegalMessageException e) {
                results.refused(e.illegal().event(), RabbitErrors.refused(e.getMessage(), e), true);
                alone = false;
            } catch (InterruptedException e) {
                throw e;
            } catch (Exception e) {
                PublishFailure failure = PublishFailure.of(e);
                if (failure.isOutage()) {
                    results.unavailable(e);
                    return;
                }
                alone = !refuse(next, failure);
            }
            left = wanted(left);
        }
    }

    private List<RabbitMessage> wanted(List<RabbitMessage> messages) {
        return messages.stream()
                .filter(message -> results.wants(message.event()))
                .toList();
    }

    /** Reports a refusal if only one message can be at fault; returns whether it was reported. */
    private boolean refuse(List<RabbitMessage> sent, PublishFailure failure) {
        if (sent.size() > 1) {
            return false;
        }
        results.refused(sent.get(0).event(), failure.reason(), failure.isForever());
        return true;
    }
}
