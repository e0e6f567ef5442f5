// SPDX-License-Identifier: Apache-2.0
package io.onceward.log;

import java.sql.SQLException;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Finds what has happened to a database or a broker in the causes of a failure, whatever pools, drivers and resource adapters have put
 * around it, and says what to do. The first sign that any of the causes shows, counts.
 */
final class Diagnosis {

    private static final String TIME_LIMIT = "\\[(57014|55P03|HYT00)/|/(1205|3024|1969)\\]";

    /** A sign (SQLStates and codes as {@code [state/code]}, codes of messages, texts), and after it the sentence. */
    private static final String[] SIGNS_AND_SENTENCES = {
        "\\[(26000|42P05)/",
        "The database does not know the statements that this session has prepared, as behind a pooler in transaction"
                + " mode. Set prepareThreshold=0 in the JDBC URL, or the pooler to session mode.",
        "cquisition timeout|IJ000655|equal max-pool-size|ConnectionWaitTimeout|J2CA0045E",
        "The connection pool had no free connection in time. Enlarge it, or find who keeps its connections.",
        "SSLHandshake|SSLException|CertificateException",
        "TLS has failed. Check the certificates of both sides.",
        "\\[(28P01|28000)/|AMQ229031|ACCESS_REFUSED|Authorization Violation|AuthenticationException"
                + "|password is invalid|C4060",
        "The login was refused. Correct user and password.",
        "\\[3D000/|/1049\\]|\\[9014[69]/",
        "The database does not exist. Create it, or correct the URL.",
        "\\[53300/|/1040\\]",
        "The server accepts no more connections. Raise its limit, or make the connection pools smaller.",
        "\\[(25006|90097)/|/(1290|1836)\\]",
        "The database accepts no writes, like a standby. Connect to the primary.",
        TIME_LIMIT,
        "The database has cancelled a statement after its time limit, or after a wait for a lock. Look for locks and"
                + " slow statements.",
        "multiple 1PC XAResources|non-XA Resource",
        "The transaction has another resource that is not XA. Use the datasource of the business data, or XA resources.",
        "UnknownHost",
        "The host is unknown. Correct its name, or the name service.",
        "ConnectException|Connection refused|AMQ219007|connect to NATS|node assignment|\\[08001/|C4003",
        "Nothing accepts connections at the address. Start the server, or correct host and port.",
        "not present in metadata",
        "Kafka has not answered about the topic. Start Kafka, correct its addresses, or create the topic.",
        "AMQ229017|no queue with name|NOT_FOUND - no|UnknownTopicOrPartition",
        "The destination does not exist. Create it, or correct its name.",
        "this\\.mc\" is null|AMQ2190(06|10|11|14|16|19)|EOFException|Connection reset|Broken pipe|roken connection"
                + "|\\[(08...|57P0[123]|90067|90098)/|AlreadyClosed|Connection is closed",
        "The connection was lost. If this repeats, check the server and the network."
    };

    private Diagnosis() {}

    /** Returns the sentence about a failure; empty if its causes show no known sign. */
    static Optional<String> of(Throwable failure) {
        String causes = signs(failure);
        for (int i = 0; i < SIGNS_AND_SENTENCES.length; i += 2) {
            if (Pattern.compile(SIGNS_AND_SENTENCES[i]).matcher(causes).find()) {
                return Optional.of(SIGNS_AND_SENTENCES[i + 1]);
            }
        }
        return Optional.empty();
    }

    /** Returns whether a statement was cut off, after a time or a wait for a lock. */
    static boolean isTimeLimit(Throwable failure) {
        return Pattern.compile(TIME_LIMIT).matcher(signs(failure)).find();
    }

    private static String signs(Throwable failure) {
        return Causes.all(failure).stream().map(Diagnosis::text).collect(Collectors.joining("\n"));
    }

    private static String text(Throwable cause) {
        String text = Causes.described(cause);
        return cause instanceof SQLException sql
                ? text + " [" + sql.getSQLState() + "/" + sql.getErrorCode() + "]"
                : text;
    }
}
