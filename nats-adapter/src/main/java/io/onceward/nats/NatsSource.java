// SPDX-License-Identifier: Apache-2.0
package io.onceward.nats;

import io.onceward.spi.ChannelSettings;
import io.onceward.spi.MessageSource;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Receives from JetStream by durable pull consumers, on one connection for all channels. Thread-safe. */
final class NatsSource implements MessageSource {

    private final SharedSession shared;
    private final Map<String, NatsReceiver> receivers = new ConcurrentHashMap<>();
    private final LosingStreams losing = new LosingStreams();

    /** Connects to nothing yet. */
    NatsSource(NatsClient client) {
        shared = new SharedSession(client);
    }

    @Override
    public String origin(ChannelSettings settings) {
        return NatsOrigin.of(settings).toString();
    }

    @Override
    public boolean divideMessages(String one, String other) {
        return NatsOrigin.parse(one).sharesConsumerWith(NatsOrigin.parse(other));
    }

    @Override
    public void verify(ChannelSettings settings, String origin) {
        // all that can be wrong was found when it was composed
    }

    @Override
    public int receive(String origin, int limit, Duration patience, Sink sink) throws Exception {
        NatsSession session = shared.open();
        SinkFailure failure = new SinkFailure(sink);
        boolean received = false;
        try {
            int messages = receiver(origin, session).receive(limit, patience, failure);
            received = true;
            return messages;
        } finally {
            if (!received && !failure.hasFailed()) {
                shared.verify(session);
                NatsReceiver failed = receivers.remove(origin);
                if (failed != null) {
                    failed.close();
                }
            }
        }
    }

    private NatsReceiver receiver(String origin, NatsSession session) throws Exception {
        NatsReceiver known = receivers.get(origin);
        if (known != null && known.isOn(session)) {
            return known;
        }
        NatsReceiver opened = new NatsReceiver(session, NatsOrigin.parse(origin));
        receivers.put(origin, opened);
        losing.check(session, Set.of(opened.stream()));
        return opened;
    }

    /** Closes the connection. The server redelivers the messages that are not yet stored. */
    @Override
    public void close() {
        receivers.values().forEach(NatsReceiver::giveBack);
        shared.close();
    }

    /** A sink that remembers whether it has failed: then the connection is not at fault. */
    private static final class SinkFailure implements Sink {

        private final Sink sink;
        private boolean failed;

        SinkFailure(Sink sink) {
            this.sink = sink;
        }

        @Override
        public void store(List<?> messages) throws Exception {
            failed = true;
            sink.store(messages);
            failed = false;
        }

        boolean hasFailed() {
            return failed;
        }
    }
}
