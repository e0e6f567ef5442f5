#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Artemis: a connection factory has autoGroup=true, by which the client groups the messages of a producer. Two producers send a message
# each, and both set JMSXGroupID to "order 7", so that one consumer gets both, one after the other.
# Expected: a message with a group of its own keeps it, and the setting groups those without one.
# Seen: the client replaces the group of each message, without an exception: the two messages are in two groups, and two consumers get them
# at the same time.
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
import jakarta.jms.Message;
import jakarta.jms.Queue;
import java.util.Set;
import java.util.TreeSet;
import org.apache.activemq.artemis.core.config.impl.ConfigurationImpl;
import org.apache.activemq.artemis.core.server.embedded.EmbeddedActiveMQ;
import org.apache.activemq.artemis.jms.client.ActiveMQConnectionFactory;

class Groups {
    public static void main(String[] none) throws Exception {
        EmbeddedActiveMQ broker = new EmbeddedActiveMQ();
        broker.setConfiguration(new ConfigurationImpl()
                .setPersistenceEnabled(false)
                .setSecurityEnabled(false)
                .addAcceptorConfiguration("vm", "vm://0"));
        broker.start();
        for (String setting : new String[] {"autoGroup=false", "autoGroup=true"}) {
            try (ActiveMQConnectionFactory factory = new ActiveMQConnectionFactory("vm://0?" + setting)) {
                Set<String> groups = groups(factory, setting.replace("=", "-"));
                System.out.println(setting + ": " + groups.size() + (groups.contains("order 7") ? " group, order 7" : " other groups"));
            }
        }
        broker.stop();
    }

    private static Set<String> groups(ActiveMQConnectionFactory factory, String queue) throws Exception {
        for (int i = 1; i <= 2; i++) {
            try (JMSContext context = factory.createContext()) {
                context.createProducer().setProperty("JMSXGroupID", "order 7").send(context.createQueue(queue), "change " + i);
            }
        }
        Set<String> groups = new TreeSet<>();
        try (JMSContext context = factory.createContext()) {
            Queue changes = context.createQueue(queue);
            JMSConsumer consumer = context.createConsumer(changes);
            for (int i = 1; i <= 2; i++) {
                Message message = consumer.receive(5000);
                groups.add(message.getStringProperty("JMSXGroupID"));
            }
        }
        return groups;
    }
}
JAVA
javac -cp 'lib/*' Groups.java
java -cp 'lib/*:.' Groups > seen 2> log || { tail log; exit 2; }

echo "Artemis $artemis, broker and client (Core), $(java -version 2>&1 | head -1)"
echo "Expected: 1 group, order 7, with both settings. Seen:"
cat seen
if [ "$(cat seen)" != "autoGroup=false: 1 group, order 7
autoGroup=true: 2 other groups" ]; then
    echo "CHANGED"
    exit 1
fi
