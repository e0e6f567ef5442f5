#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Jersey's client, with the JDK's HttpURLConnection below it, which is its default: the program sends one POST. The server reads it
# completely and closes the connection without an answer, as one that crashes during the request does.
# Expected: the server gets the request once, and the call throws: a POST is not idempotent, and whether it had an effect is unknown.
# Seen: the server gets the request twice, with the same header Idempotency-Key, and the call throws once. The JDK repeats the request
# unless the system property sun.net.http.retryPost is false. The JDK's java.net.http.HttpClient sends it once.
# Needs bash, a JDK 17 or newer, and Maven. Takes some seconds. Exits 0 if this is still so, and 1 if not.
set -euo pipefail

jersey=4.0.2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

cat > pom.xml <<XML
<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>findings</groupId>
  <artifactId>jersey</artifactId>
  <version>1</version>
  <dependencies>
    <dependency>
      <groupId>org.glassfish.jersey.core</groupId>
      <artifactId>jersey-client</artifactId>
      <version>$jersey</version>
    </dependency>
    <dependency>
      <groupId>org.glassfish.jersey.inject</groupId>
      <artifactId>jersey-hk2</artifactId>
      <version>$jersey</version>
    </dependency>
  </dependencies>
</project>
XML
mvn -B -ntp -q org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy-dependencies -DoutputDirectory=lib > mvn.log \
    || { cat mvn.log; exit 2; }

cat > Post.java <<'JAVA'
import jakarta.ws.rs.ProcessingException;
import jakarta.ws.rs.client.Client;
import jakarta.ws.rs.client.ClientBuilder;
import jakarta.ws.rs.client.Entity;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** With the argument "jersey" or "jdk", sends one POST to a server that reads the request and closes the connection. */
class Post {
    public static void main(String[] client) throws Exception {
        List<String> received = new ArrayList<>();
        try (ServerSocket server = new ServerSocket(0, 10, InetAddress.getLoopbackAddress())) {
            Thread requests = new Thread(() -> serve(server, received));
            requests.start();
            String url = "http://127.0.0.1:" + server.getLocalPort() + "/payments";
            String result = client[0].equals("jersey") ? jersey(url) : jdk(url);
            server.close();
            requests.join();
            System.out.println(result + ", the server got " + received);
        }
    }

    private static String jersey(String url) {
        try (Client client = ClientBuilder.newClient()) {
            return "status " + client.target(url).request().header("Idempotency-Key", "7").post(Entity.text("pay order")).getStatus();
        } catch (ProcessingException e) {
            return "one exception";
        }
    }

    private static String jdk(String url) throws InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create(url))
                .header("Idempotency-Key", "7")
                .POST(HttpRequest.BodyPublishers.ofString("pay order"))
                .build();
        try {
            return "status " + HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.discarding()).statusCode();
        } catch (IOException e) {
            return "one exception";
        }
    }

    private static void serve(ServerSocket server, List<String> received) {
        while (true) {
            try (Socket socket = server.accept()) {
                BufferedReader in = new BufferedReader(new InputStreamReader(socket.getInputStream()));
                int length = 0;
                String key = null;
                for (String line = in.readLine(); !line.isEmpty(); line = in.readLine()) {
                    String value = line.substring(line.indexOf(':') + 1).trim();
                    if (line.toLowerCase(Locale.ROOT).startsWith("content-length:")) {
                        length = Integer.parseInt(value);
                    } else if (line.toLowerCase(Locale.ROOT).startsWith("idempotency-key:")) {
                        key = value;
                    }
                }
                char[] body = new char[length];
                for (int read = 0; read < length; ) {
                    read += in.read(body, read, length - read);
                }
                received.add(key + ": " + new String(body));
            } catch (IOException e) {
                return;
            }
        }
    }
}
JAVA
javac -cp 'lib/*' Post.java
{
    echo "Jersey: $(java -cp 'lib/*:.' Post jersey)"
    echo "Jersey with sun.net.http.retryPost=false: $(java -Dsun.net.http.retryPost=false -cp 'lib/*:.' Post jersey)"
    echo "java.net.http.HttpClient: $(java -cp 'lib/*:.' Post jdk)"
} > seen 2> log

echo "Jersey $jersey, $(java -version 2>&1 | head -1)"
echo "Expected: [7: pay order]. Seen:"
cat seen
if [ "$(cat seen)" != "Jersey: one exception, the server got [7: pay order, 7: pay order]
Jersey with sun.net.http.retryPost=false: one exception, the server got [7: pay order]
java.net.http.HttpClient: one exception, the server got [7: pay order]" ]; then
    echo "CHANGED"
    exit 1
fi
