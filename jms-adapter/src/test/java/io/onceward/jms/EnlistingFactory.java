// SPDX-License-Identifier: Apache-2.0
package io.onceward.jms;

import io.onceward.spi.Transactions;
import jakarta.jms.Connection;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.JMSException;
import jakarta.jms.JMSRuntimeException;
import jakarta.jms.Session;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;

/**
 * A server's transactions, and its connection factories in front of a real broker: in a transaction of the thread, a session is
 * transacted and follows the transaction, unless the factory is wrong. Not for concurrent use.
 */
final class EnlistingFactory implements Transactions {

    /** What a factory does. */
    enum Kind {
        /** Follows the transaction, as a pool with XA does. */
        ENLISTED,
        /** Sends and acknowledges by itself, whatever it is asked for. */
        AUTO_ACKNOWLEDGE,
        /** Refuses a transacted session: a pool that ignores JTA and allows no local transactions. */
        NO_TRANSACTED_SESSION,
        /** The client's own factory, without a pool. */
        RAW,
        /** Outside of a transaction its sessions are transacted, too, and nothing commits them. */
        NEVER_COMMITTED,
        /** Sessions are transacted; no commit reaches them. */
        COMMIT_IGNORED
    }

    private final ThreadLocal<Deque<Map<Session, Connection>>> transactions = ThreadLocal.withInitial(ArrayDeque::new);

    ConnectionFactory of(Kind kind, ConnectionFactory broker) {
        return proxy(ConnectionFactory.class, (proxy, method, values) -> {
            Object made = call(broker, method, values);
            return made instanceof Connection connection ? connection(kind, connection) : made;
        });
    }

    private Connection connection(Kind kind, Connection connection) {
        List<Session> enlisted = new ArrayList<>();
        return proxy(Connection.class, (proxy, method, values) -> {
            if (method.getName().equals("createSession")) {
                boolean transacted = values != null && values[0].equals(true);
                Session session = session(kind, connection, transacted, enlisted);
                return session;
            }
            if (method.getName().equals("close") && !enlisted.isEmpty()) {
                return null; // the pool keeps it until the transaction has ended
            }
            return call(connection, method, values);
        });
    }

    private Session session(Kind kind, Connection connection, boolean transacted, List<Session> enlisted)
            throws JMSException {
        Deque<Map<Session, Connection>> stack = transactions.get();
        boolean joins = !stack.isEmpty();
        if (kind == Kind.AUTO_ACKNOWLEDGE) {
            return connection.createSession(false, Session.AUTO_ACKNOWLEDGE);
        }
        if (kind == Kind.NO_TRANSACTED_SESSION && transacted) {
            throw new JMSRuntimeException("Invalid Session Mode SESSION_TRANSACTED");
        }
        if (kind == Kind.RAW || kind == Kind.NO_TRANSACTED_SESSION) {
            return connection.createSession(transacted, Session.AUTO_ACKNOWLEDGE);
        }
        if (joins) {
            Session session = connection.createSession(true, Session.SESSION_TRANSACTED);
            stack.peek().put(kind == Kind.COMMIT_IGNORED ? withoutCommit(session) : session, connection);
            enlisted.add(session);
            return withoutClose(session);
        }
        if (kind == Kind.NEVER_COMMITTED) {
            return withoutCommit(connection.createSession(true, Session.SESSION_TRANSACTED));
        }
        return connection.createSession(transacted, Session.AUTO_ACKNOWLEDGE);
    }

    private static Session withoutCommit(Session session) {
        return without("commit", session);
    }

    private static Session withoutClose(Session session) {
        return without("close", session);
    }

    private static Session without(String ignored, Session session) {
        return proxy(
                Session.class,
                (proxy, method, values) -> method.getName().equals(ignored) ? null : call(session, method, values));
    }

    /** Returns whether the thread is in a transaction. */
    boolean hasTransaction() {
        return !transactions.get().isEmpty();
    }

    @Override
    public <T> T inNew(Callable<T> work) throws Exception {
        Deque<Map<Session, Connection>> stack = transactions.get();
        Map<Session, Connection> sessions = new IdentityHashMap<>();
        stack.push(sessions);
        boolean sound = false;
        try {
            T result = work.call();
            sound = true;
            return result;
        } finally {
            stack.pop();
            for (Session session : sessions.keySet()) {
                if (sound) {
                    session.commit();
                } else {
                    session.rollback();
                }
            }
            for (Connection connection : sessions.values()) {
                connection.close();
            }
        }
    }

    @Override
    public <T> T suspended(Callable<T> work) throws Exception {
        Deque<Map<Session, Connection>> outer = transactions.get();
        transactions.set(new ArrayDeque<>());
        try {
            return work.call();
        } finally {
            transactions.set(outer);
        }
    }

    @SuppressWarnings("unchecked")
    private static <T> T proxy(Class<T> type, java.lang.reflect.InvocationHandler handler) {
        return (T) Proxy.newProxyInstance(EnlistingFactory.class.getClassLoader(), new Class<?>[] {type}, handler);
    }

    private static Object call(Object target, Method method, Object[] values) throws Throwable {
        try {
            return method.invoke(target, values);
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }
}
