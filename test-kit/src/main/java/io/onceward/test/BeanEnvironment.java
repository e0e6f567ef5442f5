// SPDX-License-Identifier: Apache-2.0
package io.onceward.test;

import io.onceward.config.OncewardConfig;
import io.onceward.spi.BrokerAdapter;
import java.util.List;
import javax.sql.DataSource;

/** What the container of a test needs of its test outbox. */
interface BeanEnvironment {

    /** Returns the classes of the beans under test. */
    List<Class<?>> beans();

    OncewardConfig config();

    BrokerAdapter adapter();

    TestTransactions transactions();

    /** Returns the datasource whose connections join the transactions. */
    DataSource dataSource();

    /** Returns {@code null} if the test has no persistence unit. */
    Persistence persistence();

    /** Starts the engine with the beans, and opens the gate to it. */
    void start(BeanParts parts, KitGate gate);

    /** @throws io.onceward.api.OncewardException if the engine has not started */
    TestOutbox outbox();
}
