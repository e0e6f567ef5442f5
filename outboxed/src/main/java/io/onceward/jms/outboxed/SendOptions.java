// SPDX-License-Identifier: Apache-2.0
package io.onceward.jms.outboxed;

import jakarta.jms.DeliveryMode;
import jakarta.jms.Message;

/**
 * How a message is sent.
 *
 * @param deliveryMode as {@link DeliveryMode} has it
 * @param priority from 0 to 9
 * @param timeToLive in milliseconds; 0 for no limit
 * @param deliveryDelay in milliseconds; 0 for at once
 */
record SendOptions(int deliveryMode, int priority, long timeToLive, long deliveryDelay) {

    static final SendOptions DEFAULT = new SendOptions(
            Message.DEFAULT_DELIVERY_MODE,
            Message.DEFAULT_PRIORITY,
            Message.DEFAULT_TIME_TO_LIVE,
            Message.DEFAULT_DELIVERY_DELAY);

    private static final int MAX_PRIORITY = 9;

    /** The longest time to live and delay: 10,000 days. */
    private static final long MAX_MILLIS = 10_000L * 24 * 60 * 60 * 1000;

    SendOptions {
        if (deliveryMode != DeliveryMode.PERSISTENT && deliveryMode != DeliveryMode.NON_PERSISTENT) {
            throw OutboxedErrors.illegalValue("delivery mode", "DeliveryMode.PERSISTENT or NON_PERSISTENT");
        }
        if (priority < 0 || priority > MAX_PRIORITY) {
            throw OutboxedErrors.illegalValue("priority", "0 to 9");
        }
        verify("time to live", timeToLive);
        verify("delivery delay", deliveryDelay);
    }

    private static void verify(String what, long millis) {
        if (millis < 0 || millis > MAX_MILLIS) {
            throw OutboxedErrors.illegalValue(what, "0 to " + MAX_MILLIS + " milliseconds");
        }
    }

    SendOptions withDeliveryMode(int mode) {
        return new SendOptions(mode, priority, timeToLive, deliveryDelay);
    }

    SendOptions withPriority(int newPriority) {
        return new SendOptions(deliveryMode, newPriority, timeToLive, deliveryDelay);
    }

    SendOptions withTimeToLive(long millis) {
        return new SendOptions(deliveryMode, priority, millis, deliveryDelay);
    }

    SendOptions withDeliveryDelay(long millis) {
        return new SendOptions(deliveryMode, priority, timeToLive, millis);
    }
}
