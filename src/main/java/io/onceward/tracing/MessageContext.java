// SPDX-License-Identifier: Apache-2.0
package io.onceward.tracing;

import io.onceward.spi.MessageIdentity;
import io.onceward.spi.OutboxEvent;
import io.onceward.spi.Tracing;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The data for tracing and logging of a message that a handler processes.
 *
 * @param stored whether the message comes from the stored inbox
 */
public record MessageContext(
        String id,
        String handler,
        String system,
        String channel,
        String key,
        String correlationId,
        Map<String, String> context,
        boolean stored)
        implements Tracing.TracedMessage {

    /** Returns the context of a message from the stored inbox. */
    public static MessageContext stored(String handler, OutboxEvent message) {
        return new MessageContext(
                message.id(),
                handler,
                "onceward",
                message.channel(),
                message.key(),
                message.correlationId(),
                TraceContext.of(message.headers()),
                true);
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
                false);
    }

    Tracing.Step step() {
        return new TracedStep(Tracing.Operation.PROCESS, system, channel, handler, List.of(this), stored);
    }

    Map<String, String> logEntries() {
        Map<String, String> entries = new LinkedHashMap<>();
        entries.put("onceward.id", id);
        entries.put("onceward.handler", handler);
        entries.put("onceward.correlation", correlationId);
        if (channel != null) {
            entries.put("onceward.channel", channel);
        }
        if (key != null) {
            entries.put("onceward.key", key);
        }
        return entries;
    }
}
