// SPDX-License-Identifier: Apache-2.0
package io.onceward.test;

import jakarta.transaction.Synchronization;
import jakarta.transaction.TransactionManager;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** The transactions of tests, where the persistence providers look for them. Thread-safe. */
final class JtaPlatforms {

    /** EclipseLink creates the object that asks for them, which knows only the name of its session. */
    private static final Map<String, TestTransactions> BY_SESSION = new ConcurrentHashMap<>();

    private JtaPlatforms() {}

    static void add(String session, TestTransactions transactions) {
        BY_SESSION.put(session, transactions);
    }

    static void remove(String session) {
        BY_SESSION.remove(session);
    }

    static TransactionManager manager(String session) {
        return BY_SESSION.get(session).manager();
    }

    /** Returns the {@code JtaPlatform} of Hibernate; empty if Hibernate is not on the class path. */
    static Optional<Object> hibernate(TestTransactions transactions) {
        Class<?> platform;
        try {
            platform = Class.forName("org.hibernate.engine.transaction.jta.platform.spi.JtaPlatform");
        } catch (ClassNotFoundException e) {
            return Optional.empty();
        }
        return Optional.of(Proxy.newProxyInstance(
                platform.getClassLoader(),
                new Class<?>[] {platform},
                (proxy, method, arguments) -> answer(transactions, proxy, method, arguments)));
    }

    private static Object answer(TestTransactions transactions, Object proxy, Method method, Object[] arguments)
            throws Throwable {
        return switch (method.getName()) {
            case "retrieveTransactionManager" -> transactions.manager();
            case "retrieveUserTransaction" -> new ManagedTransaction(transactions.manager());
            case "getTransactionIdentifier" -> arguments[0];
            case "canRegisterSynchronization" -> transactions.isOpen();
            case "getCurrentStatus" -> transactions.manager().getStatus();
            case "registerSynchronization" -> {
                transactions.registry().registerInterposedSynchronization((Synchronization) arguments[0]);
                yield null;
            }
            case "equals" -> proxy == arguments[0];
            case "hashCode" -> System.identityHashCode(proxy);
            case "toString" -> "the transactions of the test";
            default -> defaultMethod(proxy, method, arguments);
        };
    }

    private static Object defaultMethod(Object proxy, Method method, Object[] arguments) throws Throwable {
        try {
            return InvocationHandler.invokeDefault(proxy, method, arguments);
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }
}
