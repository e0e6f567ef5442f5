// SPDX-License-Identifier: Apache-2.0
package io.onceward.examples.launcher;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Artemis, with its resource adapter in the server. */
record ArtemisSetup(int port, Folder folder) implements BrokerSetup {

    @Override
    public Optional<Service> service() {
        return Optional.of(new Service("broker", this::start, Probe.port(port)));
    }

    private Child start() {
        List<String> command = folder.java("broker", "128m");
        // Each kill of the server costs the messages that it holds an attempt, and none of them is poisoned.
        command.add("-Dbroker.max-delivery-attempts=50");
        // Milliseconds until messages of a killed server are delivered again.
        command.add("-Dbroker.transaction-timeout=15000");
        command.addAll(List.of(
                "-jar", folder.installation().broker().toString(), String.valueOf(port), folder.data("artemis")));
        return folder.start("broker", command, Map.of(), line -> {});
    }

    @Override
    public Path application() {
        return folder.installation().application();
    }

    @Override
    public List<String> serverOptions() {
        return List.of(
                "-Dartemis.port=" + port,
                "-Dartemis.rar="
                        + folder.installation().resourceAdapter().toString().replace('\\', '/'));
    }

    @Override
    public List<String> serverArguments() {
        return List.of(
                "--postbootcommandfile",
                folder.installation().serverConfiguration().toString());
    }
}
