// SPDX-License-Identifier: Apache-2.0
package io.onceward.scenarios.refused;

import java.util.List;

/** Datasources, tables and configuration that a deployment refuses. */
final class ConfigurationMistakes {

    private static final String CREATE = "onceward.schema=create";
    private static final String POSTGRESQL = "onceward.datasource=jdbc/postgresql";

    /** The prefix of tables that no application has: their deployments are refused before tables are created. */
    static final String UNTOUCHED_PREFIX = "untouched_";

    private static final String UNTOUCHED = "onceward.table-prefix=" + UNTOUCHED_PREFIX;

    private ConfigurationMistakes() {}

    /** All of them. */
    static List<Mistake> all() {
        return List.of(
                // datasource and tables
                Mistake.alone("unknown-datasource", List.of("onceward.datasource=jdbc/nowhere"))
                        .reports(
                                "OWD-0001",
                                "'jdbc/nowhere'",
                                "jdbc/postgresql",
                                "set onceward.datasource to an existing name",
                                "docs/errors.md#owd-0001"),
                Mistake.alone(
                                "unknown-channel-datasource",
                                List.of(
                                        POSTGRESQL,
                                        CREATE,
                                        UNTOUCHED,
                                        "mp.messaging.outgoing.orders.datasource=jdbc/nobody"),
                                Sound.class)
                        .reports("OWD-0001", "'jdbc/nobody'", "mp.messaging.outgoing.orders.datasource"),
                Mistake.alone("missing-tables", List.of(POSTGRESQL, "onceward.table-prefix=missing_"))
                        .reports("OWD-0002", "missing_", "'jdbc/postgresql'", "META-INF/onceward/postgresql.sql"),
                Mistake.alone("outdated-version", List.of(POSTGRESQL, "onceward.table-prefix=version_"))
                        .reports("OWD-0034", "'jdbc/postgresql'", "have version 0", "META-INF/onceward/postgresql.sql"),
                Mistake.alone("previous-version", List.of(POSTGRESQL, CREATE, "onceward.table-prefix=previous_"))
                        .reports(
                                "OWD-0034",
                                "have version 2",
                                "If the tables are older",
                                "META-INF/onceward/postgresql.sql"),
                Mistake.alone("outdated-column", List.of(POSTGRESQL, "onceward.table-prefix=column_"))
                        .reports("OWD-0003", "column_outbox", "lasterror", "META-INF/onceward/postgresql.sql"),
                Mistake.alone(
                                "incoming-topic",
                                List.of(
                                        POSTGRESQL,
                                        CREATE,
                                        UNTOUCHED,
                                        "mp.messaging.incoming.orders.destination=topic:orders"),
                                SoundIncoming.class)
                        .reports("OWD-0097", "'orders'"),

                // configuration
                Mistake.alone(
                                "emitter-of-another-connector",
                                List.of(
                                        POSTGRESQL,
                                        CREATE,
                                        UNTOUCHED,
                                        "mp.messaging.outgoing.orders.connector=smallrye-kafka"),
                                Emitting.class)
                        .reports("OWD-0026", "'orders'", "smallrye-kafka", "mp.messaging.outgoing.orders.connector"),
                Mistake.alone(
                                "unknown-incoming-key",
                                List.of("mp.messaging.incoming.orders.concurency=1"),
                                SoundIncoming.class)
                        .reports("OWD-0006", "mp.messaging.incoming.orders.concurrency"),
                Mistake.alone("unknown-key", List.of("onceward.relay.batchsize=10"))
                        .reports("OWD-0006", "onceward.relay.batchsize", "onceward.relay.batch-size"),
                Mistake.alone("unknown-channel-key", List.of("mp.messaging.outgoing.orders.destinaton=x"), Sound.class)
                        .reports(
                                "OWD-0006",
                                "mp.messaging.outgoing.orders.destinaton",
                                "mp.messaging.outgoing.orders.destination"),
                Mistake.alone("illegal-number", List.of("onceward.relay.batch-size=0"))
                        .reports("OWD-0007", "onceward.relay.batch-size=0", "a whole number above 0"),
                Mistake.alone("illegal-boolean", List.of("onceward.relay.enabled=yes"))
                        .reports("OWD-0007", "onceward.relay.enabled=yes", "true or false"),
                Mistake.alone("illegal-duration", List.of("onceward.relay.polling-interval=5s"))
                        .reports("OWD-0007", "onceward.relay.polling-interval=5s", "PT0.5S"),
                Mistake.alone("illegal-schema-mode", List.of("onceward.schema=update"))
                        .reports("OWD-0007", "onceward.schema=update", "none, validate or create"),
                Mistake.alone(
                                "illegal-transaction",
                                List.of("mp.messaging.outgoing.orders.transaction=new"),
                                Sound.class)
                        .reports("OWD-0007", "mp.messaging.outgoing.orders.transaction=new", "required or own"),
                Mistake.alone("illegal-prefix", List.of("onceward.table-prefix=x; DROP TABLE y"))
                        .reports(
                                "OWD-0005", "onceward.table-prefix=x; DROP TABLE y", "letters, digits and underscores"),

                // names in the server
                Mistake.alone(
                                "unknown-connection-factory",
                                List.of(POSTGRESQL, CREATE, UNTOUCHED, "onceward.connection-factory=jms/nowhere"),
                                Sound.class)
                        .reports(
                                "OWD-0008",
                                "'jms/nowhere'",
                                "'orders'",
                                "jms/localConnectionFactory",
                                "onceward.connection-factory"),
                Mistake.alone(
                                "unknown-destination",
                                List.of(
                                        POSTGRESQL,
                                        CREATE,
                                        UNTOUCHED,
                                        "mp.messaging.outgoing.orders.destination=jms/queue/nowhere"),
                                Sound.class)
                        .reports("OWD-0009", "'jms/queue/nowhere'", "'orders'", "jms/queue/refused", "queue:NAME"),
                Mistake.alone("url-as-datasource", List.of("onceward.datasource=ldap://example.org/jdbc"))
                        .reports("OWD-0014", "onceward.datasource=ldap://example.org/jdbc", "jdbc/orders"),
                Mistake.alone(
                                "url-as-destination",
                                List.of(
                                        POSTGRESQL,
                                        CREATE,
                                        UNTOUCHED,
                                        "mp.messaging.outgoing.orders.destination=rmi://example.org/queue"),
                                Sound.class)
                        .reports("OWD-0014", "mp.messaging.outgoing.orders.destination=rmi://example.org/queue"));
    }
}
