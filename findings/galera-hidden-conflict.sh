#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# MariaDB with Galera: another node changes a row that a transaction has changed, too. Then a pool validates the connection with
# isValid(), and the transaction writes another row and commits.
# Expected: the transaction can't go on, and a later statement or commit() throws. Or both rows are there.
# Seen: isValid() returns false without an exception, and takes the only notice of the conflict: the next statement begins another
# transaction, and commit() returns. The row written before the conflict is gone, the row written after it is there.
# Needs Linux, bash, MariaDB with Galera (Debian: mariadb-server, galera-4), a JDK 17 or newer, and Maven. Takes about half a minute.
# Exits 0 if this is still so, and 1 if not.
set -euo pipefail

driver=3.5.11
provider=/usr/lib/galera/libgalera_smm.so
work=$(mktemp -d)
chmod 777 "$work"
servers=()
trap 'for server in "${servers[@]}"; do kill -9 "$server" 2>/dev/null || true; wait "$server" 2>/dev/null || true; done; rm -rf "$work"' EXIT
cd "$work"

mvn -B -ntp -q org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy \
    -Dartifact=org.mariadb.jdbc:mariadb-java-client:$driver -DoutputDirectory=. > mvn.log || { cat mvn.log; exit 2; }

cat > Conflict.java <<'JAVA'
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;

/** A transaction on one node loses against another node, and does not notice: what is left of it? */
class Conflict {
    public static void main(String[] urls) throws Exception {
        try (Connection loser = DriverManager.getConnection(urls[0]);
                Connection beside = DriverManager.getConnection(urls[0]);
                Connection other = DriverManager.getConnection(urls[1])) {
            System.out.println(loser.getMetaData().getDatabaseProductVersion() + ", Galera "
                    + value(beside, "SELECT variable_value FROM information_schema.global_status WHERE variable_name = 'wsrep_provider_version'")
                    + ", " + loser.getMetaData().getDriverName() + " " + loser.getMetaData().getDriverVersion());
            execute(beside, "CREATE TABLE stock (id INT PRIMARY KEY, amount INT)");
            execute(beside, "CREATE TABLE line (text VARCHAR(50) PRIMARY KEY)");
            execute(beside, "INSERT INTO stock VALUES (1, 9)");
            loser.setAutoCommit(false);
            execute(loser, "INSERT INTO line VALUES ('before')");
            execute(loser, "UPDATE stock SET amount = 8 WHERE id = 1");
            execute(other, "SET wsrep_sync_wait = 15"); // until the row is there
            execute(other, "UPDATE stock SET amount = 7 WHERE id = 1");
            while (!value(beside, "SELECT amount FROM stock WHERE id = 1").equals("7")) {
                Thread.sleep(10);
            }
            boolean valid = loser.isValid(5);
            execute(loser, "INSERT INTO line VALUES ('after')");
            loser.commit();
            String rows = value(beside, "SELECT GROUP_CONCAT(text) FROM line");
            System.out.println("  isValid() returned " + valid + ", commit() returned, rows [" + rows + "]");
            System.exit(!valid && rows.equals("after") ? 0 : 1);
        }
    }

    private static void execute(Connection connection, String sql) throws SQLException {
        connection.createStatement().execute(sql);
    }

    private static String value(Connection connection, String sql) throws SQLException {
        try (ResultSet row = connection.createStatement().executeQuery(sql)) {
            row.next();
            return row.getString(1);
        }
    }
}
JAVA
javac Conflict.java

user=$(id -un)
[ "$user" != root ] || user=mysql # the copy of the data to the second node fails as root
export TMPDIR=$work
port=$((20000 + RANDOM % 10000))

start() { # NUMBER, ADDRESS OF THE OTHERS
    local first=$((port + 10 * $1))
    mariadb-install-db --no-defaults --datadir="$work/data$1" --user="$user" --auth-root-authentication-method=normal \
        > "install$1.log" 2>&1 || { tail "install$1.log"; exit 2; }
    touch "server$1.log"
    mariadbd --no-defaults --user="$user" --datadir="$work/data$1" --bind-address=127.0.0.1 --port=$first --socket=socket \
        --pid-file=pid --binlog-format=ROW --innodb-autoinc-lock-mode=2 --wsrep-on=ON --wsrep-provider=$provider \
        --wsrep-cluster-address="gcomm://$2" --wsrep-node-address=127.0.0.1:$((first + 1)) --wsrep-sst-method=rsync \
        --wsrep-sst-receive-address=127.0.0.1:$((first + 2)) \
        --wsrep-provider-options="base_port=$((first + 1));gmcast.listen_addr=tcp://127.0.0.1:$((first + 1));ist.recv_addr=127.0.0.1:$((first + 3))" \
        >> "server$1.log" 2>&1 &
    servers+=($!)
    until grep -q 'Synchronized with group, ready for connections' "server$1.log"; do
        kill -0 "${servers[-1]}" || { tail "server$1.log"; exit 2; }
        sleep 0.2
    done
}

start 0 ""
start 1 "127.0.0.1:$((port + 1))"

echo "Expected: an exception, or the rows [after,before]. Seen:"
if ! java -cp mariadb-java-client-$driver.jar:. Conflict "jdbc:mariadb://127.0.0.1:$port/test?user=root&sslMode=disable" \
    "jdbc:mariadb://127.0.0.1:$((port + 10))/test?user=root&sslMode=disable"; then
    echo "CHANGED: a conflict that isValid() hides no longer ends in a commit of the later rows"
    exit 1
fi
