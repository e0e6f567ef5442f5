// SPDX-License-Identifier: Apache-2.0
package io.onceward.benchmarks.contestants;

import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.TextMessage;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;

/** Does the business of a message once, or each time. Thread-safe. */
interface InboxOfConsumer extends AutoCloseable {

    String about();

    void handle(Message message) throws Exception;

    void reset() throws SQLException;

    boolean removesDuplicates();

    @Override
    void close();

    /** Inserts the business row. */
    static void business(Connection connection, Message message) throws JMSException, SQLException {
        long number = Event.numberIn(((TextMessage) message).getText());
        Business.insert(connection, List.of(Event.of(number, Sessions.COUNT)));
    }
}
