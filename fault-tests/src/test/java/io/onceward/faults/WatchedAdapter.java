// SPDX-License-Identifier: Apache-2.0
package io.onceward.faults;

import io.onceward.spi.BrokerAdapter;
import io.onceward.spi.BrokerContext;
import io.onceward.spi.Destinations;
import io.onceward.spi.EventPublisher;
import io.onceward.spi.MessageKind;
import io.onceward.spi.MessageSource;
import io.onceward.spi.Setting;
import java.util.List;
import java.util.Optional;

/** An adapter with each publication, storage and further receipt as a step. */
record WatchedAdapter(BrokerAdapter adapter) implements BrokerAdapter {

    @Override
    public String scheme() {
        return adapter.scheme();
    }

    @Override
    public List<Setting> settings() {
        return adapter.settings();
    }

    @Override
    public Optional<Missing> missing() {
        return adapter.missing();
    }

    @Override
    public Destinations destinations(BrokerContext context) {
        return adapter.destinations(context);
    }

    @Override
    public EventPublisher publisher(BrokerContext context) {
        return new WatchedPublisher(adapter.publisher(context));
    }

    @Override
    public Optional<MessageSource> source(BrokerContext context) {
        return adapter.source(context).map(WatchedSource::new);
    }

    @Override
    public List<MessageKind> messageKinds() {
        return adapter.messageKinds();
    }

    /** Work of a step. */
    @FunctionalInterface
    interface Work {
        void run() throws Exception;
    }

    /** Does work as a step. */
    static void step(String what, Work work) throws Exception {
        try {
            Steps.around(what, IllegalStateException::new, () -> {
                work.run();
                return null;
            });
        } catch (Exception | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
    }
}
