// SPDX-License-Identifier: Apache-2.0
package io.onceward.test;

import org.eclipse.persistence.sessions.Session;
import org.eclipse.persistence.sessions.SessionCustomizer;
import org.eclipse.persistence.transaction.JTATransactionController;

/** Has a session of EclipseLink join the transactions of its test. EclipseLink creates it. */
public final class EclipseLinkTransactions implements SessionCustomizer {

    /** Called by EclipseLink. */
    public EclipseLinkTransactions() {}

    @Override
    public void customize(Session session) {
        session.setExternalTransactionController(new JTATransactionController(JtaPlatforms.manager(session.getName())));
    }
}
