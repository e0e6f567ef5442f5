// SPDX-License-Identifier: Apache-2.0
package io.onceward.examples.launcher;

import java.util.List;
import java.util.Map;

/** The program rabbitmq-server of the Debian package, with the queues of the example. The service of the package need not run. */
final class RabbitBroker implements AdapterSetup.BrokerProcess {

    private static final String PROGRAM = "/usr/lib/rabbitmq/bin/rabbitmq-server";

    private final int port;
    private final int distribution = Options.freePort();
    private final int mapper = Options.freePort();
    private final Folder folder;
    private final ReadyMessage ready = new ReadyMessage("Server startup complete");

    RabbitBroker(int port, Folder folder) {
        this.port = port;
        this.folder = folder;
    }

    @Override
    public Child start() {
        String definitions = folder.copy("rabbitmq-definitions.json");
        String configuration = folder.write(
                "rabbitmq.conf",
                String.join(
                        "\n",
                        "listeners.tcp.1 = 127.0.0.1:" + port,
                        "distribution.listener.interface = 127.0.0.1",
                        "disk_free_limit.absolute = 50MB",
                        "load_definitions = " + definitions,
                        "log.console = true",
                        "log.file = false",
                        ""));
        Map<String, String> variables = Map.ofEntries(
                Map.entry("HOME", folder.path().toString()),
                Map.entry("RABBITMQ_NODENAME", "example-" + port + "@localhost"),
                Map.entry("RABBITMQ_MNESIA_BASE", folder.data("rabbitmq")),
                Map.entry("RABBITMQ_LOG_BASE", folder.path().toString()),
                Map.entry("RABBITMQ_CONFIG_FILE", configuration),
                Map.entry("RABBITMQ_ENABLED_PLUGINS_FILE", folder.write("rabbitmq-plugins", "[].\n")),
                Map.entry("RABBITMQ_CONF_ENV_FILE", folder.write("rabbitmq-env.conf", "")),
                Map.entry("RABBITMQ_SERVER_ADDITIONAL_ERL_ARGS", "+S 2:2 +sbwt none"),
                Map.entry("RABBITMQ_ALLOW_INPUT", "1"),
                Map.entry("RABBITMQ_DIST_PORT", Integer.toString(distribution)),
                Map.entry("ERL_EPMD_PORT", Integer.toString(mapper)),
                Map.entry("ERL_EPMD_ADDRESS", "127.0.0.1"));
        return folder.start(
                "broker", List.of("sh", folder.copy("leash.sh"), PROGRAM, "-noinput"), variables, ready.reset());
    }

    @Override
    public Probe probe() {
        Probe open = Probe.port(port);
        return () -> ready.isUp() && open.isUp();
    }
}
