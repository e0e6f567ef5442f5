// SPDX-License-Identifier: Apache-2.0
package io.onceward.jms;

import jakarta.jms.Connection;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.JMSException;
import jakarta.jms.JMSRuntimeException;
import jakarta.jms.JMSSecurityException;
import jakarta.jms.Message;
import jakarta.jms.MessageProducer;
import jakarta.jms.Session;
import jakarta.jms.TemporaryQueue;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

/** Connection factories of a real broker, with one difference. */
final class ChangedFactory {

    private ChangedFactory() {}

    /** Throws instead of a call, or returns. */
    @FunctionalInterface
    private interface Before {
        void call(Object target, Method method, Object[] values) throws JMSException;
    }

    /** Returns a factory whose sessions refuse one method. */
    static ConnectionFactory refusing(ConnectionFactory factory, String refused, String reason) {
        return changed(factory, ConnectionFactory.class, (target, method, values) -> {
            if (method.getName().equals(refused)) {
                throw new JMSSecurityException(reason);
            }
        });
    }

    /**
     * Returns a factory whose sessions throw an unchecked exception at one method.
     *
     * @param failures how many calls fail
     */
    static ConnectionFactory throwing(
            ConnectionFactory factory, String failing, RuntimeException failure, AtomicInteger failures) {
        return changed(factory, ConnectionFactory.class, (target, method, values) -> {
            if (method.getName().equals(failing) && failures.getAndDecrement() > 0) {
                throw failure;
            }
        });
    }

    static ConnectionFactory refusingPersistentMessagesOnTemporaryQueues(ConnectionFactory factory) {
        return changed(factory, ConnectionFactory.class, (target, method, values) -> {
            if (method.getName().equals("send") && values[0] instanceof TemporaryQueue) {
                throw new JMSException("MQRC_PERSISTENT_NOT_ALLOWED");
            }
        });
    }

    /** @param failures how many calls fail */
    static ConnectionFactory failingToCreateTransactedSessions(ConnectionFactory factory, AtomicInteger failures) {
        return changed(factory, ConnectionFactory.class, (target, method, values) -> {
            if (method.getName().equals("createSession")
                    && values != null
                    && values[0].equals(true)
                    && failures.get() > 0) {
                failures.decrementAndGet();
                throw new JMSException("The connection was lost");
            }
        });
    }

    /** Returns a factory like that of Artemis' resource adapter without local transactions. */
    static ConnectionFactory refusingTheTransactedMode(ConnectionFactory factory) {
        return changed(factory, ConnectionFactory.class, (target, method, values) -> {
            if (method.getName().equals("createSession")
                    && values != null
                    && values[values.length - 1].equals(Session.SESSION_TRANSACTED)) {
                throw new JMSRuntimeException("Invalid Session Mode SESSION_TRANSACTED");
            }
        });
    }

    /** Takes a message that is sent. */
    @FunctionalInterface
    interface Sent {
        void accept(TemporaryQueue queue, Message message) throws JMSException;
    }

    /** Returns a factory that tells of each message before it is sent to a temporary queue. */
    static ConnectionFactory telling(ConnectionFactory factory, Sent sent) {
        return changed(factory, ConnectionFactory.class, (target, method, values) -> {
            if (method.getName().equals("send") && values[0] instanceof TemporaryQueue queue) {
                sent.accept(queue, (Message) values[1]);
            }
        });
    }

    /** Returns a factory that takes each connection from the next of other factories. */
    static ConnectionFactory choosing(Supplier<ConnectionFactory> next) {
        return proxy(ConnectionFactory.class, (proxy, method, values) -> invoke(next.get(), method, values));
    }

    private static <T> T changed(T target, Class<T> type, Before before) {
        return proxy(type, (proxy, method, values) -> {
            before.call(target, method, values);
            Object result = invoke(target, method, values);
            if (result instanceof Connection connection) {
                return changed(connection, Connection.class, before);
            }
            if (result instanceof Session session) {
                return changed(session, Session.class, before);
            }
            return result instanceof MessageProducer producer
                    ? changed(producer, MessageProducer.class, before)
                    : result;
        });
    }

    private static <T> T proxy(Class<T> type, java.lang.reflect.InvocationHandler handler) {
        return type.cast(Proxy.newProxyInstance(ChangedFactory.class.getClassLoader(), new Class<?>[] {type}, handler));
    }

    private static Object invoke(Object target, Method method, Object[] values) throws Throwable {
        try {
            return method.invoke(target, values);
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }
}
