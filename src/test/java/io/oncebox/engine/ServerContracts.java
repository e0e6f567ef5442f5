// SPDX-License-Identifier: Apache-2.0
package io.oncebox.engine;

import io.agroal.api.AgroalDataSource;
import io.agroal.api.configuration.AgroalConnectionFactoryConfiguration.TransactionIsolation;
import io.oncebox.fixture.DatabaseServer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;

/**
 * The contracts on one server, at both isolation levels that applications use. Nested classes of the database's test
 * extend those here, so that its reports bear the database's name.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class ServerContracts {

    private DatabaseServer server;

    abstract DatabaseServer start();

    @BeforeAll
    void startServer() {
        server = start();
    }

    @AfterAll
    void stopServer() {
        if (server != null) {
            server.close();
        }
    }

    final String emptyDatabase() {
        return server.createDatabase();
    }

    final AgroalDataSource pool(Jta jta, String url, TransactionIsolation isolation) {
        return jta.pool(url, server.user(), server.password(), isolation);
    }

    abstract class AtReadCommitted extends EngineContract {

        @Override
        AgroalDataSource emptyDatabase(Jta jta) {
            return pool(jta, ServerContracts.this.emptyDatabase(), TransactionIsolation.READ_COMMITTED);
        }
    }

    abstract class AtRepeatableRead extends EngineContract {

        @Override
        AgroalDataSource emptyDatabase(Jta jta) {
            return pool(jta, ServerContracts.this.emptyDatabase(), TransactionIsolation.REPEATABLE_READ);
        }
    }

    abstract class LoadAtReadCommitted extends LoadContract {

        @Override
        AgroalDataSource emptyDatabase(Jta jta) {
            return pool(jta, ServerContracts.this.emptyDatabase(), TransactionIsolation.READ_COMMITTED);
        }
    }

    abstract class LoadAtRepeatableRead extends LoadContract {

        @Override
        AgroalDataSource emptyDatabase(Jta jta) {
            return pool(jta, ServerContracts.this.emptyDatabase(), TransactionIsolation.REPEATABLE_READ);
        }
    }

    abstract class InboxAtReadCommitted extends InboxContract {

        @Override
        AgroalDataSource emptyDatabase(Jta jta) {
            return pool(jta, ServerContracts.this.emptyDatabase(), TransactionIsolation.READ_COMMITTED);
        }
    }

    abstract class StoredInboxAtReadCommitted extends StoredInboxContract {

        @Override
        AgroalDataSource emptyDatabase(Jta jta) {
            return pool(jta, ServerContracts.this.emptyDatabase(), TransactionIsolation.READ_COMMITTED);
        }
    }

    abstract class InboxAtRepeatableRead extends InboxContract {

        @Override
        AgroalDataSource emptyDatabase(Jta jta) {
            return pool(jta, ServerContracts.this.emptyDatabase(), TransactionIsolation.REPEATABLE_READ);
        }
    }

    abstract class StoredInboxAtRepeatableRead extends StoredInboxContract {

        @Override
        AgroalDataSource emptyDatabase(Jta jta) {
            return pool(jta, ServerContracts.this.emptyDatabase(), TransactionIsolation.REPEATABLE_READ);
        }
    }

    abstract class AdminAtReadCommitted extends AdminContract {

        @Override
        AgroalDataSource emptyDatabase(Jta jta) {
            return pool(jta, ServerContracts.this.emptyDatabase(), TransactionIsolation.READ_COMMITTED);
        }
    }

    abstract class AdminAtRepeatableRead extends AdminContract {

        @Override
        AgroalDataSource emptyDatabase(Jta jta) {
            return pool(jta, ServerContracts.this.emptyDatabase(), TransactionIsolation.REPEATABLE_READ);
        }
    }
}
