// SPDX-License-Identifier: Apache-2.0
package io.onceward.test;

import io.onceward.jms.JmsAdapter;
import io.onceward.spi.BrokerAdapter;
import io.onceward.spi.BrokerContext;
import io.onceward.spi.ChannelSettings;
import io.onceward.spi.Destinations;
import io.onceward.spi.EventPublisher;
import io.onceward.spi.MessageIdentity;
import io.onceward.spi.MessageKind;
import io.onceward.spi.MessageReader;
import io.onceward.spi.MessageSource;
import io.onceward.spi.OutboxEvent;
import io.onceward.spi.Setting;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The adapter for the broker of one test. */
record TestAdapter(TestBroker broker) implements BrokerAdapter {

    static final String SCHEME = "test";

    /** Its settings and messages. */
    private static final JmsAdapter JMS = new JmsAdapter();

    @Override
    public String scheme() {
        return SCHEME;
    }

    @Override
    public List<Setting> settings() {
        return JMS.settings();
    }

    @Override
    public Optional<Missing> missing() {
        return Optional.empty();
    }

    @Override
    public Destinations destinations(BrokerContext context) {
        return Names.INSTANCE;
    }

    @Override
    public EventPublisher publisher(BrokerContext context) {
        return new Publisher(broker);
    }

    /** Returns none: the test decides when messages are delivered. */
    @Override
    public Optional<MessageSource> source(BrokerContext context) {
        return Optional.empty();
    }

    /** Returns its own messages, and those of Jakarta Messaging, with which a test may call the code under test. */
    @Override
    public List<MessageKind> messageKinds() {
        List<MessageKind> kinds = new ArrayList<>(JMS.messageKinds());
        kinds.add(new MessageKind(TestMessage.class, TestAdapter::read, new Identities()));
        return kinds;
    }

    private static MessageReader.Content read(Object message) {
        TestMessage test = (TestMessage) message;
        return MessageReader.Content.of(test.payload(), test.contentType())
                .withKey(test.key())
                .withType(test.type())
                .withHeaders(test.headers());
    }

    private enum Names implements Destinations {
        INSTANCE;

        @Override
        public String destination(ChannelSettings settings) {
            return SCHEME + ":" + settings.channel();
        }

        @Override
        public void verify(ChannelSettings settings, String destination) {
            // every destination exists
        }

        @Override
        public String connection(String destination) {
            return SCHEME;
        }
    }

    private record Publisher(TestBroker broker) implements EventPublisher {

        @Override
        public void publish(List<OutboxEvent> events, Results results) {
            for (OutboxEvent event : events) {
                if (results.wants(event)) {
                    publish(event, results);
                }
            }
        }

        private void publish(OutboxEvent event, Results results) {
            try {
                broker.publish(message(event));
            } catch (Exception e) {
                results.refused(event, e, false);
                return;
            }
            results.confirmed(event);
        }

        private static TestMessage message(OutboxEvent event) {
            return new TestMessage(
                    event.channel(),
                    event.id(),
                    event.key(),
                    event.type(),
                    event.contentType(),
                    event.payload(),
                    event.headers());
        }
    }

    private static final class Identities implements MessageIdentity {

        @Override
        public Optional<Identity> of(Object message) {
            return Optional.of(new Identity(((TestMessage) message).id(), false));
        }

        @Override
        public String hint() {
            return "the id";
        }

        @Override
        public Context context(Object message) {
            TestMessage test = (TestMessage) message;
            return Context.of(SCHEME)
                    .withChannel(test.channel())
                    .withKey(test.key())
                    .withHeaders(test.headers());
        }
    }
}
