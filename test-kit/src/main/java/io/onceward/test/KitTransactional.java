// SPDX-License-Identifier: Apache-2.0
package io.onceward.test;

import jakarta.ejb.ApplicationException;
import jakarta.inject.Inject;
import jakarta.interceptor.AroundInvoke;
import jakarta.interceptor.InvocationContext;
import jakarta.transaction.InvalidTransactionException;
import jakarta.transaction.RollbackException;
import jakarta.transaction.Status;
import jakarta.transaction.Transaction;
import jakarta.transaction.TransactionManager;
import jakarta.transaction.TransactionRequiredException;
import jakarta.transaction.Transactional;
import jakarta.transaction.TransactionalException;
import java.util.Arrays;
import org.jboss.weld.interceptor.WeldInvocationContext;

/** Runs a method as a server does, in the transactions of the test. */
abstract class KitTransactional {

    @Inject
    private KitExtension kit;

    @AroundInvoke
    Object run(InvocationContext call) throws Exception {
        Transactional annotation = annotation((WeldInvocationContext) call);
        boolean exists = manager().getStatus() != Status.STATUS_NO_TRANSACTION;
        return switch (annotation.value()) {
            case REQUIRED -> exists ? inCaller(call, annotation) : inNew(call, annotation);
            case REQUIRES_NEW -> suspended(() -> inNew(call, annotation));
            case MANDATORY -> {
                if (!exists) {
                    throw new TransactionalException(
                            "The method needs a transaction of its caller.", new TransactionRequiredException());
                }
                yield inCaller(call, annotation);
            }
            case SUPPORTS -> exists ? inCaller(call, annotation) : call.proceed();
            case NOT_SUPPORTED -> suspended(call::proceed);
            case NEVER -> {
                if (exists) {
                    throw new TransactionalException(
                            "The method must not be called in a transaction.", new InvalidTransactionException());
                }
                yield call.proceed();
            }
        };
    }

    /** Returns what says which transaction the called method has. */
    abstract Transactional annotation(WeldInvocationContext call);

    private TransactionManager manager() {
        return kit.transactions().manager();
    }

    private Object inCaller(InvocationContext call, Transactional annotation) throws Exception {
        try {
            return call.proceed();
        } catch (Throwable e) {
            if (rollsBack(call, annotation, e) && manager().getStatus() == Status.STATUS_ACTIVE) {
                manager().setRollbackOnly();
            }
            throw e;
        }
    }

    private Object inNew(InvocationContext call, Transactional annotation) throws Exception {
        manager().begin();
        Object result;
        try {
            result = call.proceed();
        } catch (Throwable e) {
            if (rollsBack(call, annotation, e)) {
                manager().setRollbackOnly();
            }
            endAfter(e);
            throw e;
        }
        end();
        return result;
    }

    private void endAfter(Throwable failure) {
        try {
            end();
        } catch (Exception e) {
            failure.addSuppressed(e);
        }
    }

    private void end() throws Exception {
        if (manager().getStatus() != Status.STATUS_ACTIVE) {
            manager().rollback();
            return;
        }
        try {
            manager().commit();
        } catch (RollbackException e) {
            throw new TransactionalException("The transaction of the method did not commit: " + e.getMessage(), e);
        }
    }

    private interface Work {
        Object run() throws Exception;
    }

    private Object suspended(Work work) throws Exception {
        Transaction outer = manager().suspend();
        try {
            return work.run();
        } finally {
            if (outer != null) {
                manager().resume(outer);
            }
        }
    }

    private static boolean rollsBack(InvocationContext call, Transactional annotation, Throwable failure) {
        if (names(annotation.dontRollbackOn(), failure)) {
            return false;
        }
        if (KitExtension.isEnterpriseBean(call.getTarget().getClass())) {
            ApplicationException declared = applicationException(failure.getClass());
            if (declared != null) {
                return declared.rollback();
            }
        }
        return names(annotation.rollbackOn(), failure)
                || failure instanceof RuntimeException
                || failure instanceof Error;
    }

    /** Returns what the class of an exception, or a superclass for its subclasses, declares; {@code null} if nothing. */
    private static ApplicationException applicationException(Class<?> type) {
        for (Class<?> declaring = type; declaring != null; declaring = declaring.getSuperclass()) {
            ApplicationException declared = declaring.getAnnotation(ApplicationException.class);
            if (declared != null) {
                return declaring == type || declared.inherited() ? declared : null; // the nearest declaration counts
            }
        }
        return null;
    }

    private static boolean names(Class<?>[] types, Throwable failure) {
        return Arrays.stream(types).anyMatch(type -> type.isInstance(failure));
    }
}
