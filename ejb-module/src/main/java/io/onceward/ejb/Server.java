// SPDX-License-Identifier: Apache-2.0
package io.onceward.ejb;

import jakarta.transaction.TransactionSynchronizationRegistry;

/** Servers that log a warning when a transaction is marked for rollback while it completes. */
enum Server {
    /**
     * WildFly rolls a connection without XA back twice, and logs the second time with stack traces (ARJUNA016031,
     * IJ001159).
     */
    WILDFLY,

    /** Open Liberty writes a first failure data capture and logs it. */
    OPEN_LIBERTY,

    OTHER;

    /** Recognizes the server by the class of its transaction registry. */
    static Server of(TransactionSynchronizationRegistry registry) {
        String name = registry.getClass().getName();
        if (name.startsWith("com.ibm.")) {
            return OPEN_LIBERTY;
        }
        return name.startsWith("org.jboss.") || name.startsWith("org.wildfly.") ? WILDFLY : OTHER;
    }
}
