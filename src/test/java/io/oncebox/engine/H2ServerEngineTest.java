// SPDX-License-Identifier: Apache-2.0
package io.oncebox.engine;

import io.oncebox.fixture.DatabaseServer;
import io.oncebox.fixture.H2Server;
import org.junit.jupiter.api.Nested;

class H2ServerEngineTest extends ServerContracts {

    @Override
    DatabaseServer start() {
        return new H2Server();
    }

    @Nested
    class ReadCommitted extends AtReadCommitted {}

    @Nested
    class ReadCommittedLoad extends LoadAtReadCommitted {}

    @Nested
    class ReadCommittedInbox extends InboxAtReadCommitted {}

    @Nested
    class RepeatableReadLoad extends LoadAtRepeatableRead {}

    @Nested
    class RepeatableReadInbox extends InboxAtRepeatableRead {}

    @Nested
    class ReadCommittedStoredInbox extends StoredInboxAtReadCommitted {}

    @Nested
    class ReadCommittedAdmin extends AdminAtReadCommitted {}
}
