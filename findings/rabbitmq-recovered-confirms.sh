#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# RabbitMQ's Java client: a channel with publisher confirms sends five messages, which the network loses, and the connection breaks. The
# client has its default settings, so it opens the connection and the channel again. Then the program calls waitForConfirms().
# Expected: false or an exception: the broker has confirmed none of the five messages.
# Seen: waitForConfirms() returns true, waitForConfirmsOrDie() returns, too, and the queue is empty. If the program already waits when
# the connection breaks, or without automatic recovery, waitForConfirms() throws.
# Needs bash, RabbitMQ (Debian: rabbitmq-server), a JDK 17 or newer, and Maven. Takes about half a minute. Exits 0 if this is still
# so, and 1 if not.
set -euo pipefail

client=5.37.1
work=$(mktemp -d)
server=
mapper=
trap 'for process in $server $mapper; do kill -9 "$process" 2>/dev/null || true; wait "$process" 2>/dev/null || true; done; rm -rf "$work"' EXIT
cd "$work"

cat > pom.xml <<XML
<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>findings</groupId>
  <artifactId>rabbitmq</artifactId>
  <version>1</version>
  <dependencies>
    <dependency>
      <groupId>com.rabbitmq</groupId>
      <artifactId>amqp-client</artifactId>
      <version>$client</version>
    </dependency>
  </dependencies>
</project>
XML
mvn -B -ntp -q org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy-dependencies -DoutputDirectory=lib > mvn.log \
    || { cat mvn.log; exit 2; }

cat > Network.java <<'JAVA'
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Stands between client and broker. Can lose what the client sends, and break all connections. */
class Network {
    private final ServerSocket entry = new ServerSocket(0, 10, InetAddress.getLoopbackAddress());
    private final List<Socket> sockets = new CopyOnWriteArrayList<>();
    private volatile boolean lossy;

    Network(int broker) throws IOException {
        start(() -> {
            while (true) {
                Socket client = entry.accept();
                Socket server = new Socket(InetAddress.getLoopbackAddress(), broker);
                sockets.addAll(List.of(client, server));
                start(() -> copy(client, server, true));
                start(() -> copy(server, client, false));
            }
        });
    }

    int port() {
        return entry.getLocalPort();
    }

    void lose() {
        lossy = true;
    }

    void disconnect() throws IOException {
        for (Socket socket : sockets) {
            socket.close();
        }
        lossy = false;
    }

    private void copy(Socket from, Socket to, boolean fromClient) throws IOException {
        byte[] bytes = new byte[8192];
        InputStream in = from.getInputStream();
        OutputStream out = to.getOutputStream();
        for (int length = in.read(bytes); length > 0; length = in.read(bytes)) {
            if (!(fromClient && lossy)) {
                out.write(bytes, 0, length);
            }
        }
    }

    private interface Work {
        void run() throws IOException;
    }

    private static void start(Work work) {
        Thread thread = new Thread(() -> {
            try {
                work.run();
            } catch (IOException e) {
                // the connection has ended
            }
        });
        thread.setDaemon(true);
        thread.start();
    }
}
JAVA
cat > Confirms.java <<'JAVA'
import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.ConnectionFactory;
import com.rabbitmq.client.MessageProperties;
import com.rabbitmq.client.Recoverable;
import com.rabbitmq.client.RecoveryListener;
import com.rabbitmq.client.ShutdownSignalException;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;

class Confirms {
    public static void main(String[] port) throws Exception {
        ConnectionFactory direct = new ConnectionFactory();
        direct.setPort(Integer.parseInt(port[0]));
        try (Connection admin = direct.newConnection(); Channel queues = admin.createChannel()) {
            System.err.println("RabbitMQ " + admin.getServerProperties().get("version"));
            for (String trial : new String[] {"recovered", "waiting", "without recovery"}) {
                queues.queueDeclare(trial, true, false, false, null);
                String result = trial(direct.getPort(), trial);
                System.out.println(trial + ": " + result + ", the queue has " + queues.messageCount(trial));
            }
        }
        System.exit(0);
    }

    private static String trial(int port, String trial) throws Exception {
        Network network = new Network(port);
        ConnectionFactory factory = new ConnectionFactory();
        factory.setPort(network.port());
        factory.setNetworkRecoveryInterval(1000);
        if (trial.equals("without recovery")) {
            factory.setAutomaticRecoveryEnabled(false);
        }
        Connection connection = factory.newConnection();
        CountDownLatch recovered = new CountDownLatch(1);
        CountDownLatch broken = new CountDownLatch(1);
        connection.addShutdownListener(cause -> broken.countDown());
        if (connection instanceof Recoverable recoverable) {
            recoverable.addRecoveryListener(new RecoveryListener() {
                @Override
                public void handleRecovery(Recoverable connectionOrChannel) {
                    recovered.countDown();
                }

                @Override
                public void handleRecoveryStarted(Recoverable connectionOrChannel) {}
            });
        }
        Channel channel = connection.createChannel();
        channel.confirmSelect();
        network.lose();
        for (int i = 1; i <= 5; i++) {
            channel.basicPublish("", trial, MessageProperties.PERSISTENT_BASIC, ("order " + i).getBytes());
        }
        String result;
        if (trial.equals("waiting")) {
            FutureTask<String> waiting = new FutureTask<>(() -> result(() -> channel.waitForConfirms(20_000)));
            new Thread(waiting).start();
            Thread.sleep(1000);
            network.disconnect();
            result = waiting.get();
        } else {
            network.disconnect();
            CountDownLatch event = trial.equals("recovered") ? recovered : broken;
            if (!event.await(20, TimeUnit.SECONDS)) {
                return "not " + trial;
            }
            result = result(() -> channel.waitForConfirms(20_000));
            if (trial.equals("recovered")) {
                channel.waitForConfirmsOrDie(20_000);
                result += ", waitForConfirmsOrDie() returns";
            }
        }
        connection.abort();
        return result;
    }

    private static String result(Callable<Boolean> call) throws Exception {
        try {
            return "waitForConfirms() returns " + call.call();
        } catch (ShutdownSignalException e) {
            return "waitForConfirms() throws";
        }
    }
}
JAVA
javac -cp 'lib/*' Network.java Confirms.java

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

java -cp 'lib/*:.' Confirms $port > seen 2> java.log || { tail java.log; exit 2; }
echo "$(grep "^RabbitMQ" java.log), its Java client $client"
echo "Expected: waitForConfirms() returns false or throws. Seen:"
cat seen
if [ "$(cat seen)" != "recovered: waitForConfirms() returns true, waitForConfirmsOrDie() returns, the queue has 0
waiting: waitForConfirms() throws, the queue has 0
without recovery: waitForConfirms() throws, the queue has 0" ]; then
    echo "CHANGED"
    exit 1
fi
