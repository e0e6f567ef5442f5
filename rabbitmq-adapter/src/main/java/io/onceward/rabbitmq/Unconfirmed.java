// SPDX-License-Identifier: Apache-2.0
package io.onceward.rabbitmq;

import com.rabbitmq.client.Return;
import io.onceward.api.OncewardException;
import io.onceward.spi.EventPublisher.Results;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The messages of a channel that the broker has not confirmed yet, by their numbers. The broker returns an unroutable message
 * before it confirms it, so a returned message is refused. Thread-safe: the thread of the connection reports what the broker says.
 */
final class Unconfirmed {

    private final Results results;
    private final SortedMap<Long, RabbitMessage> byNumber = new TreeMap<>();
    private final Map<RabbitMessage, OncewardException> returned = new IdentityHashMap<>();

    Unconfirmed(Results results) {
        this.results = results;
    }

    /** @param number of the message on its channel */
    synchronized void add(long number, RabbitMessage message) {
        byNumber.put(number, message);
    }

    synchronized void returned(Return message) {
        String reason = message.getReplyCode() + " " + message.getReplyText();
        OncewardException refusal = RabbitErrors.unroutable(message.getExchange(), message.getRoutingKey(), reason);
        byNumber.values().stream()
                .filter(each -> !returned.containsKey(each) && isOf(message, each))
                .findFirst()
                .ifPresent(each -> returned.put(each, refusal));
    }

    /** Equal messages are returned in the order in which they were sent. */
    private static boolean isOf(Return returned, RabbitMessage message) {
        return message.exchange().equals(returned.getExchange())
                && message.routingKey().equals(returned.getRoutingKey())
                && message.event()
                        .id()
                        .equals(String.valueOf(
                                returned.getProperties().getHeaders().get(RabbitHeaders.ID)));
    }

    /** @param multiple whether this concerns all messages up to the number */
    synchronized void confirmed(long number, boolean multiple) {
        take(number, multiple).values().forEach(message -> {
            OncewardException refusal = returned.remove(message);
            if (refusal == null) {
                results.confirmed(message.event());
            } else {
                results.refused(message.event(), refusal, false);
            }
        });
    }

    /** @param multiple whether this concerns all messages up to the number */
    synchronized void refused(long number, boolean multiple) {
        take(number, multiple)
                .values()
                .forEach(message -> results.refused(
                        message.event(), RabbitErrors.notAccepted(message.exchange(), message.routingKey()), false));
    }

    private SortedMap<Long, RabbitMessage> take(long number, boolean multiple) {
        SortedMap<Long, RabbitMessage> taken =
                multiple ? byNumber.headMap(number + 1) : byNumber.subMap(number, number + 1);
        SortedMap<Long, RabbitMessage> copy = new TreeMap<>(taken);
        taken.clear();
        return copy;
    }
}
