#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Artemis: a connection factory of its resource adapter has InJtaTransaction=true, and a message is sent outside a transaction,
# by a session that acknowledges automatically.
# Expected: send() sends the message, or throws.
# Seen: send() and close() return, and the message never arrives. With InJtaTransaction=false it arrives.
# Needs bash, a JDK 17 or newer, and Maven. Takes about half a minute. Exits 0 if this is still so, and 1 if not.
set -euo pipefail

ARTEMIS=2.53.0
JAKARTA=10.0.0
SLF4J=2.0.17

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

cat > pom.xml <<EOF
<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>finding</groupId>
  <artifactId>finding</artifactId>
  <version>1</version>
  <dependencies>
    <dependency>
      <groupId>org.apache.artemis</groupId>
      <artifactId>artemis-jakarta-server</artifactId>
      <version>$ARTEMIS</version>
    </dependency>
    <dependency>
      <groupId>org.apache.artemis</groupId>
      <artifactId>artemis-jakarta-ra</artifactId>
      <version>$ARTEMIS</version>
    </dependency>
    <dependency>
      <groupId>jakarta.platform</groupId>
      <artifactId>jakarta.jakartaee-api</artifactId>
      <version>$JAKARTA</version>
    </dependency>
    <dependency>
      <groupId>org.slf4j</groupId>
      <artifactId>slf4j-nop</artifactId>
      <version>$SLF4J</version>
    </dependency>
  </dependencies>
</project>
EOF
mvn -q -B org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy-dependencies -DoutputDirectory=lib > maven.log 2>&1 || { cat maven.log; exit 1; }

cat > Experiment.java <<'EOF'
import jakarta.jms.ConnectionFactory;
import jakarta.jms.Queue;
import jakarta.jms.Session;
import jakarta.resource.ResourceException;
import jakarta.resource.spi.ConnectionEvent;
import jakarta.resource.spi.ConnectionEventListener;
import jakarta.resource.spi.ConnectionManager;
import jakarta.resource.spi.ConnectionRequestInfo;
import jakarta.resource.spi.ManagedConnection;
import jakarta.resource.spi.ManagedConnectionFactory;
import java.util.ArrayDeque;
import java.util.Deque;
import org.apache.activemq.artemis.api.core.TransportConfiguration;
import org.apache.activemq.artemis.core.config.impl.ConfigurationImpl;
import org.apache.activemq.artemis.core.remoting.impl.invm.InVMAcceptorFactory;
import org.apache.activemq.artemis.core.remoting.impl.invm.InVMConnectorFactory;
import org.apache.activemq.artemis.core.server.embedded.EmbeddedActiveMQ;
import org.apache.activemq.artemis.jms.client.ActiveMQConnectionFactory;
import org.apache.activemq.artemis.ra.ActiveMQRAManagedConnectionFactory;
import org.apache.activemq.artemis.ra.ActiveMQResourceAdapter;

/** Sends messages by the resource adapter, without a transaction, and receives them by a plain client. */
class Experiment {
    static final int MESSAGES = 5;

    public static void main(String[] args) throws Exception {
        var broker = new EmbeddedActiveMQ();
        broker.setConfiguration(new ConfigurationImpl()
                .setPersistenceEnabled(false)
                .setSecurityEnabled(false)
                .addAcceptorConfiguration(new TransportConfiguration(InVMAcceptorFactory.class.getName())));
        broker.start();
        for (boolean inJta : new boolean[] {false, true}) {
            var factory = new ActiveMQRAManagedConnectionFactory();
            factory.setResourceAdapter(new ActiveMQResourceAdapter());
            factory.setConnectorClassName(InVMConnectorFactory.class.getName());
            factory.setConnectionParameters("serverId=0");
            factory.setInJtaTransaction(inJta);
            send((ConnectionFactory) factory.createConnectionFactory(new Pool()));
            System.out.println("InJtaTransaction=" + inJta + ": " + MESSAGES + " sent, " + received() + " received");
        }
        broker.stop();
        System.exit(0);
    }

    static void send(ConnectionFactory factory) throws Exception {
        for (int i = 0; i < MESSAGES; i++) {
            try (var connection = factory.createConnection();
                    var session = connection.createSession(false, Session.AUTO_ACKNOWLEDGE)) {
                Queue orders = session.createQueue("orders");
                session.createProducer(orders).send(session.createTextMessage("order " + i));
            }
        }
    }

    static int received() throws Exception {
        int received = 0;
        try (var factory = new ActiveMQConnectionFactory("vm://0");
                var connection = factory.createConnection();
                var session = connection.createSession(false, Session.AUTO_ACKNOWLEDGE);
                var consumer = session.createConsumer(session.createQueue("orders"))) {
            connection.start();
            while (consumer.receive(3000) != null) {
                received++;
            }
        }
        return received;
    }

    /** A pool as a server has one, in a server without a transaction. */
    static final class Pool implements ConnectionManager, ConnectionEventListener {
        private final transient Deque<ManagedConnection> idle = new ArrayDeque<>();

        @Override
        public Object allocateConnection(ManagedConnectionFactory factory, ConnectionRequestInfo info) throws ResourceException {
            ManagedConnection connection = idle.poll();
            if (connection == null) {
                connection = factory.createManagedConnection(null, info);
                connection.addConnectionEventListener(this);
            }
            return connection.getConnection(null, info);
        }

        @Override
        public void connectionClosed(ConnectionEvent event) {
            ManagedConnection connection = (ManagedConnection) event.getSource();
            try {
                connection.cleanup();
            } catch (ResourceException e) {
                throw new IllegalStateException(e);
            }
            idle.add(connection);
        }

        @Override
        public void localTransactionStarted(ConnectionEvent event) {}

        @Override
        public void localTransactionCommitted(ConnectionEvent event) {}

        @Override
        public void localTransactionRolledback(ConnectionEvent event) {}

        @Override
        public void connectionErrorOccurred(ConnectionEvent event) {
            throw new IllegalStateException(event.getException());
        }
    }
}
EOF
cat > expected <<'EOF'
InJtaTransaction=false: 5 sent, 5 received
InJtaTransaction=true: 5 sent, 0 received
EOF
echo "Artemis $ARTEMIS on Java $(java -version 2>&1 | sed -n 's/.*version "\(.*\)".*/\1/p')"
echo "Expected: 5 received, or an exception. Seen:"
java -cp 'lib/*' Experiment.java > result || { cat result; exit 1; }
cat result
diff expected result > difference || { echo "This differs from the finding:"; cat difference; exit 1; }
