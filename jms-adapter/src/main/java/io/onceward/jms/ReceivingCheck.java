// SPDX-License-Identifier: Apache-2.0
package io.onceward.jms;

import io.onceward.api.OncewardException;
import io.onceward.jms.Probe.Stage;
import io.onceward.jms.Probe.Undone;
import jakarta.jms.JMSException;
import jakarta.jms.Session;
import java.util.Objects;
import java.util.stream.Stream;

/**
 * Checks the sessions by which a source receives. All that a session receives and sends is one transaction, so a probe tells
 * what happens to received messages: sent in a transaction that rolls back, it must be missing in the queue; sent in one that
 * commits, it must be in it.
 *
 * @param factory the name of the connection factory
 */
record ReceivingCheck(Transacted transacted, String factory, HostServer server) {

    /** Runs work in the transaction of a session as a source opens it. */
    @FunctionalInterface
    interface Transacted {

        /** Commits if the work returns, and rolls back if it throws. */
        void run(Work work) throws Exception;
    }

    /** Work with a session whose connection is started. */
    @FunctionalInterface
    interface Work {
        void with(Session session) throws Exception;
    }

    /**
     * @throws OncewardException if the broker forgets messages before they are received, whatever becomes of the transaction, or the
     *     client delivers messages before an earlier one that was rolled back
     */
    static void requireRedelivery(String name, Object factory) {
        if (Boolean.TRUE.equals(setting(factory, "isPreAcknowledge"))) {
            throw JmsErrors.unsound(name, Finding.PRE_ACKNOWLEDGE, "Set it to false", null);
        }
        if (Boolean.TRUE.equals(setting(factory, "isNonBlockingRedelivery"))) {
            throw JmsErrors.unsound(name, Finding.NON_BLOCKING_REDELIVERY, "Set it to false", null);
        }
    }

    /**
     * Returns a setting of a client's own connection factory, or of the default one of Artemis' resource adapter: none is on the class
     * path. {@code null} if it is not set, or the factory is another one.
     */
    static Object setting(Object factory, String getter) {
        Object ofAdapter = value(factory, "getDefaultFactory");
        return value(ofAdapter == null ? factory : ofAdapter, getter);
    }

    /** Returns a property of OpenMQ's own connection factory; an empty text if the factory is another one. */
    static String property(Object factory, String name) {
        return Objects.toString(value(factory, "getProperty", name), "");
    }

    private static Object value(Object factory, String getter, String... names) {
        try {
            Class<?>[] types = Stream.of(names).map(String::getClass).toArray(Class<?>[]::new);
            return factory.getClass().getMethod(getter, types).invoke(factory, (Object[]) names);
        } catch (ReflectiveOperationException | RuntimeException e) {
            return null; // it is another client's, or a wrapper
        }
    }

    /**
     * @throws OncewardException if the connection factory would lose messages, or with {@code OWD-0211} if the queue takes no probes
     * @throws Exception if a probe could not be sent or received
     */
    void run(ProbeQueue queue) throws Exception {
        try {
            send(queue, Stage.ROLLED_BACK, () -> {
                throw new Undone();
            });
        } catch (Undone e) {
            // as intended
        }
        send(queue, Stage.COMMITTED, () -> {});
        boolean committed = queue.receives(Stage.COMMITTED, queue::sendControl);
        if (queue.hasReceived(Stage.ROLLED_BACK)) {
            throw unsound(Finding.AUTO_ACKNOWLEDGE);
        }
        if (!committed) {
            throw unsound(Finding.IGNORED);
        }
        queue.warnOfSeveralBrokers();
    }

    /** @param end ends the work of the transaction */
    private void send(ProbeQueue queue, Stage stage, Runnable end) throws Exception {
        try {
            transacted.run(session -> {
                ControlMessages.send(session, queue.queue(), stage, queue.check());
                end.run();
            });
        } catch (JMSException e) {
            queue.requireSendable(); // tells if the broker takes nothing for this queue
            throw e;
        }
    }

    private RuntimeException unsound(Finding finding) {
        return JmsErrors.unsound(factory, finding, server.advice(finding), null);
    }
}
