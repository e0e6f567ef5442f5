// SPDX-License-Identifier: Apache-2.0
package io.onceward.benchmarks.environment;

import java.io.IOException;
import java.sql.SQLException;

/** A database server, with one database for each contestant. */
public interface Server extends AutoCloseable {

    /** Creates an empty database. */
    Database create(String name) throws SQLException;

    /** Returns the product and the settings that decide about durability and speed. */
    String settings() throws SQLException;

    @Override
    void close() throws IOException;
}
