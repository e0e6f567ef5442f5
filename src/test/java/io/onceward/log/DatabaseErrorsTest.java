// SPDX-License-Identifier: Apache-2.0
package io.onceward.log;

import static org.assertj.core.api.Assertions.assertThat;

import io.onceward.api.OncewardException;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.Test;

class DatabaseErrorsTest {

    /** The exceptions of WildFly 39.0.1, shortened. The first cause names the resource, the last one the reason. */
    @Test
    void secondDatasourceOfWildFly() {
        SQLException failure = new SQLException(
                "jakarta.resource.ResourceException: IJ000457: Unchecked throwable in managedConnectionReconnected()"
                        + " cl=TxConnectionListener@1[xaResource=LocalXAResourceImpl@2[warned=false]]",
                new IllegalStateException("Resource was not enlisted."));
        assertSaysWhatToDo(failure);
        assertThat(DatabaseErrors.database(
                        "read",
                        new SQLException(
                                "cl=TxConnectionListener@1[xaResource=XAResourceWrapperImpl@2]",
                                new IllegalStateException("Resource was not enlisted."))))
                .hasMessageContaining("OWD-0051");
    }

    @Test
    void secondDatasourceOfOpenLiberty() {
        assertSaysWhatToDo(new SQLException(
                "DSRA", new IllegalStateException("Illegal attempt to enlist multiple 1PC XAResources")));
    }

    @Test
    void secondDatasourceOfPayara() {
        assertSaysWhatToDo(new SQLException(
                "Error in allocating a connection",
                new IllegalStateException(
                        "Local transaction already has 1 non-XA Resource: cannot add more resources.")));
    }

    @Test
    void otherFailuresAreThoseOfTheDatabase() {
        assertThat(DatabaseErrors.database("read", new SQLException("disk full")))
                .hasMessageContainingAll("OWD-0051", "disk full");
    }

    /** Another node may hold a lock at the start, and no longer at the next attempt. */
    @Test
    void statementThatWasCutOffIsNoReasonToGiveUp() {
        for (SQLException failure : List.of(
                new SQLException("canceling statement due to lock timeout", "55P03"),
                new SQLException("Lock wait timeout exceeded", "HY000", 1205),
                new SQLException("Timeout trying to lock table", "HYT00", 50200))) {
            assertThat(Causes.isPassing(DatabaseErrors.database("read", failure)))
                    .as(failure.getMessage())
                    .isTrue();
        }
        assertThat(Causes.isPassing(DatabaseErrors.database("read", new SQLException("no", "42501"))))
                .isFalse();
    }

    private static void assertSaysWhatToDo(SQLException failure) {
        OncewardException error = DatabaseErrors.database("record an event", Kind.UNAVAILABLE, failure);
        assertThat(error)
                .hasMessageStartingWith("OWD-0234")
                .hasMessageContainingAll("onceward.datasource", "jta-data-source", "XA")
                .hasMessageNotContaining("repeat the call");
        assertThat(Causes.isPassing(error)).isFalse();
    }
}
