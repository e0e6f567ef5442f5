// SPDX-License-Identifier: Apache-2.0
package io.onceward.log;

import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Finds what has happened to a database or a broker in the causes of a failure, whatever pools, drivers and resource adapters have put
 * around it, and says what to do. The first sign that any of the causes shows, counts.
 *
 * @param sign the sign: SQLStates and codes as {@code [state/code]}, codes of messages, texts
 * @param sentence what has happened, and what to do
 */
record Diagnosis(Pattern sign, String sentence) {

    private static final List<Diagnosis> ALL = List.of(
            of(
                    "\\[(26000|42P05)/",
                    "The database does not know the statements that this session has prepared, as behind a pooler in transaction"
                            + " mode. Set prepareThreshold=0 in the JDBC URL, or the pooler to session mode."),
            of(
                    "cquisition timeout|IJ000655|equal max-pool-size|ConnectionWaitTimeout|J2CA0045E",
                    "The connection pool had no free connection in time. Enlarge it, or find who keeps its connections."),
            of(
                    "SSLHandshake|SSLException|CertificateException",
                    "TLS has failed. Check the certificates of both sides."),
            of(
                    "\\[(28P01|28000)/|AMQ229031|ACCESS_REFUSED|Authorization Violation|AuthenticationException"
                            + "|password is invalid|C4060",
                    "The login was refused. Correct user and password."),
            of("\\[3D000/|/1049\\]|\\[9014[69]/", "The database does not exist. Create it, or correct the URL."),
            of(
                    "\\[53300/|/1040\\]",
                    "The server accepts no more connections. Raise its limit, or make the connection pools smaller."),
            of(
                    "\\[(25006|90097)/|/(1290|1836)\\]",
                    "The database accepts no writes, like a standby. Connect to the primary."),
            of(
                    "\\[(57014|55P03|HYT00)/|/(1205|3024|1969)\\]",
                    "The database has cancelled a statement after its time limit, or after a wait for a lock. Look for locks and"
                            + " slow statements."),
            of(
                    "multiple 1PC XAResources|non-XA Resource",
                    "The transaction has another resource that is not XA. Use the datasource of the business data, or XA resources."),
            of("UnknownHost", "The host is unknown. Correct its name, or the name service."),
            of(
                    "ConnectException|Connection refused|AMQ219007|connect to NATS|node assignment|\\[08001/|C4003",
                    "Nothing accepts connections at the address. Start the server, or correct host and port."),
            of(
                    "not present in metadata",
                    "Kafka has not answered about the topic. Start Kafka, correct its addresses, or create the topic."),
            of(
                    "AMQ229017|no queue with name|NOT_FOUND - no|UnknownTopicOrPartition",
                    "The destination does not exist. Create it, or correct its name."),
            of(
                    "this\\.mc\" is null|AMQ2190(06|10|11|14|16|19)|EOFException|Connection reset|Broken pipe|roken connection"
                            + "|\\[(08...|57P0[123]|90067|90098)/|AlreadyClosed|Connection is closed",
                    "The connection was lost. If this repeats, check the server and the network."));

    private static Diagnosis of(String sign, String sentence) {
        return new Diagnosis(Pattern.compile(sign), sentence);
    }

    /** Returns the sentence about a failure; empty if its causes show no known sign. */
    static Optional<String> of(Throwable failure) {
        String causes = Causes.all(failure).stream().map(Diagnosis::text).collect(Collectors.joining("\n"));
        return ALL.stream()
                .filter(one -> one.sign.matcher(causes).find())
                .map(Diagnosis::sentence)
                .findFirst();
    }

    private static String text(Throwable cause) {
        String text = Causes.described(cause);
        return cause instanceof SQLException sql
                ? text + " [" + sql.getSQLState() + "/" + sql.getErrorCode() + "]"
                : text;
    }
}
