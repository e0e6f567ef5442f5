// SPDX-License-Identifier: Apache-2.0
package io.onceward.migrations;

import io.onceward.fixture.H2Url;
import java.util.UUID;

class H2MigrationTest extends MigrationContract {

    H2MigrationTest() {
        super("h2", "heldslot");
    }

    @Override
    String newDatabase() {
        return "jdbc:h2:mem:" + UUID.randomUUID() + H2Url.SETTINGS;
    }

    @Override
    String bytes() {
        return "X'706c61636564'";
    }
}
