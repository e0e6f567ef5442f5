// SPDX-License-Identifier: Apache-2.0
package io.onceward.faults;

import java.io.IOException;
import java.nio.file.Path;

/** Servers of one product, with the configuration that its folder in {@code server-configs} documents. */
final class ServerKind implements Kind, AutoCloseable {

    private final ServerKeeper keeper;

    /**
     * @param server the name of its folder in {@code server-configs}
     * @param folder for all that the servers write
     */
    ServerKind(String server, Path folder) throws IOException {
        keeper = new ServerKeeper(server, folder);
    }

    @Override
    public Member member(String name, Role role, int databasePort, int brokerPort) {
        return new ServerMember(keeper, name, role, databasePort, brokerPort);
    }

    @Override
    public void close() throws IOException, InterruptedException {
        keeper.close();
    }
}
