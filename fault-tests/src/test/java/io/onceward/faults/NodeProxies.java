// SPDX-License-Identifier: Apache-2.0
package io.onceward.faults;

import java.io.IOException;

/** The proxies between one node and its database and broker. */
record NodeProxies(Proxy database, Proxy broker) implements AutoCloseable {

    static NodeProxies to(int databasePort, int brokerPort) throws IOException {
        return new NodeProxies(new Proxy(databasePort), new Proxy(brokerPort));
    }

    @Override
    public void close() throws IOException {
        database.close();
        broker.close();
    }
}
