// SPDX-License-Identifier: Apache-2.0
package io.onceward.faults;

/** Makes the members of one kind, such as plain JVMs or the servers of one product. */
interface Kind {

    /**
     * @param databasePort where this node finds the database on 127.0.0.1, which is its own proxy
     * @param brokerPort where this node finds the broker on 127.0.0.1, which is its own proxy
     */
    Member member(String name, Role role, int databasePort, int brokerPort) throws Exception;
}
