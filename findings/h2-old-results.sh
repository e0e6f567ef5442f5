#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# H2: a query runs while another transaction commits, and the same query is then repeated on the same connection.
# Expected: once the other transaction has committed, the query returns its row, at the latest when it is repeated.
# Seen with H2 2.2.224: the query may return the old result for ever, until its table changes again. With
# OPTIMIZE_REUSE_RESULTS=FALSE, and with H2 2.3.232, it does not.
# Needs bash, a JDK 17 or newer, and Maven. Takes about a minute. Exits 0 if this is still so, and 1 if not.
set -euo pipefail

OLD=2.2.224
NEW=2.3.232

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

cat > Experiment.java <<'EOF'
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.util.concurrent.CyclicBarrier;

/** Counts rows while another connection commits one, and then counts again when nothing else happens. */
class Experiment {
    static final long LIMIT = 15_000_000_000L;

    public static void main(String[] args) throws Exception {
        String url = "jdbc:h2:mem:counted;DB_CLOSE_DELAY=-1" + args[0];
        try (var connection = DriverManager.getConnection(url);
                var other = DriverManager.getConnection(url)) {
            connection.createStatement().execute("CREATE TABLE counted (number INT)");
            run(connection, other);
        }
    }

    static void run(Connection connection, Connection other) throws Exception {
        var count = connection.prepareStatement("SELECT COUNT(*) FROM counted");
        var insert = other.prepareStatement("INSERT INTO counted VALUES (1)");
        var barrier = new CyclicBarrier(2);
        long start = System.nanoTime();
        int committed = 0;
        while (System.nanoTime() - start < LIMIT) {
            var inserting = new Thread(() -> insert(barrier, insert));
            inserting.start();
            barrier.await();
            while (inserting.isAlive()) {
                count(count);
            }
            inserting.join();
            committed++;
            if (count(count) != committed) {
                Thread.sleep(1000);
                System.out.println("stale: " + count(count) + " of " + committed + " committed rows a second after the commit");
                return;
            }
        }
        System.out.println("right: " + committed + " of " + committed + " committed rows, after each commit");
    }

    static void insert(CyclicBarrier barrier, PreparedStatement insert) {
        try {
            barrier.await();
            insert.execute();
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    static int count(PreparedStatement count) throws Exception {
        try (var result = count.executeQuery()) {
            result.next();
            return result.getInt(1);
        }
    }
}
EOF
javac Experiment.java

for version in "$OLD" "$NEW"; do
  mvn -q -B org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy -Dartifact="com.h2database:h2:$version" -DoutputDirectory=. \
    > maven.log 2>&1 || { cat maven.log; exit 1; }
done

# Arguments: version, settings of the URL, the first word of what was seen.
run() {
  local seen
  seen=$(java -cp "h2-$1.jar:." Experiment "$2")
  echo "H2 $1 ${2:-with the default settings}: $seen"
  [ "${seen%%:*}" = "$3" ] || { echo "This differs from the finding."; exit 1; }
}

java=$(java -version 2>&1 | sed -n 's/.*version "\(.*\)".*/\1/p')
echo "Expected: right. Seen, on Java $java:"
run "$OLD" "" stale
run "$OLD" ";OPTIMIZE_REUSE_RESULTS=FALSE" right
run "$NEW" "" right
