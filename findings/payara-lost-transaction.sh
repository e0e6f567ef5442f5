#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Payara: a CDI bean with @Transactional(REQUIRES_NEW) fails at its commit, and its caller catches the exception.
# Expected: the outer transaction goes on. What was written before and after the call commits or rolls back together.
# Seen: the outer transaction is gone. What was written before is lost, what is written afterwards commits alone, and the
# method returns without an exception.
# Needs bash, a JDK 17 or newer, and Maven. Takes about half a minute. Exits 0 if this is still so, and 1 if not.
set -euo pipefail

PAYARA=6.2025.10
JAKARTA=10.0.0

work=$(mktemp -d)
server=
finish() {
  if [ -n "$server" ]; then
    kill "$server" 2>/dev/null || true
    wait "$server" 2>/dev/null || true
  fi
  rm -rf "$work"
}
trap finish EXIT
cd "$work"

artifact() {
  mvn -q -B org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy -Dartifact="$1" -DoutputDirectory=. -Dmdep.stripVersion=true \
    > maven.log 2>&1 || { cat maven.log; exit 1; }
}
artifact "fish.payara.extras:payara-micro:$PAYARA"
artifact "jakarta.platform:jakarta.jakartaee-api:$JAKARTA"

mkdir -p source war/WEB-INF/classes/META-INF
cat > war/WEB-INF/classes/META-INF/persistence.xml <<'EOF'
<persistence xmlns="https://jakarta.ee/xml/ns/persistence" version="3.0">
  <persistence-unit name="numbers">
    <class>finding.Taken</class>
    <properties>
      <property name="jakarta.persistence.schema-generation.database.action" value="create"/>
    </properties>
  </persistence-unit>
</persistence>
EOF
echo '<beans xmlns="https://jakarta.ee/xml/ns/jakartaee" version="4.0" bean-discovery-mode="annotated"/>' > war/WEB-INF/beans.xml
cat > source/Taken.java <<'EOF'
package finding;

import jakarta.persistence.Entity;
import jakarta.persistence.Id;

@Entity
public class Taken {
    @Id
    public int number;
}
EOF
cat > source/CdiNumbers.java <<'EOF'
package finding;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.persistence.EntityManager;
import jakarta.persistence.PersistenceContext;
import jakarta.transaction.Transactional;

/** Takes a number in a transaction of its own, which fails at the commit if the number is taken. */
@ApplicationScoped
public class CdiNumbers {
    @PersistenceContext
    EntityManager entities;

    @Transactional(Transactional.TxType.REQUIRES_NEW)
    public void take(int number) {
        Taken taken = new Taken();
        taken.number = number;
        entities.persist(taken);
    }
}
EOF
cat > source/EjbNumbers.java <<'EOF'
package finding;

import jakarta.ejb.Stateless;
import jakarta.ejb.TransactionAttribute;
import jakarta.ejb.TransactionAttributeType;
import jakarta.persistence.EntityManager;
import jakarta.persistence.PersistenceContext;

/** The same as an enterprise bean. */
@Stateless
public class EjbNumbers {
    @PersistenceContext
    EntityManager entities;

    @TransactionAttribute(TransactionAttributeType.REQUIRES_NEW)
    public void take(int number) {
        Taken taken = new Taken();
        taken.number = number;
        entities.persist(taken);
    }
}
EOF
cat > source/Orders.java <<'EOF'
package finding;

import jakarta.annotation.Resource;
import jakarta.ejb.Stateless;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntConsumer;
import javax.sql.DataSource;

/** An enterprise bean whose methods have a transaction by default. */
@Stateless
public class Orders {
    @Resource(lookup = "java:comp/DefaultDataSource")
    DataSource database;

    /** Writes a row, tries to take a number that is already taken, goes on without it, and writes another row. */
    public void place(String order, IntConsumer numbers, boolean fails) throws SQLException {
        execute("INSERT INTO orders VALUES ('" + order + " before')");
        try {
            numbers.accept(1);
            throw new AssertionError("The number was free");
        } catch (RuntimeException taken) {
            // The order needs no number
        }
        execute("INSERT INTO orders VALUES ('" + order + " after')");
        if (fails) {
            throw new IllegalStateException("The order is refused");
        }
    }

    public List<String> rows() throws SQLException {
        List<String> rows = new ArrayList<>();
        try (var connection = database.getConnection();
                var statement = connection.createStatement();
                var result = statement.executeQuery("SELECT name FROM orders ORDER BY name DESC")) {
            while (result.next()) {
                rows.add(result.getString(1));
            }
        }
        return rows;
    }

    public void execute(String sql) throws SQLException {
        try (var connection = database.getConnection();
                var statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }
}
EOF
cat > source/Experiment.java <<'EOF'
package finding;

import jakarta.ejb.EJB;
import jakarta.inject.Inject;
import jakarta.servlet.ServletContextEvent;
import jakarta.servlet.ServletContextListener;
import jakarta.servlet.annotation.WebListener;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.IntConsumer;

@WebListener
public class Experiment implements ServletContextListener {
    @EJB
    Orders orders;

    @Inject
    CdiNumbers cdi;

    @EJB
    EjbNumbers ejb;

    private final StringBuilder seen = new StringBuilder();

    @Override
    public void contextInitialized(ServletContextEvent event) {
        try {
            orders.execute("CREATE TABLE orders (name VARCHAR(50))");
            cdi.take(1);
            place("inner EJB, outer returns", ejb::take, false);
            place("inner EJB, outer throws", ejb::take, true);
            place("inner CDI bean, outer returns", cdi::take, false);
            place("inner CDI bean, outer throws", cdi::take, true);
            Path result = Path.of(System.getProperty("finding.result"));
            Files.writeString(result.resolveSibling("unfinished"), seen);
            Files.move(result.resolveSibling("unfinished"), result);
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    private void place(String name, IntConsumer numbers, boolean fails) throws Exception {
        String end = "returned";
        try {
            orders.place("row", numbers, fails);
        } catch (RuntimeException e) {
            end = "threw";
        }
        seen.append(name + ": the method " + end + ", the table has " + orders.rows() + "\n");
        orders.execute("DELETE FROM orders");
    }
}
EOF
javac -d war/WEB-INF/classes -cp jakarta.jakartaee-api.jar source/*.java
jar --create --file finding.war -C war .

java -Dfinding.result="$work/result" -jar payara-micro.jar --nocluster --autobindhttp --autobindrange 500 --deploy finding.war > server.log 2>&1 &
server=$!
for _ in $(seq 240); do # two minutes
  [ ! -e result ] || break
  kill -0 "$server" 2>/dev/null && ! grep -q "Exception while loading the app" server.log || break
  sleep 0.5
done
[ -e result ] || { grep -E "Exception|Caused by" server.log | sort -u | head -20; echo "The server did not run the application."; exit 1; }

cat > expected <<'EOF'
inner EJB, outer returns: the method returned, the table has [row before, row after]
inner EJB, outer throws: the method threw, the table has []
inner CDI bean, outer returns: the method returned, the table has [row after]
inner CDI bean, outer throws: the method threw, the table has [row after]
EOF
echo "Payara Micro $PAYARA on Java $(java -version 2>&1 | sed -n 's/.*version "\(.*\)".*/\1/p')"
echo "Expected with both kinds of inner beans: [row before, row after] if the method returned, [] if it threw. Seen:"
cat result
diff expected result > difference || { echo "This differs from the finding:"; cat difference; exit 1; }
