#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Artemis: each message has three attempts. 100 messages wait; three processes receive the first of them and are killed.
# Expected: the message that was received is a dead letter. The other 99 have lost no attempt.
# Seen: all 100 are dead letters, because each message in the buffer of a killed consumer loses an attempt. No code has seen 99 of
# them. With consumerWindowSize=0 it is as expected.
# Needs bash, a JDK 17 or newer, and Maven. Takes about half a minute. Exits 0 if this is still so, and 1 if not.
set -euo pipefail

artemis=2.53.0
work=$(mktemp -d)
broker=
consumer=
stop() {
    for pid in $consumer $broker; do
        kill -9 "$pid" 2>/dev/null || true
        wait "$pid" 2>/dev/null || true
    done
}
trap 'stop; rm -rf "$work"' EXIT
cd "$work"

cat > pom.xml <<XML
<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>findings</groupId>
  <artifactId>artemis</artifactId>
  <version>1</version>
  <dependencies>
    <dependency>
      <groupId>org.apache.artemis</groupId>
      <artifactId>artemis-jakarta-server</artifactId>
      <version>$artemis</version>
    </dependency>
    <dependency>
      <groupId>org.apache.artemis</groupId>
      <artifactId>artemis-jakarta-client</artifactId>
      <version>$artemis</version>
    </dependency>
  </dependencies>
</project>
XML
mvn -B -ntp -q org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy-dependencies -DoutputDirectory=lib > mvn.log \
    || { cat mvn.log; exit 2; }

cat > Broker.java <<'JAVA'
import org.apache.activemq.artemis.api.core.QueueConfiguration;
import org.apache.activemq.artemis.api.core.RoutingType;
import org.apache.activemq.artemis.api.core.SimpleString;
import org.apache.activemq.artemis.core.config.Configuration;
import org.apache.activemq.artemis.core.config.impl.ConfigurationImpl;
import org.apache.activemq.artemis.core.server.embedded.EmbeddedActiveMQ;
import org.apache.activemq.artemis.core.settings.impl.AddressSettings;

/** A broker in memory, with three delivery attempts instead of ten, so that three processes are enough. */
class Broker {
    public static void main(String[] port) throws Exception {
        AddressSettings settings = new AddressSettings();
        settings.setDeadLetterAddress(SimpleString.of("DLQ"));
        settings.setMaxDeliveryAttempts(3);
        Configuration configuration = new ConfigurationImpl()
                .setPersistenceEnabled(false)
                .setSecurityEnabled(false)
                .addAcceptorConfiguration("tcp", "tcp://127.0.0.1:" + port[0] + "?protocols=CORE")
                .addQueueConfiguration(QueueConfiguration.of("DLQ").setRoutingType(RoutingType.ANYCAST))
                .addAddressSetting("#", settings);
        new EmbeddedActiveMQ().setConfiguration(configuration).start();
        System.out.println("READY");
    }
}
JAVA
cat > Client.java <<'JAVA'
import jakarta.jms.ConnectionFactory;
import jakarta.jms.JMSConsumer;
import jakarta.jms.JMSContext;
import jakarta.jms.Message;
import jakarta.jms.Queue;
import java.util.ArrayList;
import java.util.List;
import org.apache.activemq.artemis.jms.client.ActiveMQConnectionFactory;

class Client {
    public static void main(String[] arguments) throws Exception {
        ConnectionFactory factory = new ActiveMQConnectionFactory(arguments[0]);
        try (JMSContext context = factory.createContext(JMSContext.SESSION_TRANSACTED)) {
            Queue orders = context.createQueue("orders");
            switch (arguments[1]) {
                case "send" -> {
                    for (int order = 1; order <= 100; order++) {
                        context.createProducer().send(orders, "order " + order);
                    }
                    context.commit();
                }
                case "receive" -> {
                    System.out.println(context.createConsumer(orders).receive().getBody(String.class));
                    Thread.sleep(600_000); // it works on this one message, until the process is killed
                }
                default -> System.out.println(count(context, orders) + " in the queue, "
                        + count(context, context.createQueue("DLQ")) + " dead letter(s)");
            }
        }
    }

    private static int count(JMSContext context, Queue queue) throws Exception {
        List<String> bodies = new ArrayList<>();
        JMSConsumer consumer = context.createConsumer(queue);
        for (Message message = consumer.receive(2000); message != null; message = consumer.receive(2000)) {
            bodies.add(message.getBody(String.class));
        }
        context.commit();
        return bodies.size();
    }
}
JAVA
javac -cp 'lib/*' Broker.java Client.java

port=$((20000 + RANDOM % 10000))
java -cp 'lib/*:.' Broker $port > broker.log 2>&1 &
broker=$!
until grep -q READY broker.log; do
    kill -0 "$broker" || { tail broker.log; exit 2; }
    sleep 0.2
done

# Three processes that receive one message each and are killed. Prints what they received, and what is left afterwards.
trial() {
    local url=$1 dead
    java -cp 'lib/*:.' Client "$url" send 2> client.log
    : > seen
    for dead in 1 2 3; do
        : > received
        java -cp 'lib/*:.' Client "$url" receive > received 2> client.log &
        consumer=$!
        until [ -s received ]; do
            kill -0 "$consumer" || { tail client.log; exit 2; }
            sleep 0.1
        done
        sleep 0.5 # the rest of the buffer is on its way
        kill -9 "$consumer"
        wait "$consumer" 2>/dev/null || true
        consumer=
        cat received >> seen
        sleep 0.5
    done
    left=$(java -cp 'lib/*:.' Client "$url" count 2> client.log)
    echo "$2: $(sort -u seen | wc -l) different message(s) of 100 received by three processes; $left"
}

echo "Artemis $artemis, broker and client (Core), $(java -version 2>&1 | head -1)"
echo "Expected: 99 in the queue, 1 dead letter. Seen:"
trial "tcp://127.0.0.1:$port" "default buffer"
by_default=$left
trial "tcp://127.0.0.1:$port?consumerWindowSize=0" "consumerWindowSize=0"
if [ "$by_default" != "0 in the queue, 100 dead letter(s)" ] || [ "$left" != "99 in the queue, 1 dead letter(s)" ]; then
    echo "CHANGED: by default not all 100 are dead letters, or without a buffer not just the one received"
    exit 1
fi
