#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Artemis: consumer A works on the first message of a key (JMSXGroupID) in a transaction, and consumer B joins. Neither has a buffer.
# Expected: B gets no message of this key before the transaction of A ends. With group-rebalance, which moves groups to new consumers,
# this is what group-rebalance-pause-dispatch is for: it waits until the messages in flight are done.
# Seen: with group-rebalance, B gets messages of the key at once, also with group-rebalance-pause-dispatch.
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

cat > Rebalance.java <<'JAVA'
import jakarta.jms.JMSConsumer;
import jakarta.jms.JMSContext;
import jakarta.jms.Queue;
import java.util.ArrayList;
import java.util.List;
import org.apache.activemq.artemis.api.core.QueueConfiguration;
import org.apache.activemq.artemis.api.core.RoutingType;
import org.apache.activemq.artemis.core.config.impl.ConfigurationImpl;
import org.apache.activemq.artemis.core.server.embedded.EmbeddedActiveMQ;
import org.apache.activemq.artemis.jms.client.ActiveMQConnectionFactory;

class Rebalance {
    public static void main(String[] none) throws Exception {
        EmbeddedActiveMQ broker = new EmbeddedActiveMQ();
        broker.setConfiguration(new ConfigurationImpl()
                .setPersistenceEnabled(false)
                .setSecurityEnabled(false)
                .addAcceptorConfiguration("vm", "vm://0")
                .addQueueConfiguration(anycast("default"))
                .addQueueConfiguration(anycast("rebalance").setGroupRebalance(true))
                .addQueueConfiguration(
                        anycast("pausing").setGroupRebalance(true).setGroupRebalancePauseDispatch(true)));
        broker.start();
        try (ActiveMQConnectionFactory factory = new ActiveMQConnectionFactory("vm://0")) {
            factory.setConsumerWindowSize(0); // a consumer has no buffer: the broker delivers one message at a time
            for (String queue : List.of("default", "rebalance", "pausing")) {
                System.out.println(queue + ": " + trial(factory, queue));
            }
        }
        broker.stop();
    }

    private static QueueConfiguration anycast(String name) {
        return QueueConfiguration.of(name).setRoutingType(RoutingType.ANYCAST);
    }

    private static String trial(ActiveMQConnectionFactory factory, String name) {
        try (JMSContext a = factory.createContext(JMSContext.SESSION_TRANSACTED);
                JMSContext b = factory.createContext(JMSContext.SESSION_TRANSACTED)) {
            Queue queue = a.createQueue(name);
            for (int i = 1; i <= 3; i++) {
                a.createProducer().setProperty("JMSXGroupID", "order 7").send(queue, "change " + i);
            }
            a.commit();
            String first = a.createConsumer(queue).receiveBody(String.class, 3000);
            JMSConsumer joining = b.createConsumer(queue);
            List<String> received = new ArrayList<>();
            for (String body = joining.receiveBody(String.class, 2000); body != null; ) {
                received.add(body);
                body = joining.receiveBody(String.class, 2000);
            }
            return "A works on [" + first + "], B has got " + received;
        }
    }
}
JAVA
javac -cp 'lib/*' Rebalance.java
java -cp 'lib/*:.' Rebalance > seen 2> log || { tail log; exit 2; }

echo "Artemis $artemis, broker and client (Core), $(java -version 2>&1 | head -1)"
echo "Expected: B has got [] at least by default and with the pause. Seen:"
cat seen
if [ "$(cat seen)" != "default: A works on [change 1], B has got []
rebalance: A works on [change 1], B has got [change 2, change 3]
pausing: A works on [change 1], B has got [change 2, change 3]" ]; then
    echo "CHANGED"
    exit 1
fi
