// SPDX-License-Identifier: Apache-2.0
package io.onceward.debezium;

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
 * Captures events by Debezium's embedded engine, and writes the message of each as Kafka Connect would send it. Ends with its
 * standard input, so that it never outlives the process that started it, or when the engine ends.
 *
 * <p>Arguments: a file with the properties of the connector, and either {@code journal} and a file or {@code kafka} and the address
 * of the broker.
 */
public final class Capture {

    private Capture() {}

    public static void main(String[] args) throws Exception {
        Properties connector = new Properties();
        try (Reader file = Files.newBufferedReader(Path.of(args[0]))) {
            connector.load(file);
        }
        Messages messages = new Messages(connector);
        Sink sink = args[1].equals("kafka") ? new KafkaSink(args[2]) : new Journal(Path.of(args[2]));
        AtomicBoolean failed = new AtomicBoolean();
        DebeziumEngine<RecordChangeEvent<SourceRecord>> engine = DebeziumEngine.create(
                        ChangeEventFormat.of(Connect.class))
                .using(connector)
                .using(new AtIntervals(connector))
                .using((success, message, error) -> {
                    failed.set(!success);
                    System.out.println("The engine has ended: " + message + (error == null ? "" : ": " + error));
                })
                .notifying((records, committer) -> {
                    sink.write(records.stream()
                            .map(RecordChangeEvent::record)
                            .map(messages::of)
                            .toList());
                    confirm(records, committer);
                })
                .build();
        endWithInput(engine);
        engine.run();
        System.exit(failed.get() ? 1 : 0);
    }

    private static void confirm(
            List<RecordChangeEvent<SourceRecord>> records,
            DebeziumEngine.RecordCommitter<RecordChangeEvent<SourceRecord>> committer)
            throws InterruptedException {
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
