// SPDX-License-Identifier: Apache-2.0
package io.onceward.test;

import io.onceward.api.Alert;
import io.onceward.api.ContextPropagator;
import io.onceward.api.LogContext;
import io.onceward.api.PayloadKeys;
import io.onceward.api.Upcaster;
import io.onceward.cdi.deployment.IdempotentMethod;
import io.onceward.inbox.MessageHandler;
import io.onceward.spi.PayloadCodec;
import java.util.List;
import java.util.function.Consumer;

/** What the engine of a test gets of its beans. */
record BeanParts(
        List<MessageHandler> handlers,
        List<IdempotentMethod> idempotent,
        List<PayloadCodec> codecs,
        List<LogContext> logContexts,
        List<ContextPropagator> propagators,
        List<Upcaster> upcasters,
        List<PayloadKeys> payloadKeys,
        List<Consumer<Alert>> alertListeners) {

    static final BeanParts NONE =
            new BeanParts(List.of(), List.of(), List.of(), List.of(), List.of(), List.of(), List.of(), List.of());
}
