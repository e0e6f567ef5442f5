#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# H2: a process that writes to a database in a file is killed (kill -9). The machine goes on.
# Expected: every transaction whose commit() has returned is in the file, also with the default settings.
# Seen: with the default settings the last commits are gone. With WRITE_DELAY=0 none is.
# Needs bash, a JDK 17 or newer, and Maven. Takes about half a minute. Exits 0 if this is still so, and 1 if not.
set -euo pipefail

VERSIONS="2.2.224 2.4.240"

work=$(mktemp -d)
writer=
finish() {
  if [ -n "$writer" ]; then
    kill -9 "$writer" 2>/dev/null || true
    wait "$writer" 2>/dev/null || true
  fi
  rm -rf "$work"
}
trap finish EXIT
cd "$work"

cat > Writer.java <<'EOF'
import java.sql.DriverManager;

/** Commits one number after another, and prints each number whose commit has returned. */
class Writer {
    public static void main(String[] args) throws Exception {
        try (var connection = DriverManager.getConnection(args[0]);
                var statement = connection.createStatement()) {
            connection.setAutoCommit(false);
            statement.execute("CREATE TABLE numbers (number INT PRIMARY KEY)");
            for (int number = 1; ; number++) {
                statement.execute("INSERT INTO numbers VALUES (" + number + ")");
                connection.commit();
                System.out.println(number);
            }
        }
    }
}
EOF
cat > Reader.java <<'EOF'
import java.sql.DriverManager;

/** Prints the highest number in the database, and 0 if the table is not there. */
class Reader {
    public static void main(String[] args) throws Exception {
        try (var connection = DriverManager.getConnection(args[0]);
                var statement = connection.createStatement()) {
            try (var tables = connection.getMetaData().getTables(null, null, "NUMBERS", null)) {
                if (!tables.next()) {
                    System.out.println(0);
                    return;
                }
            }
            try (var result = statement.executeQuery("SELECT COALESCE(MAX(number), 0) FROM numbers")) {
                result.next();
                System.out.println(result.getInt(1));
            }
        }
    }
}
EOF
javac Writer.java Reader.java

# Prints how many commits are lost after a kill. Arguments: version, settings of the URL.
lost() {
  local url committed found
  url="jdbc:h2:file:$(mktemp -d -p "$work")/numbers$2"
  java -cp "h2-$1.jar:." Writer "$url" > committed &
  writer=$!
  for _ in $(seq 300); do # 30 seconds
    [ "$(wc -l < committed)" -lt 2000 ] || break
    sleep 0.1
  done
  kill -9 "$writer"
  wait "$writer" 2>/dev/null || true
  writer=
  committed=$(sed '/^[0-9]*$/!d' committed | wc -l)
  found=$(java -cp "h2-$1.jar:." Reader "$url")
  echo $((found < committed ? committed - found : 0)) "of $committed commits lost"
}

java=$(java -version 2>&1 | sed -n 's/.*version "\(.*\)".*/\1/p')
echo "Expected: 0 commits lost. Seen, on Java $java:"
for version in $VERSIONS; do
  mvn -q -B org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy -Dartifact="com.h2database:h2:$version" -DoutputDirectory=. \
    > maven.log 2>&1 || { cat maven.log; exit 1; }
  default=$(lost "$version" "")
  immediate=$(lost "$version" ";WRITE_DELAY=0")
  echo "H2 $version: $default with the default settings, $immediate with WRITE_DELAY=0"
  if [ "${default%% *}" = 0 ] || [ "${immediate%% *}" != 0 ]; then
    echo "This differs from the finding."
    exit 1
  fi
done
