// SPDX-License-Identifier: Apache-2.0
package io.onceward.test;

import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/** The other process: it does the work up to a step, says so, and waits to be killed. It ends when the process of the test ends. */
final class KilledMain {

    /** The line that says that the step is reached. */
    static final String REACHED = "onceward: the step is reached";

    private KilledMain() {}

    public static void main(String[] none) throws Exception {
        PrintStream output = System.out;
        InputStream testProcess = System.in;
        DataInputStream request = new DataInputStream(testProcess);
        String work = request.readUTF();
        int step = request.readInt();
        List<String> arguments = new ArrayList<>();
        for (int count = request.readInt(); count > 0; count--) {
            arguments.add(request.readUTF());
        }
        endWith(testProcess);
        run(CrashPoints.newWork(Class.forName(work).asSubclass(KillableWork.class)), arguments, step, output);
        System.exit(0); // though the application may have threads
    }

    private static void run(KillableWork work, List<String> arguments, int step, PrintStream output) throws Exception {
        try (TestOutbox outbox = work.start(List.copyOf(arguments))) {
            outbox.steps().watch(new Last(step, output));
            work.run(outbox);
            outbox.steps().watch(null);
        }
    }

    /** Ends this process with the one of the test, even while the work hangs. */
    private static void endWith(InputStream testProcess) {
        Thread watch = new Thread(
                () -> {
                    awaitEnd(testProcess);
                    Runtime.getRuntime().halt(1);
                },
                "onceward-test-process");
        watch.setDaemon(true);
        watch.start();
    }

    private static void awaitEnd(InputStream testProcess) {
        try {
            while (testProcess.read() >= 0) {
                // only the end matters
            }
        } catch (IOException e) {
            // the pipe has ended with the test's process
        }
    }

    /** Waits at the last step. */
    private static final class Last implements Steps.Watch {

        private final Thread thread = Thread.currentThread();
        private final int last;
        private final PrintStream output;
        private int steps;

        Last(int last, PrintStream output) {
            this.last = last;
            this.output = output;
        }

        @Override
        public Thread thread() {
            return thread;
        }

        @Override
        public void opened(WatchedConnection connection) {
            // its statements are the steps
        }

        @Override
        public void reached(String step, WatchedConnection on) {
            if (steps++ == last) {
                output.println();
                output.println(REACHED);
                output.flush();
                while (true) {
                    LockSupport.park();
                }
            }
        }
    }
}
