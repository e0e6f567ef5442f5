// SPDX-License-Identifier: Apache-2.0
package io.onceward.ejb;

import io.onceward.log.Causes;
import java.util.List;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Predicate;

/**
 * Deployment checks of persistence units. They warn only, because the application may have a pool for all of its handlers and their
 * reads, or a unit that no transaction uses together with Onceward.
 *
 * <p>Payara and GlassFish give the provider two datasources that share one pool: EclipseLink writes by the one that joins the
 * transaction, and reads by the other one until it has written.
 */
final class PersistenceRules {

    /** The property with which EclipseLink reads by the connection of the transaction. */
    private static final String JOINS = "eclipselink.transaction.join-existing";

    private static final String ECLIPSELINK = "org.eclipse.persistence.";

    private PersistenceRules() {}

    /**
     * Warns of units that can't be in one transaction with Onceward's datasource, or are in none.
     *
     * @param own the names of the datasources of Onceward, the main one first
     * @param together returns why no transaction can use two datasources, or {@code null}
     * @param commitsAtOnce whether a datasource takes part in no transaction
     */
    static void checkDatasources(
            List<PersistenceUnit> units,
            Set<String> own,
            BiFunction<String, String, Exception> together,
            Predicate<String> commitsAtOnce) {
        String main = own.iterator().next();
        for (PersistenceUnit unit : units) {
            String used = unit.jtaDataSource().isEmpty() ? PayaraDataSourceAccess.DEFAULT : unit.jtaDataSource();
            if (!unit.isJta()) {
                EjbLog.commitsApart(unit.name(), "has transaction-type=\"RESOURCE_LOCAL\"", main);
            } else if (!own.contains(used)) {
                Exception failure = together.apply(main, used);
                if (failure != null) {
                    EjbLog.otherDatasource(unit.name(), used, main, Causes.rootMessage(failure));
                } else if (commitsAtOnce.test(used)) {
                    EjbLog.commitsApart(
                            unit.name(), "uses datasource '" + used + "', which the server does not enlist", main);
                }
            }
        }
    }

    /**
     * Warns of units on Payara and GlassFish that read by a second connection while a handler holds its claim, and of units whose entities survive a
     * rollback.
     *
     * @param units all units of the application
     * @param claims the name of the datasource of the claims; {@code null} if nothing is claimed, or a limit of the claims leaves
     *     connections for the reads
     */
    static void check(List<PersistenceUnit> units, String claims) {
        for (PersistenceUnit unit : units) {
            if (unit.isJta() && isStandardDefault(unit.jtaDataSource())) {
                EjbLog.entitiesSurviveRollback(unit.name());
            }
            if (unit.isJta() && claims != null && readsBySecondConnection(unit, claims)) {
                EjbLog.readsBySecondConnection(unit.name(), claims);
            }
        }
    }

    private static boolean readsBySecondConnection(PersistenceUnit unit, String claims) {
        String written = server(unit.jtaDataSource());
        String read = unit.otherDataSource().isEmpty() ? written : server(unit.otherDataSource());
        return written.equals(server(claims))
                && read.equals(written)
                && (unit.provider().isEmpty() || unit.provider().startsWith(ECLIPSELINK))
                && !Boolean.parseBoolean(unit.properties().get(JOINS));
    }

    private static boolean isStandardDefault(String datasource) {
        return datasource.equals(PayaraDataSourceAccess.DEFAULT);
    }

    /** Returns the name under which the server knows a datasource. */
    private static String server(String datasource) {
        return datasource.isEmpty() || isStandardDefault(datasource)
                ? PayaraDataSourceAccess.PAYARA_DEFAULT
                : datasource;
    }
}
