// SPDX-License-Identifier: Apache-2.0
package io.onceward.log;

import static io.onceward.log.Coded.deploymentError;
import static io.onceward.log.Coded.error;

import io.onceward.api.OncewardException;
import java.sql.Connection;
import java.util.Collection;
import java.util.List;

/** Errors of a deployment: its configuration, resources, tables and destinations. */
public final class DeploymentErrors {

    private DeploymentErrors() {}

    public static OncewardException noDataSource(String name, String key, List<String> neighbours, Throwable cause) {
        return deploymentError(
                "0001",
                cause,
                "No datasource has the JNDI name '%s', the value of %s. Names in the same JNDI context: %s."
                        + " Define the datasource in the server, or set %s to an existing name.",
                name,
                key,
                list(neighbours),
                key);
    }

    /** @param setting the key and its value, or the value alone */
    public static OncewardException illegalJndiName(String setting) {
        return deploymentError(
                "0014",
                null,
                "%s is not a local JNDI name. Use a name such as jdbc/orders or"
                        + " java:jboss/datasources/orders. Names with a URL scheme are refused.",
                setting);
    }

    public static OncewardException tableMissing(String table, String name, String ddl, Throwable cause) {
        return deploymentError(
                "0002",
                cause,
                "Table %s is missing in datasource '%s'. Run %s from the Onceward JAR, or set"
                        + " onceward.schema=create.",
                table,
                name,
                ddl);
    }

    public static OncewardException tableOutdated(String table, String name, String found, String ddl) {
        return deploymentError(
                Kind.TABLE,
                "0003",
                null,
                "Table %s in datasource '%s' does not match this version of Onceward: %s. Correct the table."
                        + " %s in the Onceward JAR defines the table.",
                table,
                name,
                found,
                ddl);
    }

    public static OncewardException tablesOfOtherVersion(String name, int found, int needed, String ddl) {
        return deploymentError(
                "0034",
                null,
                "The Onceward tables in datasource '%s' have version %d; this Onceward needs version %d. Version 0"
                        + " means that the script did not finish: run %s from the Onceward JAR again. Tables of version 4"
                        + " or newer can be upgraded: stop all nodes, and run the files of the artifact onceward-migrations."
                        + " If the tables are older, let the older Onceward publish and handle everything, then drop the"
                        + " tables and run the script. Dropping the tables deletes pending events, stored messages and"
                        + " claims. If the tables are newer than this Onceward, use a newer Onceward.",
                name,
                found,
                needed,
                ddl);
    }

    public static OncewardException unknownDatabase(String product, String name, String known) {
        return deploymentError(
                "0004",
                null,
                "Datasource '%s' is a %s database, which Onceward does not support. Supported databases: %s.",
                name,
                product,
                known);
    }

    public static OncewardException illegalIdentifier(String key, String value) {
        return deploymentError(
                "0005",
                null,
                "%s=%s is not a valid SQL identifier. Use at most 20 letters, digits and underscores, starting"
                        + " with a letter.",
                key,
                value);
    }

    public static OncewardException unknownKey(String key, String nearest) {
        return deploymentError("0006", null, "Unknown configuration key %s. Did you mean %s?", key, nearest);
    }

    public static OncewardException illegalValue(String key, String value, String wanted) {
        return deploymentError("0007", null, "%s=%s is invalid. Use %s.", key, UserInfo.hidden(value), wanted);
    }

    public static OncewardException noCloudEventsSource(String key, String value) {
        return deploymentError(
                "0033",
                null,
                "%s=%s turns events into CloudEvents, which need a source. Set onceward.cloudevents.source to a"
                        + " URI reference for this application, such as /shop or https://example.com/shop.",
                key,
                value);
    }

    public static OncewardException selfCheckFailed(String caller, String name, String finding, Throwable cause) {
        return deploymentError(
                "0010",
                cause,
                "The self-check of datasource '%s' failed in %s: %s. Events could be lost, or"
                        + " published without their business data, so Onceward does not start. Configure the"
                        + " datasource of the business data, and let the server enlist its connections in JTA"
                        + " transactions. If the server already enlists them, the server needs its own"
                        + " io.onceward.spi.DataSourceAccess.",
                name,
                caller,
                finding);
    }

    public static OncewardException noPublisher(String destination, String channel) {
        return error(
                "0011",
                null,
                "No broker adapter publishes to %s, the destination of channel '%s'. Add the adapter for this"
                        + " broker to the application.",
                UserInfo.hidden(destination),
                channel);
    }

    public static OncewardException databaseUnreachable(String name, Throwable cause) {
        return deploymentError(
                Kind.TRANSIENT,
                "0012",
                cause,
                "Datasource '%s' provides no connection: %s. Check the database and the connection pool.",
                name,
                Causes.rootMessage(cause));
    }

    public static OncewardException missingFeature(String feature, String hint, Throwable cause) {
        return deploymentError(
                "0013",
                cause,
                "Onceward needs %s, which is missing. Enable the feature in the server, or add the library to the"
                        + " application. %s.",
                feature,
                hint);
    }

    public static OncewardException noThreadForSelfCheck(String datasource) {
        return deploymentError(
                Kind.TRANSIENT,
                "0016",
                null,
                "The self-check of datasource '%s' found no free thread in the managed executor. Onceward retries"
                        + " the start. If this repeats, raise the executor's number of threads.",
                datasource);
    }

    public static OncewardException twoAdapters(String scheme, String one, String other) {
        return deploymentError(
                "0017",
                null,
                "Two broker adapters have the scheme %s: %s and %s. Keep one of them in the application.",
                scheme,
                one,
                other);
    }

    /** @param step the step of the start that could not be completed */
    public static OncewardException startInterrupted(String step, String finding, Throwable cause) {
        return deploymentError(
                Kind.TRANSIENT,
                "0205",
                cause,
                "The start of Onceward was interrupted at %s: %s. On a server, Onceward retries the start every few"
                        + " seconds. If this repeats, check whether the database is a standby, and whether the connection"
                        + " pool has two free connections for the start.",
                step,
                finding);
    }

    /** Returns the exception for a step of the start during which the database became unavailable. */
    public static OncewardException startInterrupted(String step, Throwable cause) {
        return startInterrupted(step, Causes.rootMessage(cause), cause);
    }

    public static OncewardException outsideBeanArchives(Collection<String> classes) {
        return deploymentError(
                "0350",
                null,
                "CDI has not examined %s, so @Idempotent and @Outgoing have no effect there. The archive of the"
                        + " class is not a bean archive. Add an empty file WEB-INF/beans.xml, or META-INF/beans.xml"
                        + " if the class is in a JAR.",
                String.join(", ", classes));
    }

    /** @param times how often the server found them */
    public static OncewardException notOneModule(int times) {
        return deploymentError(
                "0018",
                null,
                "The server found the enterprise beans of Onceward %d times instead of once. In a WAR, put"
                        + " one copy of the Onceward JAR into WEB-INF/lib. In an EAR, put one copy into the root"
                        + " instead of lib/, and add the copy to META-INF/application.xml with its file name:"
                        + " <module><ejb>onceward.jar</ejb></module>. Enable Jakarta Enterprise Beans in the server.",
                times);
    }

    public static OncewardException oldDatabase(String product, String version, String name, String oldest) {
        return deploymentError(
                "0019",
                null,
                "Datasource '%s' is a %s database of version %s; Onceward needs version %s or newer. Upgrade the"
                        + " database, or use another datasource.",
                name,
                product,
                version,
                oldest);
    }

    /** @param level a constant of {@link Connection} */
    public static OncewardException refusedIsolation(String name, int level, String product, String why) {
        return deploymentError(
                "0201",
                null,
                "The connections of datasource '%s' have the isolation level %s. On %s, Onceward does not work at this"
                        + " level: %s. Set the isolation level of the datasource to READ COMMITTED or REPEATABLE READ.",
                name,
                level == Connection.TRANSACTION_SERIALIZABLE ? "SERIALIZABLE" : "READ UNCOMMITTED",
                product,
                why);
    }

    private static String list(List<String> names) {
        return names.isEmpty() ? "none" : String.join(", ", names);
    }
}
