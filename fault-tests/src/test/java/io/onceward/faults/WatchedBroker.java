// SPDX-License-Identifier: Apache-2.0
package io.onceward.faults;

import jakarta.jms.Connection;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Queue;
import jakarta.jms.Session;
import jakarta.jms.TemporaryQueue;
import jakarta.jms.TextMessage;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Map;
import java.util.Set;

/**
 * A client of the broker with each send, receipt, commit and rollback as a step. Probes of the self-check make no steps: a trap is
 * meant for an event, and the relay publishes none before the check has passed.
 */
final class WatchedBroker {

    private static final Map<String, Class<?>> MAKES = Map.of(
            "createConnection", Connection.class,
            "createSession", Session.class,
            "createProducer", MessageProducer.class,
            "createConsumer", MessageConsumer.class);

    private static final Set<String> ENDS = Set.of("commit", "rollback");

    /** The last action of this thread, which it then commits. */
    private static final ThreadLocal<String> DONE = ThreadLocal.withInitial(() -> "nothing");

    private static final String PROBE = "probe";

    private final Troubles troubles;

    private WatchedBroker(Troubles troubles) {
        this.troubles = troubles;
    }

    /** @param troubles which messages are refused */
    static ConnectionFactory watch(ConnectionFactory factory, Troubles troubles) {
        return new WatchedBroker(troubles).watch(factory, ConnectionFactory.class);
    }

    private <T> T watch(Object target, Class<T> type) {
        return type.cast(Proxy.newProxyInstance(
                WatchedBroker.class.getClassLoader(),
                new Class<?>[] {type},
                (self, method, arguments) -> call(target, method, arguments)));
    }

    private Object call(Object target, Method method, Object[] arguments) throws Throwable {
        Class<?> made = MAKES.get(method.getName());
        if (made != null) {
            return watch(WatchedDriver.invoke(target, method, arguments), made);
        }
        if (ENDS.contains(method.getName())) {
            if (DONE.get().equals(PROBE)) {
                return WatchedDriver.invoke(target, method, arguments);
            }
            return Steps.around(
                    method.getName() + " of " + DONE.get(),
                    JMSException::new,
                    () -> WatchedDriver.invoke(target, method, arguments));
        }
        if (method.getName().equals("send") && arguments[0] instanceof TemporaryQueue) {
            DONE.set(PROBE);
            return WatchedDriver.invoke(target, method, arguments);
        }
        if (method.getName().equals("send")) {
            DONE.set("send");
            return Steps.around("send", JMSException::new, () -> {
                refuse(arguments);
                return WatchedDriver.invoke(target, method, arguments);
            });
        }
        Object result = WatchedDriver.invoke(target, method, arguments);
        if (result instanceof Message message && isProbe(message)) {
            DONE.set(PROBE);
            return result;
        }
        if (method.getName().startsWith("receive") && result instanceof Message) {
            DONE.set("receipt");
            return Steps.around("receipt", JMSException::new, () -> result);
        }
        return result;
    }

    /** The client does not say that a received message comes from a temporary queue. */
    private static boolean isProbe(Message message) throws JMSException {
        return message.getJMSType() != null && message.getJMSType().startsWith("onceward.probe.");
    }

    private void refuse(Object[] arguments) throws JMSException {
        if (arguments[0] instanceof Queue queue
                && arguments[1] instanceof TextMessage message
                && troubles.refuses(queue.getQueueName(), message.getText())) {
            throw new JMSException("refused on purpose: " + message.getText());
        }
    }
}
