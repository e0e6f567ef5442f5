// SPDX-License-Identifier: Apache-2.0
package io.onceward.jms;

import jakarta.jms.Connection;
import jakarta.jms.JMSException;
import jakarta.jms.Session;

/** Sessions with a transaction of their own. */
final class TransactedSession {

    private TransactedSession() {}

    /**
     * Creates a session, and checks that it is transacted.
     *
     * @param factory the name of the connection factory
     * @throws io.onceward.api.OncewardException if it is not
     */
    static Session create(Connection connection, String factory) throws JMSException {
        Session session = connection.createSession(true, Session.SESSION_TRANSACTED);
        if (!session.getTransacted()) {
            session.close();
            throw JmsErrors.unsound(
                    factory, Finding.NOT_TRANSACTED, HostServer.NONE.advice(Finding.NOT_TRANSACTED), null);
        }
        return session;
    }
}
