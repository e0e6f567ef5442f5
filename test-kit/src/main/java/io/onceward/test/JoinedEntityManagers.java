// SPDX-License-Identifier: Apache-2.0
package io.onceward.test;

import jakarta.persistence.EntityManager;
import jakarta.persistence.EntityManagerFactory;
import jakarta.persistence.TransactionRequiredException;
import jakarta.transaction.Status;
import jakarta.transaction.Synchronization;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * The entity managers behind the injected one: one for each transaction, as a server has them. Without a transaction, each call has its
 * own, so that what it finds is detached. Thread-safe.
 */
final class JoinedEntityManagers implements InvocationHandler {

    private static final Set<String> NEED_A_TRANSACTION =
            Set.of("persist", "merge", "remove", "refresh", "flush", "joinTransaction", "lock");

    private final EntityManagerFactory factory;
    private final TestTransactions transactions;

    /** Those without a transaction: a query that one has created needs it until the end of the test. */
    private final Queue<EntityManager> alone = new ConcurrentLinkedQueue<>();

    JoinedEntityManagers(EntityManagerFactory factory, TestTransactions transactions) {
        this.factory = factory;
        this.transactions = transactions;
    }

    @Override
    public Object invoke(Object proxy, Method method, Object[] arguments) throws Throwable {
        if (method.getDeclaringClass() == Object.class) {
            return switch (method.getName()) {
                case "equals" -> proxy == arguments[0];
                case "hashCode" -> System.identityHashCode(proxy);
                default -> "the entity manager of the test";
            };
        }
        switch (method.getName()) {
            case "close" -> throw new IllegalStateException("The container closes the entity manager.");
            case "isOpen" -> {
                return true;
            }
            case "getEntityManagerFactory" -> {
                return factory;
            }
            case "isJoinedToTransaction" -> {
                return transactions.isOpen();
            }
            default -> {
                return call(method, arguments);
            }
        }
    }

    private Object call(Method method, Object[] arguments) throws Throwable {
        boolean joined = transactions.isOpen();
        if (!joined && NEED_A_TRANSACTION.contains(method.getName())) {
            throw new TransactionRequiredException(method.getName()
                    + " needs a transaction. Annotate the method of the bean with @Transactional, or call it in"
                    + " TestOutbox.inTransaction.");
        }
        EntityManager target = joined ? ofTransaction() : ofCall();
        try {
            return method.invoke(target, arguments);
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }

    private EntityManager ofTransaction() {
        EntityManager known = (EntityManager) transactions.registry().getResource(this);
        if (known != null) {
            return known;
        }
        EntityManager created = factory.createEntityManager();
        created.joinTransaction();
        transactions.registry().putResource(this, created);
        transactions.registry().registerInterposedSynchronization(new Synchronization() {

            @Override
            public void beforeCompletion() {
                // the provider writes its changes itself
            }

            @Override
            public void afterCompletion(int status) {
                if (status == Status.STATUS_COMMITTED || status == Status.STATUS_ROLLEDBACK) {
                    alone.add(created); // the provider may need it until its own synchronization has ended
                }
            }
        });
        return created;
    }

    private EntityManager ofCall() {
        EntityManager created = factory.createEntityManager();
        alone.add(created);
        return created;
    }

    /** Closes those whose transaction has ended, and those without one. */
    void closeAll() {
        for (EntityManager each = alone.poll(); each != null; each = alone.poll()) {
            each.close();
        }
    }
}
