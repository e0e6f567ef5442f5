// SPDX-License-Identifier: Apache-2.0
package io.oncebox.log;

import static io.oncebox.log.Coded.error;

import io.oncebox.api.OnceboxException;
import java.util.List;

/** What is wrong with a deployment: its configuration, resources, tables and destinations. */
public final class DeploymentErrors {

    private DeploymentErrors() {}

    public static OnceboxException noDataSource(String name, String key, List<String> neighbours, Throwable cause) {
        return error(
                "0001",
                cause,
                "No datasource has the JNDI name '%s' (%s); in the same place %s. Define it in the server, or set %s to"
                        + " one that exists.",
                name,
                key,
                list(neighbours),
                key);
    }

    /** @param setting the key and its value, or the value alone */
    public static OnceboxException illegalJndiName(String setting) {
        return error(
                "0014",
                null,
                "%s is no JNDI name of this server. Write a name such as jdbc/orders or java:jboss/datasources/orders; a"
                        + " URL is not allowed.",
                setting);
    }

    public static OnceboxException tableMissing(String table, String name, String ddl, Throwable cause) {
        return error(
                "0002",
                cause,
                "Table %s is missing in datasource '%s'. Run %s from the Oncebox JAR, or set oncebox.schema=create.",
                table,
                name,
                ddl);
    }

    public static OnceboxException tableOutdated(String table, String name, String found, String ddl) {
        return error(
                "0003",
                null,
                "Table %s in datasource '%s' does not fit this version of Oncebox: %s. Bring it to the state of %s"
                        + " in the Oncebox JAR.",
                table,
                name,
                found,
                ddl);
    }

    public static OnceboxException unknownDatabase(String product, String name, String known) {
        return error(
                "0004",
                null,
                "Datasource '%s' is a %s database, for which Oncebox has no dialect. It knows %s.",
                name,
                product,
                known);
    }

    public static OnceboxException illegalIdentifier(String key, String value) {
        return error(
                "0005",
                null,
                "%s=%s is no SQL identifier. Write letters, digits and underscores, starting with a letter, at most 20"
                        + " characters.",
                key,
                value);
    }

    public static OnceboxException unknownKey(String key, String nearest) {
        return error("0006", null, "Unknown configuration key %s. Did you mean %s?", key, nearest);
    }

    public static OnceboxException illegalValue(String key, String value, String wanted) {
        return error("0007", null, "%s=%s is not legal. Write %s.", key, value, wanted);
    }

    public static OnceboxException noCloudEventsSource(String key, String value) {
        return error(
                "0033",
                null,
                "With %s=%s, events are CloudEvents, which have a source. Set oncebox.cloudevents.source to what this"
                        + " application is called, a URI reference such as /shop or https://example.com/shop.",
                key,
                value);
    }

    /** @param key the channel's own key for it */
    public static OnceboxException noConnectionFactory(
            String name, String channel, List<String> neighbours, String key, Throwable cause) {
        return error(
                "0008",
                cause,
                "No JMS connection factory has the JNDI name '%s', which channel '%s' uses; in the same place %s."
                        + " Define it in the server, or set oncebox.connection-factory or %s to one that exists.",
                name,
                channel,
                list(neighbours),
                key);
    }

    /** @param key the channel's key for it */
    public static OnceboxException noDestination(
            String name, String channel, List<String> neighbours, String key, Throwable cause) {
        return error(
                "0009",
                cause,
                "No JMS destination has the JNDI name '%s', which channel '%s' uses; in the same place %s. Define it"
                        + " in the server, or set %s to a JNDI name that exists, or to queue:NAME or topic:NAME for a name in"
                        + " the broker.",
                name,
                channel,
                list(neighbours),
                key);
    }

    public static OnceboxException selfCheckFailed(String caller, String name, String finding, Throwable cause) {
        return error(
                "0010",
                cause,
                "The self-check failed: called from %s, on datasource '%s', %s. Events would be lost or invented,"
                        + " so Oncebox does not start. Choose a datasource that takes part in JTA transactions; if it"
                        + " is one, this server needs an io.oncebox.spi.DataSourceAccess of its own.",
                caller,
                name,
                finding);
    }

    public static OnceboxException noPublisher(String destination, String channel) {
        return error(
                "0011",
                null,
                "Nothing here publishes to %s, the destination of channel '%s'. Add the adapter for that kind of broker.",
                destination,
                channel);
    }

    public static OnceboxException databaseUnreachable(String name, Throwable cause) {
        return error(
                "0012",
                cause,
                "Datasource '%s' gives no connection: %s. See to the database and the datasource's pool.",
                name,
                Causes.rootMessage(cause));
    }

    public static OnceboxException missingFeature(String feature, String hint, Throwable cause) {
        return error(
                "0013",
                cause,
                "This server offers no %s, which Oncebox needs. Enable it in the server's configuration. %s.",
                feature,
                hint);
    }

    public static OnceboxException malformedDestination(String uri) {
        return error(
                "0015",
                null,
                "'%s' in the outbox table is no destination that Oncebox wrote; expected is a URI such as"
                        + " jms:queue:orders?jndiConnectionFactoryName=jms/cf.",
                uri);
    }

    public static OnceboxException noThreadForSelfCheck(String datasource) {
        return error(
                "0016",
                null,
                "The self-check of datasource '%s' found no free thread in the managed executor. It is tried again; if this"
                        + " stays, raise the number of its threads.",
                datasource);
    }

    public static OnceboxException twoPublishers(String scheme) {
        return error(
                "0017",
                null,
                "Two publishers for %s are there: Oncebox is in this application twice. Leave one JAR of it.",
                scheme);
    }

    /** @param times how often the server found them */
    public static OnceboxException notOneModule(int times) {
        return error(
                "0018",
                null,
                "The server found the enterprise beans of Oncebox %d times instead of once, so not one relay would publish."
                        + " In an EAR, put the Oncebox JAR into the root instead of lib/, and add to"
                        + " META-INF/application.xml: <module><ejb>oncebox.jar</ejb></module> with the JAR's name."
                        + " Elsewhere, enable Jakarta Enterprise Beans in the server.",
                times);
    }

    public static OnceboxException oldDatabase(String product, String version, String name, String oldest) {
        return error(
                "0019",
                null,
                "Datasource '%s' is a %s database of version %s; Oncebox needs %s or newer. Upgrade the database, or choose"
                        + " another datasource.",
                name,
                product,
                version,
                oldest);
    }

    private static String list(List<String> names) {
        return names.isEmpty() ? "there is nothing" : "there are " + String.join(", ", names);
    }
}
