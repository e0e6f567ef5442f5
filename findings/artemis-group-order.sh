#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Artemis: three messages of one group (JMSXGroupID) are in a queue. One consumer handles them, fails at the first one, and rolls back.
# Expected: the first message comes again before the others, whether the broker redelivers at once or after a redelivery-delay: a group
# is there to keep the order, and its messages go to one consumer, one after the other.
# Seen: with a redelivery-delay, the consumer gets the other messages of the group during the delay, and the first one last.
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

cat > Groups.java <<'JAVA'
import jakarta.jms.JMSConsumer;
import jakarta.jms.JMSContext;
import jakarta.jms.Queue;
import java.util.ArrayList;
import java.util.List;
import org.apache.activemq.artemis.core.config.impl.ConfigurationImpl;
import org.apache.activemq.artemis.core.server.embedded.EmbeddedActiveMQ;
import org.apache.activemq.artemis.core.settings.impl.AddressSettings;
import org.apache.activemq.artemis.jms.client.ActiveMQConnectionFactory;

class Groups {
    public static void main(String[] none) throws Exception {
        EmbeddedActiveMQ broker = new EmbeddedActiveMQ();
        broker.setConfiguration(new ConfigurationImpl()
                .setPersistenceEnabled(false)
                .setSecurityEnabled(false)
                .addAcceptorConfiguration("vm", "vm://0")
                .addAddressSetting("delayed", new AddressSettings().setRedeliveryDelay(1000)));
        broker.start();
        try (ActiveMQConnectionFactory factory = new ActiveMQConnectionFactory("vm://0")) {
            factory.setConsumerWindowSize(0); // the consumer has no buffer: the broker delivers one message at a time
            System.out.println("redelivery at once: " + trial(factory, "direct"));
            System.out.println("redelivery-delay of a second: " + trial(factory, "delayed"));
        }
        broker.stop();
    }

    private static List<String> trial(ActiveMQConnectionFactory factory, String queue) {
        try (JMSContext context = factory.createContext(JMSContext.SESSION_TRANSACTED)) {
            Queue orders = context.createQueue(queue);
            for (int i = 1; i <= 3; i++) {
                context.createProducer().setProperty("JMSXGroupID", "order 7").send(orders, "change " + i);
            }
            context.commit();
            List<String> handled = new ArrayList<>();
            JMSConsumer consumer = context.createConsumer(orders);
            boolean failed = false;
            for (String body = consumer.receiveBody(String.class, 3000); body != null; ) {
                if (failed) {
                    handled.add(body);
                    context.commit();
                } else {
                    handled.add("failure of " + body);
                    context.rollback();
                    failed = true;
                }
                body = consumer.receiveBody(String.class, 3000);
            }
            return handled;
        }
    }
}
JAVA
javac -cp 'lib/*' Groups.java
java -cp 'lib/*:.' Groups > seen 2> log || { tail log; exit 2; }

echo "Artemis $artemis, broker and client (Core), $(java -version 2>&1 | head -1)"
echo "Expected: [failure of change 1, change 1, change 2, change 3] twice. Seen:"
cat seen
if [ "$(cat seen)" != "redelivery at once: [failure of change 1, change 1, change 2, change 3]
redelivery-delay of a second: [failure of change 1, change 2, change 3, change 1]" ]; then
    echo "CHANGED"
    exit 1
fi
