// SPDX-License-Identifier: Apache-2.0
package io.onceward.examples.launcher;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** No broker, and the application that needs none. */
record NoBroker(Folder folder) implements BrokerSetup {

    @Override
    public Optional<Service> service() {
        return Optional.empty();
    }

    @Override
    public Path application() {
        return folder.installation().durableApplication();
    }

    @Override
    public List<String> serverOptions() {
        return List.of();
    }

    @Override
    public List<String> serverArguments() {
        return List.of();
    }
}
