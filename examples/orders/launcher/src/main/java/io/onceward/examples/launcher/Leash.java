// SPDX-License-Identifier: Apache-2.0
package io.onceward.examples.launcher;

import java.io.IOException;
import java.lang.reflect.Proxy;

/**
 * A Java agent by which the launcher alone ends a process. It ends when its standard input does: the launcher closes
 * the other end, or the operating system closes it when the launcher dies, however that happens. Ctrl-C, which a
 * terminal sends to all processes at once, is ignored: the server shall stop while the broker is still there.
 */
public final class Leash {

    private static final long GRACE_MILLIS = 10_000;

    private Leash() {}

    /** Called by the JVM, before the process's own main method. */
    public static void premain(String arguments) {
        ignoreCtrlC();
        startDaemon("leash", Leash::exitAtEndOfInput);
    }

    /** By reflection, as {@code sun.misc.Signal} is in all JDKs and yet not part of Java. */
    private static void ignoreCtrlC() {
        try {
            Class<?> signal = Class.forName("sun.misc.Signal");
            Class<?> handler = Class.forName("sun.misc.SignalHandler");
            Object ignore = Proxy.newProxyInstance(
                    Leash.class.getClassLoader(), new Class<?>[] {handler}, (proxy, method, arguments) -> null);
            signal.getMethod("handle", signal, handler)
                    .invoke(null, signal.getConstructor(String.class).newInstance("INT"), ignore);
        } catch (ReflectiveOperationException e) {
            System.err.println("Ctrl-C will stop this process by itself: " + e);
        }
    }

    private static void exitAtEndOfInput() {
        awaitEndOfInput();
        startDaemon("leash-halt", Leash::haltAfterGrace);
        Runtime.getRuntime().exit(0);
    }

    private static void awaitEndOfInput() {
        try {
            while (System.in.read() >= 0) {
                continue;
            }
        } catch (IOException e) {
            // A broken pipe is an end as well.
        }
    }

    private static void haltAfterGrace() {
        try {
            Thread.sleep(GRACE_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        Runtime.getRuntime().halt(0);
    }

    private static void startDaemon(String name, Runnable task) {
        Thread thread = new Thread(task, name);
        thread.setDaemon(true);
        thread.start();
    }
}
