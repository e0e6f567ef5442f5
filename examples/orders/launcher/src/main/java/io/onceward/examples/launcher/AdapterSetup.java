// SPDX-License-Identifier: Apache-2.0
package io.onceward.examples.launcher;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * A broker with its own adapter, whose JAR is in the application. The file {@code SCHEME.properties} configures it.
 *
 * @param scheme the scheme of the adapter
 */
record AdapterSetup(String scheme, int port, Folder folder, BrokerProcess process) implements BrokerSetup {

    /** The process of such a broker. */
    interface BrokerProcess {
        Child start();

        Probe probe();
    }

    @Override
    public Optional<Service> service() {
        return Optional.of(new Service("broker", process::start, process.probe()));
    }

    @Override
    public Path application() {
        return folder.installation().adapterApplication();
    }

    @Override
    public List<String> serverOptions() {
        return List.of();
    }

    @Override
    public List<String> serverArguments() {
        String name = scheme + ".properties";
        String configuration = Folder.text(name).replace("{port}", Integer.toString(port));
        return List.of("--systemproperties", folder.write(name, configuration));
    }
}
