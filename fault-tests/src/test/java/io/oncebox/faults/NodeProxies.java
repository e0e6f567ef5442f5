// SPDX-License-Identifier: Apache-2.0
package io.oncebox.faults;

import java.io.IOException;

/** The way of one node to the database and the broker. */
record Way(Proxy database, Proxy broker) implements AutoCloseable {

    static Way to(int databasePort, int brokerPort) throws IOException {
        return new Way(new Proxy(databasePort), new Proxy(brokerPort));
    }

    @Override
    public void close() throws IOException {
        database.close();
        broker.close();
    }
}
