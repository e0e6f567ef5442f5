// SPDX-License-Identifier: Apache-2.0
package io.onceward.scenarios.support;

import jakarta.annotation.Resource;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.transaction.Transactional;
import jakarta.transaction.UserTransaction;
import java.util.LinkedHashMap;
import java.util.Map;

/** The ways in which an application comes to a transaction, and in which it loses it. */
@ApplicationScoped
public class Callers {

    @Inject
    private Bean bean;

    @Inject
    private EjbCaller ejb;

    @Resource
    private UserTransaction transaction;

    /** Runs the work in a transaction and ends it, in a way of its own. */
    public interface Caller {
        void call(Runnable work) throws Exception;
    }

    /** Returns the callers that commit, by their names. */
    public Map<String, Caller> committing() {
        Map<String, Caller> all = new LinkedHashMap<>();
        all.put("@Transactional bean", bean::call);
        all.put("EJB", ejb::call);
        all.put("UserTransaction", this::commit);
        return all;
    }

    /** Returns the callers that roll back after the work, by their names. Their exceptions are not checked. */
    public Map<String, Caller> rollingBack() {
        Map<String, Caller> all = new LinkedHashMap<>();
        all.put("@Transactional bean that throws", work -> ignoringFailure(() -> bean.callAndFail(work)));
        all.put("EJB that throws", work -> ignoringFailure(() -> ejb.callAndFail(work)));
        all.put("EJB with setRollbackOnly", ejb::callAndMark);
        all.put("UserTransaction.rollback", work -> {
            transaction.begin();
            work.run();
            transaction.rollback();
        });
        all.put("UserTransaction.setRollbackOnly", work -> {
            transaction.begin();
            work.run();
            transaction.setRollbackOnly();
            ignoringFailure(transaction::commit);
        });
        return all;
    }

    /** Commits a transaction with this work in it. */
    public void commit(Runnable work) throws Exception {
        transaction.begin();
        boolean done = false;
        try {
            work.run();
            done = true;
        } finally {
            if (done) {
                transaction.commit();
            } else {
                transaction.rollback();
            }
        }
    }

    private static void ignoringFailure(Step step) {
        try {
            step.run();
        } catch (Exception expected) {
            return;
        }
        throw new AssertionError("the caller was meant to fail");
    }

    private interface Step {
        void run() throws Exception;
    }

    /** A bean with declared transactions. */
    @ApplicationScoped
    @Transactional
    public static class Bean {

        public void call(Runnable work) {
            work.run();
        }

        public void callAndFail(Runnable work) {
            work.run();
            throw new IllegalStateException("on purpose");
        }
    }
}
