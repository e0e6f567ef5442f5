// SPDX-License-Identifier: Apache-2.0
package io.onceward.cdi.start;

import io.onceward.config.JndiName;
import jakarta.transaction.TransactionManager;
import javax.naming.NamingException;

/** The transaction manager of servers that lose a transaction, which Onceward then resumes: Payara and GlassFish. */
public final class ServerTransactionManager {

    private static final String PAYARA_AND_GLASSFISH = "java:appserver/TransactionManager";

    private ServerTransactionManager() {}

    /** Returns {@code null} on other servers. */
    public static TransactionManager lookup() {
        try {
            return new JndiName(PAYARA_AND_GLASSFISH).lookup(TransactionManager.class);
        } catch (NamingException | ClassCastException e) {
            return null;
        }
    }
}
