// SPDX-License-Identifier: Apache-2.0
package io.onceward.faults;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.apache.activemq.artemis.api.core.Message;
import org.apache.activemq.artemis.core.postoffice.RoutingStatus;
import org.apache.activemq.artemis.core.server.MessageReference;
import org.apache.activemq.artemis.core.server.ServerConsumer;
import org.apache.activemq.artemis.core.server.ServerSession;
import org.apache.activemq.artemis.core.server.impl.AckReason;
import org.apache.activemq.artemis.core.server.plugin.ActiveMQServerMessagePlugin;
import org.apache.activemq.artemis.core.transaction.Transaction;
import org.apache.activemq.artemis.core.transaction.TransactionOperationAbstract;

/**
 * Writes down what a broker does with events, a line each: {@code time kind queue eventId key remote-address}. What a
 * transaction did is written when it has ended, so the last before a SIGKILL may be missing.
 */
final class BrokerHistory implements ActiveMQServerMessagePlugin {

    /** The number of parts of a complete line. */
    static final int PARTS = 6;

    /** An event reached a queue. */
    static final String PUBLISHED = "published";

    /** An event was sent, and its transaction did not commit. */
    static final String WITHDRAWN = "withdrawn";

    /** An event went to a consumer. */
    static final String DELIVERED = "delivered";

    /** A consumer has acknowledged an event. */
    static final String ACKNOWLEDGED = "acknowledged";

    private final Writer out;

    BrokerHistory(Path file) throws IOException {
        out = Files.newBufferedWriter(file, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    }

    @Override
    public void afterSend(
            ServerSession session,
            Transaction transaction,
            Message message,
            boolean direct,
            boolean noAutoCreateQueue,
            RoutingStatus result) {
        String what = line(
                message.getAddress(), message, session.getRemotingConnection().getRemoteAddress());
        atEnd(transaction, PUBLISHED, WITHDRAWN, what);
    }

    @Override
    public void afterDeliver(ServerConsumer consumer, MessageReference reference) {
        write(DELIVERED, line(consumer, reference));
    }

    @Override
    public void messageAcknowledged(
            Transaction transaction, MessageReference reference, AckReason reason, ServerConsumer consumer) {
        if (consumer != null) {
            atEnd(transaction, ACKNOWLEDGED, "returned", line(consumer, reference));
        }
    }

    private void atEnd(Transaction transaction, String committed, String rolledBack, String what) {
        if (transaction == null) {
            write(committed, what);
            return;
        }
        transaction.addOperation(new TransactionOperationAbstract() {
            @Override
            public void afterCommit(Transaction ended) {
                write(committed, what);
            }

            @Override
            public void afterRollback(Transaction ended) {
                write(rolledBack, what);
            }
        });
    }

    private static String line(ServerConsumer consumer, MessageReference reference) {
        return line(consumer.getQueueName().toString(), reference.getMessage(), consumer.getConnectionRemoteAddress());
    }

    /** Returns a line of the history; empty if the message is no event. */
    private static String line(String queue, Message message, String remote) {
        Object id = message.getObjectProperty("onceward_id");
        return id == null
                ? ""
                : " " + queue + " " + id + " " + message.getGroupID() + " " + remote.substring(remote.indexOf('/') + 1);
    }

    private synchronized void write(String kind, String what) {
        if (what.isEmpty()) {
            return;
        }
        try {
            out.write(System.currentTimeMillis() + " " + kind + what + "\n");
            out.flush();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
