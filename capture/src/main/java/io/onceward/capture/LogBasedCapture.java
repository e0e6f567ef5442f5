// SPDX-License-Identifier: Apache-2.0
package io.onceward.capture;

import io.onceward.api.OncewardException;
import io.onceward.config.ChannelConfig;
import io.onceward.config.Envelope;
import io.onceward.config.Key;
import io.onceward.config.OncewardConfig;
import io.onceward.jdbc.OutboxRows;
import io.onceward.outbox.capture.Capture;
import io.onceward.outbox.capture.LogCapture;
import io.onceward.queue.store.Cluster;
import java.util.concurrent.Executor;
import java.util.function.Supplier;

/** Log-based capture, which the core finds by its service file. */
public final class LogBasedCapture implements LogCapture {

    @Override
    public void verify(ChannelConfig channel, OncewardConfig config) {
        boolean captures = config.capturedDatasources().contains(channel.datasource());
        if (channel.isCaptured() != captures) {
            throw CaptureErrors.mixedModes(channel.name(), channel.datasource(), captures);
        }
        if (captures && !config.destinations(channel.name()).isEmpty()) {
            throw CaptureErrors.severalDestinations(channel.name(), Key.CHANNEL_DESTINATIONS.text(channel.name()));
        }
        if (captures && channel.envelope() == Envelope.CLOUDEVENTS) {
            throw CaptureErrors.binaryEnvelope(channel.name());
        }
    }

    @Override
    public Capture open(
            String datasource, OutboxRows rows, OncewardConfig config, Supplier<Cluster> cluster, Executor executor) {
        return new DatasourceCapture(datasource, rows, config, new RelayedChannels(cluster), executor);
    }

    @Override
    public OncewardException notPausable(String channel) {
        return CaptureErrors.notPausable(channel);
    }

    @Override
    public OncewardException destinationIgnored(String channel) {
        return CaptureErrors.destinationIgnored(channel);
    }
}
