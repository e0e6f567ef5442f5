// SPDX-License-Identifier: Apache-2.0
package io.onceward.faults;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * The programs of PostgreSQL: {@code initdb} and {@code postgres}, no others.
 *
 * @param folder in which they are
 */
record PostgresPrograms(Path folder) {

    /** Returns the programs of the class path, unpacked by a server that only reports its directory. */
    static PostgresPrograms unpack() throws IOException, SQLException {
        try (EmbeddedPostgres server = EmbeddedPostgres.builder()
                        .setPGStartupWait(Duration.ofMinutes(2))
                        .start();
                Connection connection = server.getPostgresDatabase().getConnection();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT setting FROM pg_config WHERE name = 'BINDIR'")) {
            row.next();
            return new PostgresPrograms(Path.of(row.getString(1)));
        }
    }

    /** A command with one of them; they refuse to run as root, so the command runs as another user. */
    List<String> command(String program, String... arguments) {
        List<String> command = new ArrayList<>();
        if (System.getProperty("user.name").equals("root")) {
            command.addAll(List.of("unshare", "-U"));
        }
        command.add(folder.resolve(program).toString());
        command.addAll(List.of(arguments));
        return command;
    }
}
