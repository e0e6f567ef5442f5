// SPDX-License-Identifier: Apache-2.0
package io.onceward.faults;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * The start of JVMs: like this one, with its class path.
 *
 * @param folder in which they run, and in which the transaction manager keeps its log
 * @param options of the JVM
 * @param environment what their environment has besides this one's
 * @param classPath where they find classes
 */
record Jvm(Path folder, List<String> options, Map<String, String> environment, String classPath) {

    /** With the options of a JVM that starts fast and stays small. */
    static final List<String> SMALL = List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xmx256m");

    static final String OWN_CLASS_PATH = System.getProperty("java.class.path");

    Jvm(Path folder, List<String> options) {
        this(folder, options, Map.of(), OWN_CLASS_PATH);
    }

    /**
     * Starts one, which ends with this process at the latest.
     *
     * @param log to which it appends what it says
     */
    Process start(Path log, String main, List<String> arguments) throws IOException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(options);
        command.add("-DObjectStoreEnvironmentBean.objectStoreDir=" + folder.resolve("narayana"));
        command.addAll(List.of("-cp", classPath, main));
        command.addAll(arguments);
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()));
        builder.environment().putAll(environment);
        Process process = builder.start();
        Runtime.getRuntime().addShutdownHook(new Thread(process::destroyForcibly));
        return process;
    }
}
