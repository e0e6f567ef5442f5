// SPDX-License-Identifier: Apache-2.0
package io.oncebox.ejb;

import jakarta.transaction.TransactionSynchronizationRegistry;

/** Servers that make noise of a transaction that is marked for rollback while it completes. */
enum Server {
    /**
     * Rolls a connection that is not XA back twice, once when it leaves the transaction and once at the end, and logs the
     * second time with stack traces (ARJUNA016031, IJ001159).
     */
    WILDFLY,

    /** Writes a first failure data capture, and says so in the log. */
    OPEN_LIBERTY,

    OTHER;

    /** Told by whose transactions they are. */
    static Server of(TransactionSynchronizationRegistry registry) {
        String name = registry.getClass().getName();
        if (name.startsWith("com.ibm.")) {
            return OPEN_LIBERTY;
        }
        return name.startsWith("org.jboss.") || name.startsWith("org.wildfly.") ? WILDFLY : OTHER;
    }
}
