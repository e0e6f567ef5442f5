#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# ActiveMQ Classic: a message is delayed by an hour, in the way of Jakarta Messaging and by ActiveMQ's own property.
# Expected: nothing is received within five seconds, or the send fails.
# Seen: setDeliveryDelay throws UnsupportedOperationException. With the property AMQ_SCHEDULED_DELAY the message is received at once,
# without a warning, unless the broker has its scheduler (schedulerSupport), which is off by default.
# Needs bash, a JDK 17 or newer, and Maven. Takes some seconds. Exits 0 if this is still so, and 1 if not.
set -euo pipefail

activemq=6.3.1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

cat > pom.xml <<XML
<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>findings</groupId>
  <artifactId>activemq</artifactId>
  <version>1</version>
  <dependencies>
    <dependency>
      <groupId>org.apache.activemq</groupId>
      <artifactId>activemq-broker</artifactId>
      <version>$activemq</version>
    </dependency>
    <dependency>
      <groupId>org.apache.activemq</groupId>
      <artifactId>activemq-kahadb-store</artifactId>
      <version>$activemq</version>
    </dependency>
  </dependencies>
</project>
XML
mvn -B -ntp -q org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy-dependencies -DoutputDirectory=lib > mvn.log \
    || { cat mvn.log; exit 2; }

cat > Delay.java <<'JAVA'
import jakarta.jms.Connection;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageProducer;
import jakarta.jms.Queue;
import jakarta.jms.Session;
import java.io.File;
import org.apache.activemq.ActiveMQConnectionFactory;
import org.apache.activemq.ActiveMQConnectionMetaData;
import org.apache.activemq.ScheduledMessage;
import org.apache.activemq.broker.BrokerService;

class Delay {
    public static void main(String[] arguments) throws Exception {
        System.out.println("ActiveMQ Classic " + ActiveMQConnectionMetaData.PROVIDER_VERSION);
        boolean byDefault = isReceived("plain", false);
        boolean scheduled = isReceived("scheduled", true);
        System.exit(byDefault && !scheduled ? 0 : 1);
    }

    private static boolean isReceived(String name, boolean scheduler) throws Exception {
        BrokerService broker = new BrokerService();
        broker.setBrokerName(name);
        broker.setDataDirectoryFile(new File(name));
        broker.setUseJmx(false);
        if (scheduler) {
            broker.setSchedulerSupport(true);
        }
        broker.start();
        try (Connection connection = new ActiveMQConnectionFactory("vm://" + name + "?create=false").createConnection();
                Session session = connection.createSession(false, Session.AUTO_ACKNOWLEDGE)) {
            connection.start();
            Queue orders = session.createQueue("orders");
            MessageProducer producer = session.createProducer(orders);
            String standard = "setDeliveryDelay returns";
            try {
                producer.setDeliveryDelay(3_600_000);
            } catch (UnsupportedOperationException | JMSException e) {
                standard = "setDeliveryDelay throws " + e;
            }
            Message message = session.createTextMessage("in an hour");
            message.setLongProperty(ScheduledMessage.AMQ_SCHEDULED_DELAY, 3_600_000);
            producer.send(message);
            boolean received = session.createConsumer(orders).receive(5000) != null;
            System.out.println("  " + (scheduler ? "schedulerSupport=true" : "default settings") + ": " + standard
                    + "; AMQ_SCHEDULED_DELAY of an hour: " + (received ? "received at once" : "not received"));
            return received;
        } finally {
            broker.stop();
        }
    }
}
JAVA
javac -cp 'lib/*' Delay.java

echo "Expected: not received within five seconds. Seen:"
java -cp 'lib/*:.' Delay 2> java.log && exit
tail -5 java.log
echo "CHANGED: without the scheduler the message is not received at once, or with the scheduler it is"
exit 1
