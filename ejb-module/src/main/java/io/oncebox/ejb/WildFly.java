// SPDX-License-Identifier: Apache-2.0
package io.oncebox.ejb;

import io.oncebox.config.JndiName;
import javax.naming.NamingException;

/**
 * What is special about WildFly. If one of its datasources that are not XA is in a transaction that is marked for
 * rollback while it completes, its connection is rolled back twice, once when it leaves the transaction and once at the
 * end, and the second time is logged with a stack trace (ARJUNA016031, IJ001159).
 */
final class WildFly {

    /** The transaction manager's name there, and nowhere else. */
    private static final String TRANSACTION_MANAGER = "java:jboss/TransactionManager";

    private WildFly() {}

    static boolean isRunning() {
        try {
            new JndiName(TRANSACTION_MANAGER).lookup(Object.class);
            return true;
        } catch (NamingException e) {
            return false; // another server
        }
    }
}
