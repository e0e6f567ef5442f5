// SPDX-License-Identifier: Apache-2.0
package io.onceward.jms.outboxed;

import jakarta.jms.CompletionListener;
import jakarta.jms.Destination;
import jakarta.jms.Message;
import jakarta.jms.MessageProducer;

/** A producer that records what it sends. Not thread-safe, as a {@link MessageProducer} is not. */
final class OutboxedMessageProducer implements MessageProducer {

    private final MessageRecorder recorder;
    private final Destination destination;
    private SendOptions options = SendOptions.DEFAULT;
    private boolean disableMessageId;
    private boolean disableTimestamp;

    /** @param destination of all messages; {@code null} if each send has its own */
    OutboxedMessageProducer(MessageRecorder recorder, Destination destination) {
        this.recorder = recorder;
        this.destination = destination;
    }

    @Override
    public void setDisableMessageID(boolean value) {
        disableMessageId = value;
    }

    @Override
    public boolean getDisableMessageID() {
        return disableMessageId;
    }

    @Override
    public void setDisableMessageTimestamp(boolean value) {
        disableTimestamp = value;
    }

    @Override
    public boolean getDisableMessageTimestamp() {
        return disableTimestamp;
    }

    @Override
    public void setDeliveryMode(int deliveryMode) {
        options = options.withDeliveryMode(deliveryMode);
    }

    @Override
    public int getDeliveryMode() {
        return options.deliveryMode();
    }

    @Override
    public void setPriority(int priority) {
        options = options.withPriority(priority);
    }

    @Override
    public int getPriority() {
        return options.priority();
    }

    @Override
    public void setTimeToLive(long timeToLive) {
        options = options.withTimeToLive(timeToLive);
    }

    @Override
    public long getTimeToLive() {
        return options.timeToLive();
    }

    @Override
    public void setDeliveryDelay(long deliveryDelay) {
        options = options.withDeliveryDelay(deliveryDelay);
    }

    @Override
    public long getDeliveryDelay() {
        return options.deliveryDelay();
    }

    @Override
    public Destination getDestination() {
        return destination;
    }

    @Override
    public void close() {
        // nothing is open
    }

    private void sendToOwn(Message message, SendOptions with, CompletionListener listener) {
        if (destination == null) {
            throw recorder.refuse(
                    new UnsupportedOperationException("This producer has no destination. Pass one to send."));
        }
        record(destination, message, with, listener);
    }

    private void sendTo(Destination to, Message message, SendOptions with, CompletionListener listener) {
        if (destination != null) {
            throw recorder.refuse(
                    new UnsupportedOperationException("This producer has a destination. Call send without one."));
        }
        record(to, message, with, listener);
    }

    private void record(Destination to, Message message, SendOptions with, CompletionListener listener) {
        recorder.record(to, message, with);
        if (listener != null) {
            listener.onCompletion(message);
        }
    }

    private SendOptions with(int deliveryMode, int priority, long timeToLive) {
        try {
            return new SendOptions(deliveryMode, priority, timeToLive, options.deliveryDelay());
        } catch (RuntimeException e) {
            throw recorder.refuse(e);
        }
    }

    @Override
    public void send(Message message) {
        sendToOwn(message, options, null);
    }

    @Override
    public void send(Message message, int deliveryMode, int priority, long timeToLive) {
        sendToOwn(message, with(deliveryMode, priority, timeToLive), null);
    }

    @Override
    public void send(Destination to, Message message) {
        sendTo(to, message, options, null);
    }

    @Override
    public void send(Destination to, Message message, int deliveryMode, int priority, long timeToLive) {
        sendTo(to, message, with(deliveryMode, priority, timeToLive), null);
    }

    @Override
    public void send(Message message, CompletionListener listener) {
        sendToOwn(message, options, listener);
    }

    @Override
    public void send(Message message, int deliveryMode, int priority, long timeToLive, CompletionListener listener) {
        sendToOwn(message, with(deliveryMode, priority, timeToLive), listener);
    }

    @Override
    public void send(Destination to, Message message, CompletionListener listener) {
        sendTo(to, message, options, listener);
    }

    @Override
    public void send(
            Destination to,
            Message message,
            int deliveryMode,
            int priority,
            long timeToLive,
            CompletionListener listener) {
        sendTo(to, message, with(deliveryMode, priority, timeToLive), listener);
    }
}
