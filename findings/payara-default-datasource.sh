#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Payara: persistence.xml names the default datasource of Jakarta EE, java:comp/DefaultDataSource, and a transaction rolls back
# because the second INSERT of its flush fails.
# Expected: the first INSERT rolls back, too, as it does if persistence.xml names no datasource and Payara takes the same one.
# Seen: the row of the first INSERT stays.
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
  <persistence-unit name="named">
    <jta-data-source>java:comp/DefaultDataSource</jta-data-source>
    <class>finding.Invoice</class>
    <class>finding.Purchase</class>
    <exclude-unlisted-classes>true</exclude-unlisted-classes>
  </persistence-unit>
  <persistence-unit name="unnamed">
    <class>finding.Invoice</class>
    <class>finding.Purchase</class>
    <exclude-unlisted-classes>true</exclude-unlisted-classes>
  </persistence-unit>
</persistence>
EOF
echo '<beans xmlns="https://jakarta.ee/xml/ns/jakartaee" version="4.0" bean-discovery-mode="annotated"/>' > war/WEB-INF/beans.xml
cat > source/Purchase.java <<'EOF'
package finding;

import jakarta.persistence.Entity;
import jakarta.persistence.Id;

@Entity
public class Purchase {
    @Id
    public int id;
}
EOF
cat > source/Invoice.java <<'EOF'
package finding;

import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.ManyToOne;

/** Refers to a purchase, which is therefore inserted first. */
@Entity
public class Invoice {
    @Id
    public int number;

    @ManyToOne
    public Purchase purchase;
}
EOF
cat > source/Shop.java <<'EOF'
package finding;

import jakarta.annotation.Resource;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.persistence.EntityManager;
import jakarta.persistence.PersistenceContext;
import jakarta.transaction.Transactional;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import javax.sql.DataSource;

@ApplicationScoped
public class Shop {
    @PersistenceContext(unitName = "named")
    EntityManager named;

    @PersistenceContext(unitName = "unnamed")
    EntityManager unnamed;

    @Resource(lookup = "java:comp/DefaultDataSource")
    DataSource database;

    @Transactional
    public void buy(boolean byName, int purchase, int invoiceNumber) {
        EntityManager entities = byName ? named : unnamed;
        Purchase bought = new Purchase();
        bought.id = purchase;
        Invoice invoice = new Invoice();
        invoice.number = invoiceNumber;
        invoice.purchase = bought;
        entities.persist(bought);
        entities.persist(invoice);
    }

    public List<Integer> purchases() throws SQLException {
        List<Integer> ids = new ArrayList<>();
        try (var connection = database.getConnection();
                var statement = connection.createStatement();
                var result = statement.executeQuery("SELECT id FROM purchase ORDER BY id")) {
            while (result.next()) {
                ids.add(result.getInt(1));
            }
        }
        return ids;
    }

    public void createTables() throws SQLException {
        try (var connection = database.getConnection();
                var statement = connection.createStatement()) {
            statement.execute("CREATE TABLE purchase (id INT PRIMARY KEY)");
            statement.execute("CREATE TABLE invoice (number INT PRIMARY KEY, purchase_id INT REFERENCES purchase)");
        }
    }
}
EOF
cat > source/Experiment.java <<'EOF'
package finding;

import jakarta.inject.Inject;
import jakarta.servlet.ServletContextEvent;
import jakarta.servlet.ServletContextListener;
import jakarta.servlet.annotation.WebListener;
import java.nio.file.Files;
import java.nio.file.Path;

@WebListener
public class Experiment implements ServletContextListener {
    @Inject
    Shop shop;

    private final StringBuilder seen = new StringBuilder();

    @Override
    public void contextInitialized(ServletContextEvent event) {
        try {
            shop.createTables();
            buy("unnamed, invoice 1", false, 1, 1);
            buy("unnamed, invoice 1 again", false, 2, 1);
            buy("java:comp/DefaultDataSource, invoice 2", true, 3, 2);
            buy("java:comp/DefaultDataSource, invoice 2 again", true, 4, 2);
            Path result = Path.of(System.getProperty("finding.result"));
            Files.writeString(result.resolveSibling("unfinished"), seen);
            Files.move(result.resolveSibling("unfinished"), result);
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    private void buy(String name, boolean byName, int purchase, int invoiceNumber) throws Exception {
        String end = "commits";
        try {
            shop.buy(byName, purchase, invoiceNumber);
        } catch (RuntimeException e) {
            end = "rolls back";
        }
        seen.append(name + ": purchase " + purchase + " " + end + ", the table has " + shop.purchases() + "\n");
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
unnamed, invoice 1: purchase 1 commits, the table has [1]
unnamed, invoice 1 again: purchase 2 rolls back, the table has [1]
java:comp/DefaultDataSource, invoice 2: purchase 3 commits, the table has [1, 3]
java:comp/DefaultDataSource, invoice 2 again: purchase 4 rolls back, the table has [1, 3, 4]
EOF
echo "Payara Micro $PAYARA on Java $(java -version 2>&1 | sed -n 's/.*version "\(.*\)".*/\1/p')"
echo "Expected: no purchase that rolls back is in the table. Seen:"
cat result
diff expected result > difference || { echo "This differs from the finding:"; cat difference; exit 1; }
