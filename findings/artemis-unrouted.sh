#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Artemis: a client sends messages to a queue in transactions. The queue has a filter that they do not match, or an exclusive divert takes
# them to an address without a queue. The address has a dead-letter-address.
# Expected: the commit fails, or the messages are in the dead-letter address: what was confirmed is somewhere.
# Seen: the commit returns, and the messages are nowhere. Only with send-to-dla-on-no-route=true they are in the dead-letter address, and
# a diverted one is there twice.
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

cat > Unrouted.java <<'JAVA'
import jakarta.jms.JMSContext;
import jakarta.jms.QueueBrowser;
import java.util.Collections;
import java.util.List;
import org.apache.activemq.artemis.api.core.QueueConfiguration;
import org.apache.activemq.artemis.api.core.RoutingType;
import org.apache.activemq.artemis.api.core.SimpleString;
import org.apache.activemq.artemis.api.core.management.AddressControl;
import org.apache.activemq.artemis.core.config.Configuration;
import org.apache.activemq.artemis.core.config.DivertConfiguration;
import org.apache.activemq.artemis.core.config.impl.ConfigurationImpl;
import org.apache.activemq.artemis.core.server.embedded.EmbeddedActiveMQ;
import org.apache.activemq.artemis.core.settings.impl.AddressSettings;
import org.apache.activemq.artemis.jms.client.ActiveMQConnectionFactory;

class Unrouted {
    public static void main(String[] none) throws Exception {
        for (boolean toDeadLetters : List.of(false, true)) {
            for (String queue : List.of("filtered", "diverted")) {
                System.out.println("send-to-dla-on-no-route=" + toDeadLetters + ", " + queue + ": " + trial(queue, toDeadLetters));
            }
        }
    }

    private static String trial(String queue, boolean toDeadLetters) throws Exception {
        Configuration configuration = new ConfigurationImpl()
                .setPersistenceEnabled(false)
                .setSecurityEnabled(false)
                .addAcceptorConfiguration("vm", "vm://0")
                .addAddressSetting("filtered", settings(toDeadLetters))
                .addAddressSetting("diverted", settings(toDeadLetters))
                .addAddressSetting("nowhere", settings(toDeadLetters))
                .addQueueConfiguration(anycast("DLQ"))
                .addQueueConfiguration(anycast("filtered").setFilterString("region = 'EU'"))
                .addQueueConfiguration(anycast("diverted"))
                .addDivertConfiguration(new DivertConfiguration()
                        .setName("divert")
                        .setAddress("diverted")
                        .setForwardingAddress("nowhere")
                        .setExclusive(true));
        EmbeddedActiveMQ broker = new EmbeddedActiveMQ();
        broker.setConfiguration(configuration);
        broker.start();
        try (ActiveMQConnectionFactory factory = new ActiveMQConnectionFactory("vm://0");
                JMSContext context = factory.createContext(JMSContext.SESSION_TRANSACTED)) {
            for (int i = 1; i <= 3; i++) {
                context.createProducer().send(context.createQueue(queue), "order " + i);
            }
            context.commit();
            AddressControl address = (AddressControl) broker.getActiveMQServer()
                    .getManagementService()
                    .getResource("address." + queue);
            return "3 committed, " + size(context, queue) + " in the queue, " + size(context, "DLQ")
                    + " in the dead-letter queue, UnRoutedMessageCount " + address.getUnRoutedMessageCount();
        } finally {
            broker.stop();
        }
    }

    private static AddressSettings settings(boolean toDeadLetters) {
        return new AddressSettings()
                .setDeadLetterAddress(SimpleString.of("DLQ"))
                .setSendToDLAOnNoRoute(toDeadLetters);
    }

    private static QueueConfiguration anycast(String name) {
        return QueueConfiguration.of(name).setRoutingType(RoutingType.ANYCAST);
    }

    private static int size(JMSContext context, String queue) throws Exception {
        try (QueueBrowser browser = context.createBrowser(context.createQueue(queue))) {
            return Collections.list((java.util.Enumeration<?>) browser.getEnumeration()).size();
        }
    }
}
JAVA
javac -Xlint:-removal -cp 'lib/*' Unrouted.java
java -cp 'lib/*:.' Unrouted > seen 2> log || { tail log; exit 2; }

echo "Artemis $artemis, broker and client (Core), $(java -version 2>&1 | head -1)"
echo "Expected: no message is lost. Seen:"
cat seen
if [ "$(cat seen)" != "send-to-dla-on-no-route=false, filtered: 3 committed, 0 in the queue, 0 in the dead-letter queue, UnRoutedMessageCount 3
send-to-dla-on-no-route=false, diverted: 3 committed, 0 in the queue, 0 in the dead-letter queue, UnRoutedMessageCount 3
send-to-dla-on-no-route=true, filtered: 3 committed, 0 in the queue, 3 in the dead-letter queue, UnRoutedMessageCount 3
send-to-dla-on-no-route=true, diverted: 3 committed, 0 in the queue, 6 in the dead-letter queue, UnRoutedMessageCount 3" ]; then
    echo "CHANGED"
    exit 1
fi
