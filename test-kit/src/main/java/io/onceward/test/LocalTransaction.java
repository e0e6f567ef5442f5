// SPDX-License-Identifier: Apache-2.0
package io.onceward.test;

import jakarta.transaction.RollbackException;
import jakarta.transaction.Status;
import jakarta.transaction.Synchronization;
import jakarta.transaction.SystemException;
import jakarta.transaction.Transaction;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javax.transaction.xa.XAResource;

/** A JTA transaction with one connection, whose commit is the commit of the transaction. For one thread at a time. */
final class LocalTransaction implements Transaction {

    private final List<Synchronization> synchronizations = new ArrayList<>();
    private final List<Synchronization> interposed = new ArrayList<>();
    private final Map<Object, Object> resources = new HashMap<>();
    private int status = Status.STATUS_ACTIVE;
    private JoinedDataSource source;
    private WatchedConnection connection;

    /** Returns a handle of the connection, which the first call opens. */
    Connection connection(JoinedDataSource from) throws SQLException {
        if (status != Status.STATUS_ACTIVE && status != Status.STATUS_MARKED_ROLLBACK) {
            throw new SQLException("The transaction completes and takes no more statements.");
        }
        if (source != null && source != from) {
            throw new SQLException(
                    "The transaction has a connection of another datasource. The transactions of the test kit"
                            + " have one datasource; use a transaction manager with TestOutboxBuilder.transactions() for more.");
        }
        if (connection == null) {
            connection = from.open();
            source = from;
            connection.begin();
        }
        return connection.joinedHandle();
    }

    Map<Object, Object> resources() {
        return resources;
    }

    void interpose(Synchronization synchronization) {
        interposed.add(synchronization);
    }

    @Override
    public void registerSynchronization(Synchronization synchronization) throws RollbackException {
        if (status == Status.STATUS_MARKED_ROLLBACK) {
            throw new RollbackException("The transaction is marked for rollback.");
        }
        synchronizations.add(synchronization);
    }

    @Override
    public void commit() throws RollbackException {
        requireOpen();
        try {
            beforeCompletion(synchronizations);
            beforeCompletion(interposed);
        } catch (RuntimeException e) {
            roll(Status.STATUS_ROLLEDBACK);
            throw refused("A synchronization threw an exception before the completion.", e);
        } catch (Error e) {
            roll(Status.STATUS_ROLLEDBACK);
            throw e;
        }
        if (status == Status.STATUS_MARKED_ROLLBACK) {
            roll(Status.STATUS_ROLLEDBACK);
            throw refused("The transaction was marked for rollback.", null);
        }
        status = Status.STATUS_COMMITTING;
        try {
            if (connection != null) {
                connection.commit();
            }
        } catch (SQLException e) {
            roll(Status.STATUS_ROLLEDBACK);
            throw refused("The commit of the database failed.", e);
        } catch (Error e) {
            roll(Status.STATUS_UNKNOWN);
            throw e;
        }
        completed(Status.STATUS_COMMITTED);
    }

    /** Calls the synchronizations, also those that they register. */
    private void beforeCompletion(List<Synchronization> all) {
        for (int i = 0; i < all.size() && status != Status.STATUS_MARKED_ROLLBACK; i++) {
            all.get(i).beforeCompletion();
        }
    }

    private static RollbackException refused(String text, Throwable cause) {
        RollbackException exception = new RollbackException(text);
        exception.initCause(cause);
        return exception;
    }

    @Override
    public void rollback() {
        requireOpen();
        roll(Status.STATUS_ROLLEDBACK);
    }

    private void roll(int end) {
        status = Status.STATUS_ROLLING_BACK;
        if (connection != null) {
            connection.rollback();
        }
        completed(end);
    }

    private void completed(int end) {
        status = end;
        if (connection != null) {
            connection.close();
        }
        interposed.forEach(each -> each.afterCompletion(end));
        synchronizations.forEach(each -> each.afterCompletion(end));
    }

    private void requireOpen() {
        if (!isOpen()) {
            throw new IllegalStateException("The transaction has ended.");
        }
    }

    /** Returns whether it has not begun to complete. */
    boolean isOpen() {
        return status == Status.STATUS_ACTIVE || status == Status.STATUS_MARKED_ROLLBACK;
    }

    @Override
    public void setRollbackOnly() {
        requireOpen();
        status = Status.STATUS_MARKED_ROLLBACK;
    }

    @Override
    public int getStatus() {
        return status;
    }

    @Override
    public boolean enlistResource(XAResource resource) throws SystemException {
        throw new SystemException(
                "The transactions of the test kit take no XA resources. Use a transaction manager with"
                        + " TestOutboxBuilder.transactions().");
    }

    @Override
    public boolean delistResource(XAResource resource, int flag) throws SystemException {
        return enlistResource(resource);
    }
}
