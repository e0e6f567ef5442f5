// SPDX-License-Identifier: Apache-2.0
package io.onceward.examples.launcher;

/** Runs the example: a broker and a server, each in a process of its own, until Ctrl-C. */
public final class Launcher {

    private Launcher() {}

    public static void main(String[] arguments) throws InterruptedException {
        Terminal terminal = new Terminal(System.out);
        try {
            Example example =
                    new Example(Run.prepare(Installation.fromProperties(), Options.fromProperties()), terminal);
            Runtime.getRuntime().addShutdownHook(new Thread(example::stop, "stop"));
            Daemon.start("keyboard", new Keyboard(System.in, example));
            example.start();
            example.awaitEnd();
        } catch (StartFailure | Options.Unusable e) {
            terminal.line("\n" + e.getMessage() + "\n");
            System.exit(1);
        }
    }
}
