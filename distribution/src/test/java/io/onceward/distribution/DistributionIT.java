// SPDX-License-Identifier: Apache-2.0
package io.onceward.distribution;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The zip file of the release. */
class DistributionIT {

    private static final String VERSION = System.getProperty("release.version");
    private static final Path ZIP = Path.of(System.getProperty("release.folder"), "onceward-" + VERSION + ".zip");

    /** A target of a link in Markdown, if it is a path. */
    private static final Pattern LINK = Pattern.compile("]\\((?!https?:|#)([^)#\\s]+)[^)]*\\)");

    /** Only in the repository. */
    private static final String SOURCES = "arquillian-tests";

    private static Distribution zip;

    @BeforeAll
    static void read() throws IOException {
        zip = new Distribution(ZIP, "onceward-" + VERSION);
    }

    @Test
    void archivesAreInTheFolderOfTheirUse() {
        assertThat(zip.names().stream().filter(name -> name.endsWith(".jar") || name.endsWith(".rar")))
                .containsExactlyInAnyOrder(
                        "application/onceward-" + VERSION + ".jar",
                        "application/onceward-capture-" + VERSION + ".jar",
                        "application/onceward-console-" + VERSION + ".jar",
                        "application/onceward-outboxed-" + VERSION + ".jar",
                        "adapters/onceward-kafka-" + VERSION + ".jar",
                        "adapters/onceward-nats-" + VERSION + ".jar",
                        "adapters/onceward-rabbitmq-" + VERSION + ".jar",
                        "adapters/onceward-webhook-" + VERSION + ".jar",
                        "plain-jvm/onceward-capture-" + VERSION + ".jar",
                        "plain-jvm/onceward-core-" + VERSION + ".jar",
                        "plain-jvm/onceward-jms-" + VERSION + ".jar",
                        "plain-jvm/onceward-outboxed-" + VERSION + ".jar",
                        "plain-jvm/onceward-standalone-" + VERSION + ".jar",
                        "test-kit/onceward-memory-broker-" + VERSION + ".jar",
                        "test-kit/onceward-test-" + VERSION + ".jar",
                        "tables/onceward-migrations-" + VERSION + ".jar",
                        "resource-adapter/onceward-artemis-rar-" + VERSION + ".rar");
    }

    @Test
    void oneJarIsTheBuiltOne() throws IOException {
        assertThat(zip.bytes("application/onceward-" + VERSION + ".jar"))
                .isEqualTo(Files.readAllBytes(Path.of("../ejb-module/target/onceward-" + VERSION + ".jar")));
    }

    @Test
    void licencesTablesSbomsAndServerConfigurationsAreIncluded() {
        assertThat(zip.names())
                .contains(
                        "LICENSE",
                        "NOTICE",
                        "README.md",
                        "CHANGELOG.md",
                        "tables/h2.sql",
                        "tables/mariadb.sql",
                        "tables/mysql.sql",
                        "tables/postgresql.sql",
                        "tables/postgresql-capture.sql",
                        "tables/migrations/liquibase.xml",
                        "tables/migrations/postgresql/V4__onceward_tables.sql",
                        "sbom/onceward-" + VERSION + "-cyclonedx.json",
                        "server-configs/open-liberty/server.xml",
                        "server-configs/payara-micro/artemis.asadmin",
                        "server-configs/payara-server/artemis.asadmin",
                        "server-configs/wildfly/artemis-remote.cli");
        assertThat(zip.names())
                .noneMatch(name -> name.contains("/target/") || name.endsWith("dependency-reduced-pom.xml"));
    }

    @Test
    void eachLinkOfAPageLeadsToAFileOfTheZip() {
        List<String> broken = new ArrayList<>();
        for (String page : zip.names()) {
            if (page.endsWith(".md")) {
                LINK.matcher(zip.text(page))
                        .results()
                        .map((MatchResult link) -> link.group(1))
                        .map(link -> Path.of("/" + page)
                                .resolveSibling(link)
                                .normalize()
                                .toString()
                                .substring(1))
                        .filter(target -> !zip.has(target) && !target.equals(SOURCES))
                        .forEach(target -> broken.add(page + ": " + target));
            }
        }
        assertThat(broken).isEmpty();
    }

    @Test
    void entriesHaveOnlyTheFixedTime() throws IOException {
        assertThat(Distribution.times(ZIP)).hasSize(1);
    }
}
