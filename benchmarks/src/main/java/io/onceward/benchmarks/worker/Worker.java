// SPDX-License-Identifier: Apache-2.0
package io.onceward.benchmarks.worker;

import io.onceward.benchmarks.contestants.Contestant;
import io.onceward.benchmarks.contestants.Contestants;
import io.onceward.benchmarks.contestants.Jta;
import io.onceward.benchmarks.contestants.Stage;
import io.onceward.benchmarks.environment.Broker;
import io.onceward.benchmarks.metrics.Subject;
import java.io.EOFException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.OutputStream;
import java.nio.file.Path;

/** The JVM of one contestant. Reads its job and then requests from its standard input, and answers each; ends with its input. */
final class Worker {

    private Worker() {}

    /** Argument: a folder of its own. */
    public static void main(String[] arguments) throws Exception {
        OutputStream standard = System.out;
        System.setOut(System.err); // whatever a library prints is no answer
        try (ObjectOutputStream answers = new ObjectOutputStream(standard)) {
            answers.flush();
            ObjectInputStream requests = new ObjectInputStream(System.in);
            Job job = (Job) requests.readObject();
            job.database().createBusiness();
            try (Broker broker = new Broker(job.broker())) {
                Stage stage = new Stage(job.database(), broker, job.queue(), job.configuration());
                try (Contestant contestant =
                        Contestants.make(job.contestant(), stage, Jta.narayana(Path.of(arguments[0])))) {
                    serve(new Subject(contestant, stage), requests, answers);
                }
            }
        }
        System.exit(0);
    }

    private static void serve(Subject subject, ObjectInputStream requests, ObjectOutputStream answers) {
        try {
            while (true) {
                Request<?> request = (Request<?>) requests.readObject();
                answers.writeObject(request.answer(subject));
                answers.flush();
            }
        } catch (EOFException e) {
            return; // the end
        } catch (Exception e) {
            e.printStackTrace();
            System.exit(1); // the benchmark finds its stream closed
        }
    }
}
