// SPDX-License-Identifier: Apache-2.0
package io.oncebox.engine;

import io.oncebox.fixture.DatabaseServer;
import io.oncebox.fixture.MariaDbServer;
import org.junit.jupiter.api.Nested;

/** Repeatable read as MariaDB has it from 11.6.2 on: a lock on a row that has changed since the first read fails. */
class MariaDbSnapshotEngineTest extends ServerContracts {

    @Override
    DatabaseServer start() {
        return MariaDbServer.start("mariadb", "--innodb-snapshot-isolation=ON");
    }

    @Nested
    class RepeatableRead extends AtRepeatableRead {}

    @Nested
    class RepeatableReadLoad extends LoadAtRepeatableRead {}

    @Nested
    class RepeatableReadInbox extends InboxAtRepeatableRead {}

    @Nested
    class RepeatableReadStoredInbox extends StoredInboxAtRepeatableRead {}

    @Nested
    class RepeatableReadAdmin extends AdminAtRepeatableRead {}
}
