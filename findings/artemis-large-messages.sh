#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Artemis: a consumer receives two bytes messages of 900,000 bytes in a transaction, and then reads the first one, or reads it at once.
# Expected: the bytes are the same. If the client has not kept them, readBytes throws.
# Seen: after the second message was received, getBodyLength still returns 900,000, but readBytes reads only the last bytes, those of the
# last piece, and throws nothing.
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

cat > Large.java <<'JAVA'
import jakarta.jms.BytesMessage;
import jakarta.jms.JMSConsumer;
import jakarta.jms.JMSContext;
import jakarta.jms.Queue;
import java.util.Arrays;
import java.util.Random;
import org.apache.activemq.artemis.core.config.impl.ConfigurationImpl;
import org.apache.activemq.artemis.core.server.embedded.EmbeddedActiveMQ;
import org.apache.activemq.artemis.jms.client.ActiveMQConnectionFactory;

class Large {
    public static void main(String[] port) throws Exception {
        String address = "tcp://127.0.0.1:" + port[0];
        EmbeddedActiveMQ broker = new EmbeddedActiveMQ();
        broker.setConfiguration(new ConfigurationImpl()
                .setPersistenceEnabled(false)
                .setSecurityEnabled(false)
                .addAcceptorConfiguration("tcp", address));
        broker.start();
        try (ActiveMQConnectionFactory factory = new ActiveMQConnectionFactory(address)) {
            System.out.println("read before the next receive: " + trial(factory, "before", true));
            System.out.println("read after the next receive: " + trial(factory, "after", false));
        }
        broker.stop();
    }

    private static String trial(ActiveMQConnectionFactory factory, String name, boolean before) throws Exception {
        byte[] sent = new byte[900_000];
        new Random(1).nextBytes(sent);
        try (JMSContext context = factory.createContext(JMSContext.SESSION_TRANSACTED)) {
            Queue queue = context.createQueue(name);
            for (int i = 0; i < 2; i++) {
                context.createProducer().send(queue, sent);
            }
            context.commit();
            JMSConsumer consumer = context.createConsumer(queue);
            BytesMessage first = (BytesMessage) consumer.receive(5000);
            String result = before ? read(first, sent) : "";
            consumer.receive(5000);
            return before ? result : read(first, sent);
        }
    }

    private static String read(BytesMessage message, byte[] sent) throws Exception {
        byte[] body = new byte[(int) message.getBodyLength()];
        int read = message.readBytes(body);
        return "getBodyLength " + body.length + ", readBytes " + read + ", " + (Arrays.equals(body, sent) ? "the same" : "other bytes");
    }
}
JAVA
javac -cp 'lib/*' Large.java
port=$(python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])' 2> log || echo 61788)
java -cp 'lib/*:.' Large "$port" > seen 2> log || { tail log; exit 2; }

echo "Artemis $artemis, broker and client (Core), $(java -version 2>&1 | head -1)"
echo "Expected: the same bytes twice. Seen:"
cat seen
if [ "$(cat seen)" != "read before the next receive: getBodyLength 900000, readBytes 900000, the same
read after the next receive: getBodyLength 900000, readBytes 80800, other bytes" ]; then
    echo "CHANGED"
    exit 1
fi
