// SPDX-License-Identifier: Apache-2.0
package io.onceward.ejb;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What Payara and GlassFish do wrong with a persistence unit is said at the deployment, and nothing else is. */
class PersistenceRulesTest {

    private static final String ORDERS = "jdbc/orders";
    private static final String DEFAULT = "java:comp/DefaultDataSource";
    private static final String JOINS = property("eclipselink.transaction.join-existing", "true");

    private final Logger logger = Logger.getLogger("io.onceward");
    private final List<String> warnings = new ArrayList<>();
    private final Handler handler = new Handler() {
        @Override
        public void publish(LogRecord logged) {
            warnings.add(new SimpleFormatter().formatMessage(logged));
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
    };

    @TempDir
    Path directory;

    @BeforeEach
    void listen() {
        logger.setUseParentHandlers(false);
        logger.addHandler(handler);
    }

    @AfterEach
    void stopListening() {
        logger.removeHandler(handler);
        logger.setUseParentHandlers(true);
    }

    @Test
    void unitThatReadsBesideTheTransactionIsNamedWithTheLineToWrite() throws IOException {
        check(unit(jta(ORDERS)), ORDERS);
        assertThat(warnings)
                .singleElement()
                .asString()
                .startsWith("OWD-1093")
                .contains("'shop'", "'jdbc/orders'", "onceward.inbox.concurrency", JOINS);
    }

    @Test
    void unitWithThePropertyIsSound() throws IOException {
        check(unit(jta(ORDERS) + "<properties>" + JOINS + "</properties>"), ORDERS);
        assertThat(warnings).isEmpty();
    }

    @Test
    void propertyThatIsFalseDoesNotHelp() throws IOException {
        check(unit(jta(ORDERS) + "<properties>" + JOINS.replace("true", "false") + "</properties>"), ORDERS);
        assertThat(warnings).hasSize(1);
    }

    @Test
    void unitWithoutADatasourceHasTheDefault() throws IOException {
        check(unit(""), DEFAULT);
        check(unit(jta("jdbc/__default")), DEFAULT);
        check(unit(""), "jdbc/__default");
        assertThat(warnings).hasSize(3).allMatch(warning -> warning.startsWith("OWD-1093"));
    }

    @Test
    void poolsOfOthersAreNotExhaustedByClaims() throws IOException {
        check(unit(jta(ORDERS)), "jdbc/inbox");
        check(unit(jta(ORDERS) + "<non-jta-data-source>jdbc/reads</non-jta-data-source>"), ORDERS);
        check(unit("<provider>org.hibernate.jpa.HibernatePersistenceProvider</provider>" + jta(ORDERS)), ORDERS);
        check(unit(jta(ORDERS)).replace("JTA", "RESOURCE_LOCAL"), ORDERS);
        check(unit(jta(ORDERS)), null);
        assertThat(warnings).isEmpty();
    }

    @Test
    void standardNameOfTheDefaultDatasourceIsNamed() throws IOException {
        check(unit(jta("\n  " + DEFAULT + "\n  ") + "<properties>" + JOINS + "</properties>"), null);
        assertThat(warnings).singleElement().asString().startsWith("OWD-1094").contains("'shop'", "jdbc/__default");
    }

    @Test
    void eachUnitIsChecked() throws IOException {
        check(unit(jta(ORDERS)) + unit(jta(DEFAULT)).replace("shop", "stock"), ORDERS);
        assertThat(warnings).hasSize(2);
        assertThat(warnings.get(0)).startsWith("OWD-1093").contains("'shop'");
        assertThat(warnings.get(1)).startsWith("OWD-1094").contains("'stock'");
    }

    @Test
    void unitWithADatasourceThatNoTransactionUsesBesideTheOwnIsNamedWithBothAndTheKey() {
        List<PersistenceUnit> units = List.of(unitOn(ORDERS, true), unitOn("", true), unitOn("jdbc/third", false));
        List<String> tried = new ArrayList<>();
        PersistenceRules.checkDatasources(
                units,
                Set.of(DEFAULT),
                (own, other) -> {
                    tried.add(own + " " + other);
                    return new IllegalStateException("two resources", new SQLException("not XA"));
                },
                datasource -> true);
        assertThat(tried).containsExactly(DEFAULT + " " + ORDERS);
        assertThat(warnings).hasSize(2);
        assertThat(warnings.get(1)).startsWith("OWD-1221");
        assertThat(warnings.get(0))
                .startsWith("OWD-1163")
                .contains("'shop'", "'" + ORDERS + "'", "'" + DEFAULT + "'", "not XA", "onceward.datasource=" + ORDERS);
    }

    @Test
    void unitWithAnotherDatasourceThatWorksIsSound() {
        PersistenceRules.checkDatasources(
                List.of(unitOn(ORDERS, true)), Set.of(DEFAULT), (own, other) -> null, datasource -> false);
        PersistenceRules.checkDatasources(
                List.of(unitOn(ORDERS, true)),
                new LinkedHashSet<>(List.of(DEFAULT, ORDERS)),
                (own, other) -> new IllegalStateException("not tried"),
                datasource -> true);
        assertThat(warnings).isEmpty();
    }

    /** The entities would survive a rollback, and the event beside them would not. */
    @Test
    void unitThatCommitsApartIsNamedWithTheLineToWrite() {
        PersistenceRules.checkDatasources(
                List.of(unitOn("", false), unitOn(ORDERS, true)),
                Set.of(DEFAULT),
                (own, other) -> null,
                ORDERS::equals);
        assertThat(warnings).hasSize(2).allSatisfy(warning -> assertThat(warning)
                .startsWith("OWD-1221: Persistence unit 'shop' ")
                .contains("jta-data-source '" + DEFAULT + "'"));
        assertThat(warnings.get(0)).contains("RESOURCE_LOCAL");
        assertThat(warnings.get(1)).contains("'" + ORDERS + "'");
    }

    private static PersistenceUnit unitOn(String datasource, boolean isJta) {
        return new PersistenceUnit("shop", isJta, "", datasource, "", Map.of());
    }

    @Test
    void externalEntitiesAreNotRead() throws IOException {
        Path secret = Files.writeString(directory.resolve("secret.txt"), ORDERS);
        String type = "<!DOCTYPE persistence [<!ENTITY secret SYSTEM \"" + secret.toUri() + "\">]>";
        checkFile(type + file(unit(jta("&secret;"))), ORDERS);
        assertThat(warnings).isEmpty();
    }

    @Test
    void fileThatIsNoXmlIsLeftToTheServer() throws IOException {
        checkFile("<persistence><persistence-unit", ORDERS);
        assertThat(warnings).isEmpty();
    }

    @Test
    void applicationWithoutUnitsHasNothingToCheck() throws IOException {
        try (URLClassLoader empty = new URLClassLoader(new URL[0], null)) {
            assertThat(PersistenceXml.read(empty)).isEmpty();
        }
    }

    private void check(String units, String claims) throws IOException {
        checkFile(file(units), claims);
    }

    private void checkFile(String content, String claims) throws IOException {
        Path file = directory.resolve("META-INF/persistence.xml");
        Files.createDirectories(file.getParent());
        Files.writeString(file, content);
        try (URLClassLoader application =
                new URLClassLoader(new URL[] {directory.toUri().toURL()}, null)) {
            PersistenceRules.check(PersistenceXml.read(application), claims);
        }
    }

    private static String file(String units) {
        return "<persistence xmlns=\"https://jakarta.ee/xml/ns/persistence\" version=\"3.0\">" + units
                + "</persistence>";
    }

    private static String unit(String elements) {
        return "<persistence-unit name=\"shop\" transaction-type=\"JTA\">" + elements + "</persistence-unit>";
    }

    private static String jta(String datasource) {
        return "<jta-data-source>" + datasource + "</jta-data-source>";
    }

    private static String property(String name, String value) {
        return "<property name=\"" + name + "\" value=\"" + value + "\"/>";
    }
}
