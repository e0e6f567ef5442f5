// SPDX-License-Identifier: Apache-2.0
package io.onceward.tracing;

import io.onceward.spi.MessageIdentity;
import io.onceward.spi.OutboxEvent;
import io.onceward.spi.Tracing;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * The data for tracing and logging of a message that a handler processes.
 *
 * @param correlationId empty if several messages with different ones are handled together
 * @param context the trace; empty if there is none, or several messages with different ones are handled together
 * @param together the messages that are handled together; empty for a single one
 * @param stored whether the message comes from the stored inbox
 * @param localDepth how many local events have led to the message without a delay, with itself; 0 if it came from a broker
 */
public record MessageContext(
        String id,
        String handler,
        String system,
        String channel,
        String key,
        String correlationId,
        Map<String, String> context,
        List<? extends Tracing.TracedMessage> together,
        boolean stored,
        int localDepth)
        implements Tracing.TracedMessage {

    /** Returns the context of a message from the stored inbox. */
    public static MessageContext stored(String handler, String id, OutboxEvent message, int localDepth) {
        return new MessageContext(
                id,
                handler,
                "onceward",
                message.channel(),
                message.key(),
                message.correlationId(),
                TraceContext.of(message.headers()),
                List.of(),
                true,
                localDepth);
    }

    /** Returns the context of several messages of one channel that a handler gets together: what all have in common. */
    public static MessageContext together(List<MessageContext> messages) {
        MessageContext first = messages.get(0);
        return new MessageContext(
                first.id,
                first.handler,
                first.system,
                first.channel,
                common(messages, MessageContext::key, null),
                common(messages, MessageContext::correlationId, ""),
                common(messages, MessageContext::context, Map.of()),
                messages,
                true,
                messages.stream().mapToInt(MessageContext::localDepth).max().orElse(0));
    }

    private static <T> T common(List<MessageContext> messages, Function<MessageContext, T> value, T otherwise) {
        List<T> different = messages.stream().map(value).distinct().toList();
        return different.size() == 1 ? different.get(0) : otherwise;
    }

    /** Returns the context of a message that the broker delivers to the handler. */
    public static MessageContext inline(String handler, String id, MessageIdentity.Context context) {
        return new MessageContext(
                id,
                handler,
                context.system(),
                context.channel(),
                context.key(),
                context.correlationId() == null ? id : context.correlationId(),
                TraceContext.of(context.headers()),
                List.of(),
                false,
                0);
    }

    Tracing.Step step() {
        List<Tracing.TracedMessage> messages = together.isEmpty() ? List.of(this) : List.copyOf(together);
        return new TracedStep(Tracing.Operation.PROCESS, system, channel, handler, messages, stored);
    }

    Map<String, String> logEntries() {
        Map<String, String> entries = new LinkedHashMap<>();
        if (together.isEmpty()) {
            entries.put("onceward.id", id);
        }
        entries.put("onceward.handler", handler);
        if (!correlationId.isEmpty()) {
            entries.put("onceward.correlation", correlationId);
        }
        if (channel != null) {
            entries.put("onceward.channel", channel);
        }
        if (key != null) {
            entries.put("onceward.key", key);
        }
        return entries;
    }
}
