// SPDX-License-Identifier: Apache-2.0
package io.oncebox.debezium;

import io.debezium.embedded.Connect;
import io.debezium.engine.DebeziumEngine;
import io.debezium.engine.RecordChangeEvent;
import io.debezium.engine.format.ChangeEventFormat;
import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Properties;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.kafka.connect.source.SourceRecord;

/**
 * Captures events by Debezium's embedded engine, and appends the message of each to a journal as Kafka Connect would send it. Ends
 * with its standard input, so that it never outlives the process that started it, or when the engine ends.
 *
 * <p>Arguments: a file with the properties of the connector, and the file of the journal.
 */
public final class Capture {

    private Capture() {}

    public static void main(String[] args) throws Exception {
        Properties connector = new Properties();
        try (Reader file = Files.newBufferedReader(Path.of(args[0]))) {
            connector.load(file);
        }
        Journal journal = new Journal(Path.of(args[1]), connector);
        AtomicBoolean failed = new AtomicBoolean();
        DebeziumEngine<RecordChangeEvent<SourceRecord>> engine = DebeziumEngine.create(
                        ChangeEventFormat.of(Connect.class))
                .using(connector)
                .using((success, message, error) -> {
                    failed.set(!success);
                    System.out.println("The engine has ended: " + message + (error == null ? "" : ": " + error));
                })
                .notifying((records, committer) -> write(records, committer, journal))
                .build();
        endWithInput(engine);
        engine.run();
        System.exit(failed.get() ? 1 : 0);
    }

    /** Confirms the messages when all of them are written. */
    private static void write(
            List<RecordChangeEvent<SourceRecord>> records,
            DebeziumEngine.RecordCommitter<RecordChangeEvent<SourceRecord>> committer,
            Journal journal)
            throws InterruptedException {
        journal.append(records.stream().map(RecordChangeEvent::record).toList());
        for (RecordChangeEvent<SourceRecord> record : records) {
            committer.markProcessed(record);
        }
        committer.markBatchFinished();
    }

    private static void endWithInput(DebeziumEngine<?> engine) {
        Thread watch = new Thread(
                () -> {
                    try {
                        while (System.in.read() >= 0) {
                            // only the end of the stream counts
                        }
                        engine.close();
                    } catch (IOException e) {
                        System.out.println("The engine did not close: " + e);
                        Runtime.getRuntime().halt(1);
                    }
                },
                "input");
        watch.setDaemon(true);
        watch.start();
    }
}
