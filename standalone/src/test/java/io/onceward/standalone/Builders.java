// SPDX-License-Identifier: Apache-2.0
package io.onceward.standalone;

import io.onceward.fixture.MemoryDatabase;

/** Builders of an Onceward that only lacks a broker. */
final class Builders {

    private Builders() {}

    static OncewardBuilder on(MemoryDatabase database) {
        return Onceward.builder()
                .transactionManager(database.transactionManager())
                .synchronizationRegistry(database.synchronizationRegistry())
                .dataSource(database.pool());
    }
}
