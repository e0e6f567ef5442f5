// SPDX-License-Identifier: Apache-2.0
package io.oncebox.ejb;

import jakarta.annotation.Resource;
import jakarta.ejb.EJBContext;
import jakarta.ejb.Stateless;
import jakarta.ejb.TransactionAttribute;
import jakarta.ejb.TransactionAttributeType;
import java.util.concurrent.Callable;

/** Runs work in the container's transactions. A failure is handed back rather than thrown, so that the container logs nothing. */
@Stateless
public class TransactionRunner {

    @Resource
    private EJBContext context;

    /** Called by the container. */
    public TransactionRunner() {}

    @TransactionAttribute(TransactionAttributeType.REQUIRES_NEW)
    public <T> Outcome<T> inNew(Callable<T> work) {
        Outcome<T> outcome = Outcome.of(work);
        if (outcome.failure() != null) {
            context.setRollbackOnly();
        }
        return outcome;
    }

    @TransactionAttribute(TransactionAttributeType.NOT_SUPPORTED)
    public <T> Outcome<T> suspended(Callable<T> work) {
        return Outcome.of(work);
    }

    /**
     * What came of a piece of work.
     *
     * @param result what it returned
     * @param failure what it threw, or {@code null}
     */
    public record Outcome<T>(T result, Exception failure) {

        static <T> Outcome<T> of(Callable<T> work) {
            try {
                return new Outcome<>(work.call(), null);
            } catch (Exception e) {
                return new Outcome<>(null, e);
            }
        }

        T get() throws Exception {
            if (failure != null) {
                throw failure;
            }
            return result;
        }
    }
}
