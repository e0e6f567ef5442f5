// SPDX-License-Identifier: Apache-2.0
package io.onceward.examples;

import io.onceward.test.KillableWork;
import io.onceward.test.TestOutbox;
import java.sql.Connection;
import java.util.List;
import org.postgresql.ds.PGSimpleDataSource;

class BillOrder implements KillableWork {

    @Override
    public TestOutbox start(List<String> arguments) {
        PGSimpleDataSource database = new PGSimpleDataSource();
        database.setUrl(arguments.get(0));
        return TestOutbox.builder().dataSource(database).start();
    }

    @Override
    public void run(TestOutbox outbox) throws Exception {
        outbox.once("billing", "message-1", () -> {
            try (Connection connection = outbox.dataSource().getConnection()) {
                connection.createStatement().executeUpdate("INSERT INTO bill VALUES ('42')");
            }
        });
    }
}
