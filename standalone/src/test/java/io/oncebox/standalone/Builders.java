// SPDX-License-Identifier: Apache-2.0
package io.oncebox.standalone;

import io.oncebox.fixture.MemoryDatabase;

/** Builders of an Oncebox that only lacks a broker. */
final class Builders {

    private Builders() {}

    static OnceboxBuilder on(MemoryDatabase database) {
        return Oncebox.builder()
                .transactionManager(database.transactionManager())
                .synchronizationRegistry(database.synchronizationRegistry())
                .dataSource(database.pool());
    }
}
