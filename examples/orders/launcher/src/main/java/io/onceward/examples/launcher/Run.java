// SPDX-License-Identifier: Apache-2.0
package io.onceward.examples.launcher;

import java.security.SecureRandom;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * One run of the example.
 *
 * @param password of the console's operator, new for each run
 */
record Run(Installation installation, Options options, Folder folder, BrokerSetup broker, String password) {

    static Run prepare(Installation installation, Options options) {
        Folder folder = Folder.prepare(installation, options);
        return new Run(installation, options, folder, BrokerSetup.of(options, folder), newPassword());
    }

    private static String newPassword() {
        byte[] random = new byte[9];
        new SecureRandom().nextBytes(random);
        return Base64.getUrlEncoder().encodeToString(random);
    }

    /** Starts the server, after its first start with its database. */
    Child startServer(Consumer<String> log) {
        List<String> command = folder.java("server", "384m");
        command.addAll(broker.serverOptions());
        command.addAll(List.of("-jar", installation.server().toString()));
        command.addAll(List.of("--nocluster", "--nohazelcast", "--disablephonehome"));
        command.addAll(List.of("--port", String.valueOf(options.http())));
        command.addAll(List.of("--logproperties", folder.copy("logging.properties")));
        command.addAll(List.of("--prebootcommandfile", folder.copy("preboot.asadmin")));
        command.addAll(broker.serverArguments());
        command.addAll(
                List.of("--contextroot", "/", "--deploy", broker.application().toString()));
        return folder.start("server", command, Map.of("EXAMPLE_OPERATOR_PASSWORD", password), log);
    }
}
