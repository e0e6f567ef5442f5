// SPDX-License-Identifier: Apache-2.0
package io.oncebox.engine;

import io.oncebox.fixture.DatabaseServer;
import io.oncebox.fixture.MariaDbServer;
import org.junit.jupiter.api.Nested;

class MariaDbEngineTest extends InnoDbContracts {

    @Override
    DatabaseServer start() {
        return MariaDbServer.start("mariadb");
    }

    @Override
    String east() {
        return "+13";
    }

    @Nested
    class ReadCommitted extends AtReadCommitted {}

    @Nested
    class RepeatableRead extends AtRepeatableRead {}

    @Nested
    class ReadCommittedLoad extends LoadAtReadCommitted {}

    @Nested
    class ReadCommittedInbox extends InboxAtReadCommitted {}

    @Nested
    class RepeatableReadLoad extends LoadAtRepeatableRead {}

    @Nested
    class RepeatableReadInbox extends InboxAtRepeatableRead {}

    @Nested
    class TimeZones extends InAnyTimeZone {}

    @Nested
    class RepeatableReadStoredInbox extends StoredInboxAtRepeatableRead {}

    @Nested
    class ReadCommittedAdmin extends AdminAtReadCommitted {}

    @Nested
    class RepeatableReadAdmin extends AdminAtRepeatableRead {}
}
