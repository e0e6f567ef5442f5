#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Connection pools: a unit of work switches auto-commit off, writes a row, throws, and closes its connection without a rollback, as
# try-with-resources does. Then another unit of work takes the connection, writes a row and commits.
# Expected: the first row rolls back, as without a pool: the table has [second].
# Seen: HikariCP and DBCP roll back. Agroal commits the first row when the connection is closed. Tomcat's pool leaves the transaction
# open, even with its interceptor ConnectionState, and the commit of the second unit of work commits both rows.
# Needs bash, a JDK 17 or newer, and Maven. Takes some seconds. Exits 0 if this is still so, and 1 if not.
set -euo pipefail

agroal=3.2.1
tomcat=11.0.29
hikari=7.1.0
dbcp=2.14.0
h2=2.4.240
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

{
    echo '<project xmlns="http://maven.apache.org/POM/4.0.0"><modelVersion>4.0.0</modelVersion>'
    echo '<groupId>findings</groupId><artifactId>pools</artifactId><version>1</version><dependencies>'
    for artifact in io.agroal:agroal-pool:$agroal org.apache.tomcat:tomcat-jdbc:$tomcat com.zaxxer:HikariCP:$hikari \
        org.apache.commons:commons-dbcp2:$dbcp com.h2database:h2:$h2; do
        IFS=: read -r group name version <<< "$artifact"
        echo "<dependency><groupId>$group</groupId><artifactId>$name</artifactId><version>$version</version></dependency>"
    done
    echo '</dependencies></project>'
} > pom.xml
mvn -B -ntp -q org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy-dependencies -DoutputDirectory=lib > mvn.log \
    || { cat mvn.log; exit 2; }

cat > Pools.java <<'JAVA'
import com.zaxxer.hikari.HikariDataSource;
import io.agroal.api.AgroalDataSource;
import io.agroal.api.configuration.supplier.AgroalDataSourceConfigurationSupplier;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.apache.commons.dbcp2.BasicDataSource;

/** Each pool has one connection, default settings, and a database of its own. */
class Pools {
    private interface Source {
        Connection getConnection() throws SQLException;
    }

    public static void main(String[] none) throws Exception {
        trial("no pool", () -> DriverManager.getConnection(url("none")), "none");

        HikariDataSource hikari = new HikariDataSource();
        hikari.setJdbcUrl(url("hikari"));
        hikari.setMaximumPoolSize(1);
        trial("HikariCP", hikari::getConnection, "hikari");

        BasicDataSource dbcp = new BasicDataSource();
        dbcp.setUrl(url("dbcp"));
        dbcp.setMaxTotal(1);
        trial("DBCP", dbcp::getConnection, "dbcp");

        AgroalDataSource agroal = AgroalDataSource.from(new AgroalDataSourceConfigurationSupplier().connectionPoolConfiguration(pool ->
                pool.maxSize(1).connectionFactoryConfiguration(factory -> factory.jdbcUrl(url("agroal")))));
        trial("Agroal", agroal::getConnection, "agroal");

        trial("Tomcat", tomcat("tomcat")::getConnection, "tomcat");
        org.apache.tomcat.jdbc.pool.DataSource state = tomcat("state");
        state.setJdbcInterceptors("ConnectionState");
        trial("Tomcat with ConnectionState", state::getConnection, "state");
        org.apache.tomcat.jdbc.pool.DataSource rollback = tomcat("rollback");
        rollback.setRollbackOnReturn(true);
        trial("Tomcat with rollbackOnReturn", rollback::getConnection, "rollback");
        System.exit(0);
    }

    private static org.apache.tomcat.jdbc.pool.DataSource tomcat(String database) {
        org.apache.tomcat.jdbc.pool.DataSource pool = new org.apache.tomcat.jdbc.pool.DataSource();
        pool.setDriverClassName("org.h2.Driver");
        pool.setUrl(url(database));
        pool.setInitialSize(1);
        pool.setMinIdle(1);
        pool.setMaxIdle(1);
        pool.setMaxActive(1);
        return pool;
    }

    private static String url(String database) {
        return "jdbc:h2:mem:" + database + ";DB_CLOSE_DELAY=-1";
    }

    private static void trial(String name, Source pool, String database) throws SQLException {
        try (Connection observer = DriverManager.getConnection(url(database))) {
            execute(observer, "CREATE TABLE line (text VARCHAR(50))");
            try (Connection connection = pool.getConnection()) {
                connection.setAutoCommit(false);
                execute(connection, "INSERT INTO line VALUES ('first')");
                throw new IllegalStateException("the unit of work fails");
            } catch (IllegalStateException e) {
                // its caller goes on
            }
            List<String> closed = lines(observer);
            try (Connection connection = pool.getConnection()) {
                connection.setAutoCommit(false);
                execute(connection, "INSERT INTO line VALUES ('second')");
                connection.commit();
            }
            System.out.println(name + ": " + closed + ", then " + lines(observer));
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
        return lines;
    }
}
JAVA
javac -cp 'lib/*' Pools.java
java -cp 'lib/*:.' Pools > seen 2> log || { tail log; exit 2; }

echo "Agroal $agroal, Tomcat JDBC Pool $tomcat, HikariCP $hikari, DBCP $dbcp, H2 $h2"
echo "Expected: [] after the close, then [second]. Seen:"
cat seen
if [ "$(cat seen)" != "no pool: [], then [second]
HikariCP: [], then [second]
DBCP: [], then [second]
Agroal: [first], then [first, second]
Tomcat: [], then [first, second]
Tomcat with ConnectionState: [], then [first, second]
Tomcat with rollbackOnReturn: [], then [second]" ]; then
    echo "CHANGED"
    exit 1
fi
