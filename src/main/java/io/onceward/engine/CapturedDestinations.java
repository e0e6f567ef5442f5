// SPDX-License-Identifier: Apache-2.0
package io.onceward.engine;

import io.onceward.outbox.Destination;
import io.onceward.spi.ChannelSettings;
import io.onceward.spi.Destinations;

/** Stands for the tool that publishes the events of a channel from the log of the database, and takes all headers. */
enum CapturedDestinations implements Destinations {
    INSTANCE;

    /** Returns the destination of a channel. */
    static Destination of(String channel) {
        return new Destination(channel, INSTANCE, "cdc:" + channel);
    }

    @Override
    public String destination(ChannelSettings settings) {
        throw notCalled();
    }

    @Override
    public void verify(ChannelSettings settings, String destination) {
        throw notCalled();
    }

    @Override
    public String connection(String destination) {
        throw notCalled();
    }

    private static IllegalStateException notCalled() {
        return new IllegalStateException("the events are captured from the log of the database");
    }
}
