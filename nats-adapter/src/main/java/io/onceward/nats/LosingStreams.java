// SPDX-License-Identifier: Apache-2.0
package io.onceward.nats;

import io.nats.client.JetStreamApiException;
import io.nats.client.api.DiscardPolicy;
import io.nats.client.api.RetentionPolicy;
import io.nats.client.api.StorageType;
import io.nats.client.api.StreamConfiguration;
import io.nats.client.api.StreamInfo;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Warns once of each stream whose settings make it delete messages that nobody has received. Thread-safe. */
final class LosingStreams {

    private final Set<String> checked = ConcurrentHashMap.newKeySet();

    /** Checks streams that messages were published to or are received from. Does nothing if the user may not ask for them. */
    void check(NatsSession session, Set<String> streams) {
        for (String stream : streams) {
            if (checked.add(stream)) {
                check(session, stream);
            }
        }
    }

    private static void check(NatsSession session, String stream) {
        List<String> ways;
        try {
            ways = ways(session.management().getStreamInfo(stream));
        } catch (IOException | JetStreamApiException | IllegalStateException e) {
            return; // no permission, or no connection
        }
        if (!ways.isEmpty()) {
            NatsLog.loses(stream, String.join("; ", ways));
        }
    }

    private static List<String> ways(StreamInfo stream) {
        StreamConfiguration settings = stream.getConfiguration();
        List<String> ways = new ArrayList<>();
        if (settings.getStorageType() == StorageType.Memory) {
            ways.add("it is in memory (storage), so a restart of its servers deletes its messages");
        }
        boolean isLimited = settings.getMaxMsgs() > 0 || settings.getMaxBytes() > 0;
        if (settings.getDiscardPolicy() == DiscardPolicy.Old && isLimited) {
            ways.add("at its limit max_msgs or max_bytes it deletes its oldest messages (discard is old)");
        }
        if (settings.getMaxMsgsPerSubject() > 0 && !settings.isDiscardNewPerSubject()) {
            ways.add("it deletes the oldest messages of a subject that has more than " + settings.getMaxMsgsPerSubject()
                    + " (max_msgs_per_subject)");
        }
        if (settings.getRetentionPolicy() == RetentionPolicy.Interest
                && stream.getStreamState().getConsumerCount() == 0) {
            ways.add("its retention is interest and it has no consumer, so it deletes each message at once");
        }
        return ways;
    }
}
