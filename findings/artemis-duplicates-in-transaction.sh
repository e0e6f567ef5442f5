#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Artemis: two messages with the same duplicate-detection id (_AMQ_DUPL_ID), which the broker has not seen before, are sent.
# Expected: the broker delivers one of them, whether they are sent in one transaction or in two.
# Seen: in two transactions, the second one is refused. In one transaction, commit() returns and both are delivered.
# Needs bash, a JDK 17 or newer, and Maven. Takes some seconds. Exits 0 if this is still so, and 1 if not.
set -euo pipefail

artemis=2.56.0
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
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

cat > Duplicates.java <<'JAVA'
import jakarta.jms.JMSConsumer;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSRuntimeException;
import jakarta.jms.Queue;
import java.util.ArrayList;
import java.util.List;
import org.apache.activemq.artemis.core.config.impl.ConfigurationImpl;
import org.apache.activemq.artemis.core.server.embedded.EmbeddedActiveMQ;
import org.apache.activemq.artemis.jms.client.ActiveMQConnectionFactory;

class Duplicates {
    public static void main(String[] none) throws Exception {
        EmbeddedActiveMQ broker = new EmbeddedActiveMQ();
        broker.setConfiguration(new ConfigurationImpl()
                .setPersistenceEnabled(false)
                .setSecurityEnabled(false)
                .addAcceptorConfiguration("vm", "vm://0"));
        broker.start();
        try (ActiveMQConnectionFactory factory = new ActiveMQConnectionFactory("vm://0")) {
            System.out.println("two transactions: " + trial(factory, "two", true));
            System.out.println("one transaction: " + trial(factory, "one", false));
        }
        broker.stop();
    }

    private static String trial(ActiveMQConnectionFactory factory, String id, boolean two) throws Exception {
        String refused = "none refused";
        try (JMSContext context = factory.createContext(JMSContext.SESSION_TRANSACTED)) {
            Queue orders = context.createQueue("orders");
            try {
                for (String text : List.of("first", "second")) {
                    context.createProducer().setProperty("_AMQ_DUPL_ID", id).send(orders, text);
                    if (two) {
                        context.commit();
                    }
                }
                context.commit();
            } catch (JMSRuntimeException e) {
                refused = "one refused";
                context.rollback();
            }
            List<String> bodies = new ArrayList<>();
            JMSConsumer consumer = context.createConsumer(orders);
            for (String body = consumer.receiveBody(String.class, 1000); body != null; ) {
                bodies.add(body);
                body = consumer.receiveBody(String.class, 1000);
            }
            context.commit();
            return refused + ", received " + bodies;
        }
    }
}
JAVA
javac -cp 'lib/*' Duplicates.java
java -cp 'lib/*:.' Duplicates > seen 2> log || { tail log; exit 2; }

echo "Artemis $artemis, broker and client (Core), $(java -version 2>&1 | head -1)"
echo "Expected: received [first] in both cases. Seen:"
cat seen
if [ "$(cat seen)" != "two transactions: one refused, received [first]
one transaction: none refused, received [first, second]" ]; then
    echo "CHANGED"
    exit 1
fi
