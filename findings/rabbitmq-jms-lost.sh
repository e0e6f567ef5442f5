#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# RabbitMQ's client for Jakarta Messaging, in transacted sessions.
# Expected: a commit is all or nothing: if it throws, the queue has none of its messages. A message to a queue that was deleted fails at
# the send or at the commit.
# Seen: a commit of five messages to a queue with room for two, which rejects more, throws, and the queue has two of them. The commit
# of a message to a deleted queue returns normally, and the message is nowhere.
# Needs bash, RabbitMQ (Debian: rabbitmq-server), a JDK 17 or newer, and Maven. Takes about half a minute. Exits 0 if this is still
# so, and 1 if not.
set -euo pipefail

client=3.7.0
work=$(mktemp -d)
server=
mapper=
trap 'for process in $server $mapper; do kill -9 "$process" 2>/dev/null || true; wait "$process" 2>/dev/null || true; done; rm -rf "$work"' EXIT
cd "$work"

cat > pom.xml <<XML
<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>findings</groupId>
  <artifactId>rabbitmq-jms</artifactId>
  <version>1</version>
  <dependencies>
    <dependency>
      <groupId>com.rabbitmq.jms</groupId>
      <artifactId>rabbitmq-jms</artifactId>
      <version>$client</version>
    </dependency>
  </dependencies>
</project>
XML
mvn -B -ntp -q org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy-dependencies -DoutputDirectory=lib > mvn.log \
    || { cat mvn.log; exit 2; }

cat > Lost.java <<'JAVA'
import com.rabbitmq.client.Channel;
import com.rabbitmq.client.ConnectionFactory;
import com.rabbitmq.jms.admin.RMQConnectionFactory;
import com.rabbitmq.jms.admin.RMQDestination;
import jakarta.jms.Connection;
import jakarta.jms.JMSException;
import jakarta.jms.MessageProducer;
import jakarta.jms.Session;
import java.util.Map;

class Lost {
    public static void main(String[] port) throws Exception {
        ConnectionFactory amqp = new ConnectionFactory();
        amqp.setPort(Integer.parseInt(port[0]));
        RMQConnectionFactory factory = new RMQConnectionFactory();
        factory.setPort(amqp.getPort());
        System.out.println("RabbitMQ's client for Jakarta Messaging "
                + RMQConnectionFactory.class.getPackage().getImplementationVersion());
        try (com.rabbitmq.client.Connection admin = amqp.newConnection();
                Channel channel = admin.createChannel();
                Connection connection = factory.createConnection()) {
            System.out.println("RabbitMQ " + admin.getServerProperties().get("version"));

            channel.queueDeclare("full", true, false, false, Map.of("x-max-length", 2, "x-overflow", "reject-publish"));
            String five = commit(connection, new RMQDestination("full", "", "full", "full"), 5);
            long inPart = channel.messageCount("full");
            System.out.println("  five messages to a queue with room for two: " + five + ", the queue has " + inPart);

            Session session = connection.createSession(true, Session.SESSION_TRANSACTED);
            MessageProducer producer = session.createProducer(session.createQueue("orders"));
            producer.send(session.createTextMessage("order 1"));
            session.commit();
            channel.queueDelete("orders");
            producer.send(session.createTextMessage("order 2"));
            String deleted = commit(session);
            System.out.println("  a message to a queue that was deleted: " + deleted + ", the queue "
                    + (exists(admin, "orders") ? "exists again" : "does not exist"));
            System.exit(five.startsWith("commit() throws") && inPart == 2
                    && deleted.equals("commit() returns") && !exists(admin, "orders") ? 0 : 1);
        }
    }

    private static String commit(Connection connection, jakarta.jms.Destination queue, int messages) throws Exception {
        Session session = connection.createSession(true, Session.SESSION_TRANSACTED);
        MessageProducer producer = session.createProducer(queue);
        for (int i = 1; i <= messages; i++) {
            producer.send(session.createTextMessage("order " + i));
        }
        return commit(session);
    }

    private static String commit(Session session) {
        try {
            session.commit();
            return "commit() returns";
        } catch (JMSException e) {
            return "commit() throws " + e;
        }
    }

    private static boolean exists(com.rabbitmq.client.Connection admin, String queue) throws Exception {
        try (Channel channel = admin.createChannel()) {
            channel.queueDeclarePassive(queue);
            return true;
        } catch (java.io.IOException e) {
            return false;
        }
    }
}
JAVA
javac -cp 'lib/*' Lost.java

port=$((20000 + RANDOM % 5000 * 2))
export HOME=$work ERL_EPMD_PORT=$((port + 10001)) ERL_EPMD_ADDRESS=127.0.0.1
export RABBITMQ_NODENAME=findings@localhost RABBITMQ_DIST_PORT=$((port + 1)) RABBITMQ_ALLOW_INPUT=1
export RABBITMQ_MNESIA_BASE=$work/data RABBITMQ_LOG_BASE=$work/log RABBITMQ_CONFIG_FILE=$work/rabbitmq.conf
export RABBITMQ_ENABLED_PLUGINS_FILE=$work/plugins RABBITMQ_CONF_ENV_FILE=$work/env.conf
printf '%s\n' "listeners.tcp.1 = 127.0.0.1:$port" 'distribution.listener.interface = 127.0.0.1' \
    'disk_free_limit.absolute = 50MB' 'log.console = true' 'log.file = false' > rabbitmq.conf
echo '[].' > plugins
: > env.conf
epmd -port $ERL_EPMD_PORT -address 127.0.0.1 > epmd.log 2>&1 &
mapper=$!
/usr/lib/rabbitmq/bin/rabbitmq-server -noinput > server.log 2>&1 &
server=$!
until grep -q 'Server startup complete' server.log; do
    kill -0 "$server" || { tail server.log; exit 2; }
    sleep 0.2
done

echo "Expected: if a commit throws, the queue has none of its messages; a message to a deleted queue fails. Seen:"
java -cp 'lib/*:.' Lost $port 2> java.log && exit
tail -5 java.log
echo "CHANGED: a commit in part no longer leaves two messages, or a message to a deleted queue fails"
exit 1
