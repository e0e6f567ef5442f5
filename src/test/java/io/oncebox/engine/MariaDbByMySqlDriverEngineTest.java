// SPDX-License-Identifier: Apache-2.0
package io.oncebox.engine;

import io.oncebox.fixture.DatabaseServer;
import io.oncebox.fixture.MariaDbServer;
import org.junit.jupiter.api.Nested;

/** MySQL's driver says "MySQL" of every server. */
class MariaDbByMySqlDriverEngineTest extends InnoDbContracts {

    @Override
    DatabaseServer start() {
        return MariaDbServer.start("mysql");
    }

    @Override
    String east() {
        return "%2B13";
    }

    @Nested
    class RepeatableRead extends AtRepeatableRead {}

    @Nested
    class RepeatableReadLoad extends LoadAtRepeatableRead {}

    @Nested
    class RepeatableReadInbox extends InboxAtRepeatableRead {}

    @Nested
    class TimeZones extends InAnyTimeZone {}

    @Nested
    class RepeatableReadStoredInbox extends StoredInboxAtRepeatableRead {}

    @Nested
    class RepeatableReadAdmin extends AdminAtRepeatableRead {}
}
