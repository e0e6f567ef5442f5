// SPDX-License-Identifier: Apache-2.0
package io.onceward.queue.relay;

import static io.onceward.log.Coded.error;

import io.onceward.api.OncewardException;
import io.onceward.log.Kind;
import io.onceward.log.UserInfo;
import java.time.Instant;

/** Errors of events that the relay does not publish. */
public final class RelayErrors {

    private RelayErrors() {}

    public static OncewardException noPublisher(String destination, String channel) {
        return error(
                "0011",
                null,
                "No broker adapter publishes to %s, the destination of channel '%s'. Add the adapter for this"
                        + " broker to the application.",
                UserInfo.hidden(destination),
                channel);
    }

    /** Returns the failure of a queue whose relay can't park an event, and so repeats its cycle. */
    static OncewardException notHandedOn(Subject subject, RuntimeException cause) {
        return error(
                Kind.QUEUE,
                "1231",
                cause,
                "The %s %s of channel '%s' for %s can't be handed on to the channel for parked events, so it is not parked, and its"
                        + " queue waits. Act on the cause. To park it without handing it on, remove the key parked-channel.",
                subject.kind(),
                subject.id(),
                subject.channel(),
                subject.target());
    }

    static OncewardException expired(String id, String channel, Instant expiry) {
        return error(
                "0320",
                null,
                "Event %s of channel '%s' expired at %s, before it was published. Discard the event. To publish it all the"
                        + " same, record it again without a time to live.",
                id,
                channel,
                expiry);
    }
}
