// SPDX-License-Identifier: Apache-2.0
package io.oncebox.log;

import static io.oncebox.log.Coded.deploymentError;
import static io.oncebox.log.Coded.error;

import io.oncebox.api.OnceboxException;
import java.sql.Connection;
import java.util.Collection;
import java.util.List;

/** Errors of a deployment: its configuration, resources, tables and destinations. */
public final class DeploymentErrors {

    private DeploymentErrors() {}

    public static OnceboxException noDataSource(String name, String key, List<String> neighbours, Throwable cause) {
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
    public static OnceboxException illegalJndiName(String setting) {
        return deploymentError(
                "0014",
                null,
                "%s is not a local JNDI name. Use a name such as jdbc/orders or"
                        + " java:jboss/datasources/orders. Names with a URL scheme are refused.",
                setting);
    }

    public static OnceboxException tableMissing(String table, String name, String ddl, Throwable cause) {
        return deploymentError(
                "0002",
                cause,
                "Table %s is missing in datasource '%s'. Run %s from the Oncebox JAR, or set"
                        + " oncebox.schema=create.",
                table,
                name,
                ddl);
    }

    /** Returns whether a failure says that a table does not match this version. */
    public static boolean isTableOutdated(Exception failure) {
        return failure instanceof OnceboxException coded && coded.code().equals("OBX-0003");
    }

    public static OnceboxException tableOutdated(String table, String name, String found, String ddl) {
        return deploymentError(
                "0003",
                null,
                "Table %s in datasource '%s' does not match this version of Oncebox: %s. Correct the table."
                        + " %s in the Oncebox JAR defines the table.",
                table,
                name,
                found,
                ddl);
    }

    public static OnceboxException tablesOfOtherVersion(String name, int found, int needed, String ddl) {
        return deploymentError(
                "0034",
                null,
                "The Oncebox tables in datasource '%s' have version %d; this Oncebox needs version %d. Version 0"
                        + " means that the script did not finish: run %s from the Oncebox JAR again. Tables of version 4"
                        + " or newer can be upgraded: stop all nodes, and run the files of the artifact oncebox-migrations."
                        + " If the tables are older, let the older Oncebox publish and handle everything, then drop the"
                        + " tables and run the script. Dropping the tables deletes pending events, stored messages and"
                        + " claims. If the tables are newer than this Oncebox, use a newer Oncebox.",
                name,
                found,
                needed,
                ddl);
    }

    public static OnceboxException unknownDatabase(String product, String name, String known) {
        return deploymentError(
                "0004",
                null,
                "Datasource '%s' is a %s database, which Oncebox does not support. Supported databases: %s.",
                name,
                product,
                known);
    }

    public static OnceboxException illegalIdentifier(String key, String value) {
        return deploymentError(
                "0005",
                null,
                "%s=%s is not a valid SQL identifier. Use at most 20 letters, digits and underscores, starting"
                        + " with a letter.",
                key,
                value);
    }

    public static OnceboxException unknownKey(String key, String nearest) {
        return deploymentError("0006", null, "Unknown configuration key %s. Did you mean %s?", key, nearest);
    }

    public static OnceboxException illegalValue(String key, String value, String wanted) {
        return deploymentError("0007", null, "%s=%s is invalid. Use %s.", key, UserInfo.hidden(value), wanted);
    }

    public static OnceboxException noCloudEventsSource(String key, String value) {
        return deploymentError(
                "0033",
                null,
                "%s=%s turns events into CloudEvents, which need a source. Set oncebox.cloudevents.source to a"
                        + " URI reference for this application, such as /shop or https://example.com/shop.",
                key,
                value);
    }

    public static OnceboxException selfCheckFailed(String caller, String name, String finding, Throwable cause) {
        return deploymentError(
                "0010",
                cause,
                "The self-check of datasource '%s' failed in %s: %s. Events could be lost, or"
                        + " published without their business data, so Oncebox does not start. Configure the"
                        + " datasource of the business data, and let the server enlist its connections in JTA"
                        + " transactions. If the server already enlists them, the server needs its own"
                        + " io.oncebox.spi.DataSourceAccess.",
                name,
                caller,
                finding);
    }

    public static OnceboxException noPublisher(String destination, String channel) {
        return error(
                "0011",
                null,
                "No broker adapter publishes to %s, the destination of channel '%s'. Add the adapter for this"
                        + " broker to the application.",
                UserInfo.hidden(destination),
                channel);
    }

    public static OnceboxException databaseUnreachable(String name, Throwable cause) {
        return deploymentError(
                "0012",
                cause,
                "Datasource '%s' provides no connection: %s. Check the database and the connection pool.",
                name,
                Causes.rootMessage(cause));
    }

    public static OnceboxException missingFeature(String feature, String hint, Throwable cause) {
        return deploymentError(
                "0013",
                cause,
                "Oncebox needs %s, which is missing. Enable the feature in the server, or add the library to the"
                        + " application. %s.",
                feature,
                hint);
    }

    public static OnceboxException noThreadForSelfCheck(String datasource) {
        return deploymentError(
                "0016",
                null,
                "The self-check of datasource '%s' found no free thread in the managed executor. Oncebox retries"
                        + " the start. If this repeats, raise the executor's number of threads.",
                datasource);
    }

    public static OnceboxException twoAdapters(String scheme, String one, String other) {
        return deploymentError(
                "0017",
                null,
                "Two broker adapters have the scheme %s: %s and %s. Keep one of them in the application.",
                scheme,
                one,
                other);
    }

    /** @param step the step of the start that could not be completed */
    public static OnceboxException startInterrupted(String step, String finding, Throwable cause) {
        return deploymentError(
                "0205",
                cause,
                "The start of Oncebox was interrupted at %s: %s. On a server, Oncebox retries the start every few"
                        + " seconds. If this repeats, check whether the database is a standby, and whether the connection"
                        + " pool has two free connections for the start.",
                step,
                finding);
    }

    /** Returns the exception for a step of the start during which the database became unavailable. */
    public static OnceboxException startInterrupted(String step, Throwable cause) {
        return startInterrupted(step, Causes.rootMessage(cause), cause);
    }

    public static OnceboxException outsideBeanArchives(Collection<String> classes) {
        return deploymentError(
                "0350",
                null,
                "CDI has not examined %s, so @Idempotent and @Outgoing have no effect there. The archive of the"
                        + " class is not a bean archive. Add an empty file WEB-INF/beans.xml, or META-INF/beans.xml"
                        + " if the class is in a JAR.",
                String.join(", ", classes));
    }

    /** @param times how often the server found them */
    public static OnceboxException notOneModule(int times) {
        return deploymentError(
                "0018",
                null,
                "The server found the enterprise beans of Oncebox %d times instead of once. In a WAR, put"
                        + " one copy of the Oncebox JAR into WEB-INF/lib. In an EAR, put one copy into the root"
                        + " instead of lib/, and add the copy to META-INF/application.xml with its file name:"
                        + " <module><ejb>oncebox.jar</ejb></module>. Enable Jakarta Enterprise Beans in the server.",
                times);
    }

    public static OnceboxException oldDatabase(String product, String version, String name, String oldest) {
        return deploymentError(
                "0019",
                null,
                "Datasource '%s' is a %s database of version %s; Oncebox needs version %s or newer. Upgrade the"
                        + " database, or use another datasource.",
                name,
                product,
                version,
                oldest);
    }

    /** @param level a constant of {@link Connection} */
    public static OnceboxException refusedIsolation(String name, int level, String product, String why) {
        return deploymentError(
                "0201",
                null,
                "The connections of datasource '%s' have the isolation level %s. On %s, Oncebox does not work at this"
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
