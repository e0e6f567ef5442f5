// SPDX-License-Identifier: Apache-2.0
package io.onceward.ejb;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;

/** The log messages of persistence units. They contain no payloads. */
final class EjbLog {

    private static final Logger LOGGER = System.getLogger("io.onceward");

    private EjbLog() {}

    static void readsBySecondConnection(String unit, String datasource) {
        LOGGER.log(
                Level.WARNING,
                "OWD-1093: Persistence unit ''{0}'' reads by a second connection of datasource ''{1}'' while a handler"
                        + " holds the connection of its claim. If as many handlers run at the same time as the pool has"
                        + " connections, all of them wait until the pool gives up, and their messages are delivered again."
                        + " Write <property name=\"eclipselink.transaction.join-existing\" value=\"true\"/> into the"
                        + " properties of the unit in persistence.xml. Otherwise give the pool more connections than"
                        + " handlers run at the same time, or set onceward.inbox.concurrency below the size of the pool.",
                unit,
                datasource);
    }

    static void entitiesSurviveRollback(String unit) {
        LOGGER.log(
                Level.WARNING,
                "OWD-1094: Persistence unit ''{0}'' names java:comp/DefaultDataSource. This server then writes its"
                        + " entities outside the transaction at the commit, and entities survive a rollback. Remove"
                        + " jta-data-source from the unit in persistence.xml, or write jdbc/__default, the name of the"
                        + " datasource on this server.",
                unit);
    }

    static void otherDatasource(String unit, String used, String own, String cause) {
        LOGGER.log(
                Level.WARNING,
                "OWD-1163: Persistence unit ''{0}'' uses datasource ''{1}'', Onceward uses ''{2}'', and this server"
                        + " allows no transaction with both: {3}. A transaction that uses the unit and records an event or"
                        + " claims a message fails. Set onceward.datasource={1} and create the tables there, write ''{2}''"
                        + " into jta-data-source of the unit in persistence.xml, or make both XA. If no transaction uses"
                        + " both, ignore this warning.",
                unit,
                used,
                own,
                cause);
    }

    /** @param why a predicate of the unit */
    static void commitsApart(String unit, String why, String own) {
        LOGGER.log(
                Level.WARNING,
                "OWD-1221: Persistence unit ''{0}'' {1}, so its changes commit apart from JTA transactions: a rollback keeps"
                        + " them, and loses the events and claims of the transaction. Write transaction-type=\"JTA\" and the"
                        + " jta-data-source ''{2}'' into the unit in persistence.xml. If no transaction uses the unit and records"
                        + " an event or claims a message, ignore this warning.",
                unit,
                why,
                own);
    }
}
