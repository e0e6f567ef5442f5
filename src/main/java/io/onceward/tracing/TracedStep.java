// SPDX-License-Identifier: Apache-2.0
package io.onceward.tracing;

import io.onceward.spi.Tracing;
import io.onceward.spi.Tracing.Operation;
import io.onceward.spi.Tracing.TracedMessage;
import java.util.List;

/** A step, for the tracing system. */
record TracedStep(
        Operation operation,
        String system,
        String channel,
        String handler,
        List<TracedMessage> messages,
        boolean isDetached)
        implements Tracing.Step {}
