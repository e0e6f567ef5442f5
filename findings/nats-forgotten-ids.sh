#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# NATS JetStream: a stream on disk drops messages whose Nats-Msg-Id it has seen in the last ten minutes. A message is published, received
# and acknowledged. The server is stopped in an orderly way and started again, and the publisher publishes the message again.
# Expected: the stream drops it as a duplicate, as before the restart, whatever the retention of the stream is.
# Seen: with the retentions workqueue and interest, the restarted server has forgotten the ids of acknowledged messages. It stores the
# message again, and the consumer gets it twice. With limits, which keeps acknowledged messages, the stream drops it.
# Needs bash, nats-server (Debian: nats-server), a JDK 17 or newer, and Maven. Takes some seconds. Exits 0 if this is still so, and 1 if not.
set -euo pipefail

client=2.26.2
work=$(mktemp -d)
server=
trap 'if [ -n "$server" ]; then kill "$server" 2>/dev/null || true; wait "$server" 2>/dev/null || true; fi; rm -rf "$work"' EXIT
cd "$work"

cat > pom.xml <<XML
<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>findings</groupId>
  <artifactId>nats</artifactId>
  <version>1</version>
  <dependencies>
    <dependency>
      <groupId>io.nats</groupId>
      <artifactId>jnats</artifactId>
      <version>$client</version>
    </dependency>
  </dependencies>
</project>
XML
mvn -B -ntp -q org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy-dependencies -DoutputDirectory=lib > mvn.log \
    || { cat mvn.log; exit 2; }

cat > Ids.java <<'JAVA'
import io.nats.client.Connection;
import io.nats.client.JetStreamSubscription;
import io.nats.client.Message;
import io.nats.client.Nats;
import io.nats.client.PublishOptions;
import io.nats.client.PullSubscribeOptions;
import io.nats.client.api.AckPolicy;
import io.nats.client.api.ConsumerConfiguration;
import io.nats.client.api.RetentionPolicy;
import io.nats.client.api.StorageType;
import io.nats.client.api.StreamConfiguration;
import java.time.Duration;
import java.util.List;

/** Arguments: the address of the server, and "create" or "repeat". */
class Ids {
    public static void main(String[] args) throws Exception {
        try (Connection connection = Nats.connect(args[0])) {
            System.err.println("nats-server " + connection.getServerInfo().getVersion());
            for (RetentionPolicy retention :
                    List.of(RetentionPolicy.Limits, RetentionPolicy.WorkQueue, RetentionPolicy.Interest)) {
                String name = retention.toString();
                if (args[1].equals("create")) {
                    connection.jetStreamManagement().addStream(StreamConfiguration.builder()
                            .name(name)
                            .subjects("orders." + name)
                            .retentionPolicy(retention)
                            .storageType(StorageType.File)
                            .duplicateWindow(Duration.ofMinutes(10))
                            .build());
                    connection.jetStreamManagement().addOrUpdateConsumer(name, ConsumerConfiguration.builder()
                            .durable("billing")
                            .filterSubject("orders." + name)
                            .ackPolicy(AckPolicy.Explicit)
                            .build());
                    System.out.println(name + ": " + publish(connection, name) + ", received " + receive(connection, name)
                            + "; published again: " + publish(connection, name) + ", received " + receive(connection, name));
                } else {
                    System.out.println(name + " after the restart: " + publish(connection, name) + ", received "
                            + receive(connection, name));
                }
            }
        }
    }

    private static String publish(Connection connection, String name) throws Exception {
        PublishOptions id = PublishOptions.builder().messageId("order 7").build();
        return connection.jetStream().publish("orders." + name, new byte[] {7}, id).isDuplicate() ? "duplicate" : "stored";
    }

    private static int receive(Connection connection, String name) throws Exception {
        JetStreamSubscription billing =
                connection.jetStream().subscribe("orders." + name, PullSubscribeOptions.bind(name, "billing"));
        List<Message> messages = billing.fetch(10, Duration.ofSeconds(1));
        for (Message message : messages) {
            message.ackSync(Duration.ofSeconds(5));
        }
        billing.unsubscribe();
        return messages.size();
    }
}
JAVA
javac -cp 'lib/*' Ids.java

port=$((20000 + RANDOM % 10000))
start() {
    nats-server -a 127.0.0.1 -p $port -js -sd "$work/data" > "server-$1.log" 2>&1 &
    server=$!
    until grep -q 'Server is ready' "server-$1.log"; do
        kill -0 "$server" || { tail "server-$1.log"; exit 2; }
        sleep 0.2
    done
}
start create
java -cp 'lib/*:.' Ids nats://127.0.0.1:$port create > seen 2> log || { tail log; exit 2; }
kill "$server"
wait "$server" || true
start repeat
java -cp 'lib/*:.' Ids nats://127.0.0.1:$port repeat >> seen 2>> log || { tail log; exit 2; }

echo "$(grep -m 1 '^nats-server' log), its Java client $client"
echo "Expected: duplicate after the restart, too. Seen:"
cat seen
if [ "$(cat seen)" != "limits: stored, received 1; published again: duplicate, received 0
workqueue: stored, received 1; published again: duplicate, received 0
interest: stored, received 1; published again: duplicate, received 0
limits after the restart: duplicate, received 0
workqueue after the restart: stored, received 1
interest after the restart: stored, received 1" ]; then
    echo "CHANGED"
    exit 1
fi
