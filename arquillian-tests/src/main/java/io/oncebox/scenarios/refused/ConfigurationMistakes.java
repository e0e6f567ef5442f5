// SPDX-License-Identifier: Apache-2.0
package io.oncebox.scenarios.refused;

import java.util.List;

/** Datasources, tables and configuration that a deployment refuses. */
final class ConfigurationMistakes {

    private static final String CREATE = "oncebox.schema=create";
    private static final String POSTGRESQL = "oncebox.datasource=jdbc/postgresql";

    /** The prefix of tables that no application has: their deployments are refused before tables are created. */
    static final String UNTOUCHED_PREFIX = "untouched_";

    private static final String UNTOUCHED = "oncebox.table-prefix=" + UNTOUCHED_PREFIX;

    private ConfigurationMistakes() {}

    /** All of them. */
    static List<Mistake> all() {
        return List.of(
                // datasource and tables
                Mistake.alone("unknown-datasource", List.of("oncebox.datasource=jdbc/nowhere"))
                        .reports(
                                "OBX-0001",
                                "'jdbc/nowhere'",
                                "jdbc/postgresql",
                                "set oncebox.datasource to an existing name",
                                "docs/errors.md#obx-0001"),
                Mistake.alone(
                                "unknown-channel-datasource",
                                List.of(
                                        POSTGRESQL,
                                        CREATE,
                                        UNTOUCHED,
                                        "mp.messaging.outgoing.orders.datasource=jdbc/nobody"),
                                Sound.class)
                        .reports("OBX-0001", "'jdbc/nobody'", "mp.messaging.outgoing.orders.datasource"),
                Mistake.alone("missing-tables", List.of(POSTGRESQL, "oncebox.table-prefix=missing_"))
                        .reports("OBX-0002", "missing_", "'jdbc/postgresql'", "META-INF/oncebox/postgresql.sql"),
                Mistake.alone("outdated-version", List.of(POSTGRESQL, "oncebox.table-prefix=version_"))
                        .reports("OBX-0034", "'jdbc/postgresql'", "have version 0", "META-INF/oncebox/postgresql.sql"),
                Mistake.alone("previous-version", List.of(POSTGRESQL, CREATE, "oncebox.table-prefix=previous_"))
                        .reports(
                                "OBX-0034",
                                "have version 2",
                                "If the tables are older",
                                "META-INF/oncebox/postgresql.sql"),
                Mistake.alone("outdated-column", List.of(POSTGRESQL, "oncebox.table-prefix=column_"))
                        .reports("OBX-0003", "column_outbox", "lasterror", "META-INF/oncebox/postgresql.sql"),
                Mistake.alone(
                                "incoming-topic",
                                List.of(
                                        POSTGRESQL,
                                        CREATE,
                                        UNTOUCHED,
                                        "mp.messaging.incoming.orders.destination=topic:orders"),
                                SoundIncoming.class)
                        .reports("OBX-0097", "'orders'"),

                // configuration
                Mistake.alone(
                                "unknown-incoming-key",
                                List.of("mp.messaging.incoming.orders.concurency=1"),
                                SoundIncoming.class)
                        .reports("OBX-0006", "mp.messaging.incoming.orders.concurrency"),
                Mistake.alone("unknown-key", List.of("oncebox.relay.batchsize=10"))
                        .reports("OBX-0006", "oncebox.relay.batchsize", "oncebox.relay.batch-size"),
                Mistake.alone("unknown-channel-key", List.of("mp.messaging.outgoing.orders.destinaton=x"), Sound.class)
                        .reports(
                                "OBX-0006",
                                "mp.messaging.outgoing.orders.destinaton",
                                "mp.messaging.outgoing.orders.destination"),
                Mistake.alone("illegal-number", List.of("oncebox.relay.batch-size=0"))
                        .reports("OBX-0007", "oncebox.relay.batch-size=0", "a whole number above 0"),
                Mistake.alone("illegal-boolean", List.of("oncebox.relay.enabled=yes"))
                        .reports("OBX-0007", "oncebox.relay.enabled=yes", "true or false"),
                Mistake.alone("illegal-duration", List.of("oncebox.relay.polling-interval=5s"))
                        .reports("OBX-0007", "oncebox.relay.polling-interval=5s", "PT0.5S"),
                Mistake.alone("illegal-schema-mode", List.of("oncebox.schema=update"))
                        .reports("OBX-0007", "oncebox.schema=update", "none, validate or create"),
                Mistake.alone(
                                "illegal-transaction",
                                List.of("mp.messaging.outgoing.orders.transaction=new"),
                                Sound.class)
                        .reports("OBX-0007", "mp.messaging.outgoing.orders.transaction=new", "required or own"),
                Mistake.alone("illegal-prefix", List.of("oncebox.table-prefix=x; DROP TABLE y"))
                        .reports("OBX-0005", "oncebox.table-prefix=x; DROP TABLE y", "letters, digits and underscores"),

                // names in the server
                Mistake.alone(
                                "unknown-connection-factory",
                                List.of(POSTGRESQL, CREATE, UNTOUCHED, "oncebox.connection-factory=jms/nowhere"),
                                Sound.class)
                        .reports(
                                "OBX-0008",
                                "'jms/nowhere'",
                                "'orders'",
                                "jms/localConnectionFactory",
                                "oncebox.connection-factory"),
                Mistake.alone(
                                "unknown-destination",
                                List.of(
                                        POSTGRESQL,
                                        CREATE,
                                        UNTOUCHED,
                                        "mp.messaging.outgoing.orders.destination=jms/queue/nowhere"),
                                Sound.class)
                        .reports("OBX-0009", "'jms/queue/nowhere'", "'orders'", "jms/queue/refused", "queue:NAME"),
                Mistake.alone("url-as-datasource", List.of("oncebox.datasource=ldap://example.org/jdbc"))
                        .reports("OBX-0014", "oncebox.datasource=ldap://example.org/jdbc", "jdbc/orders"),
                Mistake.alone(
                                "url-as-destination",
                                List.of(
                                        POSTGRESQL,
                                        CREATE,
                                        UNTOUCHED,
                                        "mp.messaging.outgoing.orders.destination=rmi://example.org/queue"),
                                Sound.class)
                        .reports("OBX-0014", "mp.messaging.outgoing.orders.destination=rmi://example.org/queue"));
    }
}
