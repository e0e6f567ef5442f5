// SPDX-License-Identifier: Apache-2.0
package io.onceward.scenarios.cluster;

import io.onceward.scenarios.fixture.ClusterServer;
import io.onceward.scenarios.fixture.Fixtures;
import io.onceward.scenarios.fixture.ServerUnderTest;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.jboss.shrinkwrap.api.spec.WebArchive;

/**
 * Starts and ends the nodes of a cluster that are servers of one product, for another process, which can so have nodes of
 * several products. It reads requests, a line each, and answers each with a line that begins with its number, as soon as it
 * is done:
 *
 * <pre>
 * 1 start relay-1 relay 61616 5432      1 done 4711
 * 2 start relay-1 relay 61616 5432      2 failed relay-1 runs
 * 3 kill relay-1                        3 done
 * 4 close relay-1                       4 done
 * </pre>
 *
 * <p>A start is given the node's role and the ports of the broker and of the database, and says the number of the node's
 * process. When its standard input ends, so do all nodes, by force.
 */
public final class Keeper {

    private final ClusterServer server;
    private final PrintStream answers;
    private final Map<String, Node> nodes = new ConcurrentHashMap<>();

    private Keeper(ClusterServer server, PrintStream answers) {
        this.server = server;
        this.answers = answers;
    }

    public static void main(String[] args) throws IOException {
        configure();
        Fixtures.clear();
        Runtime.getRuntime().addShutdownHook(new Thread(Keeper::endProcesses));
        PrintStream answers = System.out;
        System.setOut(System.err);
        new Keeper((ClusterServer) ServerUnderTest.current(), answers).serve();
        System.exit(0);
    }

    /** Reads the server's settings from the runner's pom. */
    private static void configure() throws IOException {
        try (InputStream file = Keeper.class.getResourceAsStream("/keeper.properties")) {
            Properties properties = new Properties();
            properties.load(file);
            properties.stringPropertyNames().forEach(name -> System.setProperty(name, properties.getProperty(name)));
        }
    }

    private static void endProcesses() {
        ProcessHandle.current().descendants().forEach(ProcessHandle::destroyForcibly);
    }

    private void serve() throws IOException {
        ExecutorService threads = Executors.newCachedThreadPool();
        BufferedReader requests = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String request = requests.readLine(); request != null; request = requests.readLine()) {
            String[] words = request.split(" ");
            threads.execute(() -> answers.println(words[0] + " " + answer(words)));
        }
    }

    private String answer(String[] words) {
        try {
            Node node = nodes.computeIfAbsent(words[2], Node::new);
            return switch (words[1]) {
                case "start" -> "done " + node.start(words[3], Integer.parseInt(words[4]), Integer.parseInt(words[5]));
                case "kill" -> {
                    node.kill();
                    yield "done";
                }
                case "close" -> {
                    node.close();
                    yield "done";
                }
                default -> throw new IllegalArgumentException("no request: " + words[1]);
            };
        } catch (RuntimeException e) {
            e.printStackTrace();
            return "failed "
                    + String.valueOf(e.getMessage()).lines().findFirst().orElse("");
        }
    }

    /** One node. It handles one request at a time. */
    private final class Node {

        private final String name;
        private ClusterServer.Node run;

        Node(String name) {
            this.name = name;
        }

        synchronized long start(String role, int brokerPort, int databasePort) {
            if (run != null) {
                throw new IllegalStateException(name + " runs");
            }
            WebArchive application = Applications.of(role, name);
            server.adapt(application);
            run = server.launchNode(name, brokerPort, databasePort, application);
            if (!run.deployed().contains(role)) {
                kill();
                throw new IllegalStateException(name + " refused its application");
            }
            return run.process().pid();
        }

        synchronized void kill() {
            if (run != null) {
                run.kill();
                run = null;
            }
        }

        synchronized void close() {
            if (run == null) {
                return;
            }
            ClusterServer.Node closing = run;
            run = null;
            closing.close();
            if (closing.process().wasKilled()) {
                throw new IllegalStateException(name + " did not end by itself");
            }
        }
    }
}
