// SPDX-License-Identifier: Apache-2.0
package io.onceward.benchmarks.environment;

import io.onceward.fixture.H2Url;
import java.nio.file.Path;

/** H2 within the JVM that is measured, with one file for each contestant. Its processor time is part of that JVM's. */
record H2Files(Path folder) implements Server {

    @Override
    public Database create(String name) {
        return new Database("jdbc:h2:file:" + folder.resolve("h2").resolve(name) + H2Url.SETTINGS, "sa", 0);
    }

    @Override
    public String settings() {
        return "h2: files, within the JVM, its defaults: a commit is on the disk half a second later";
    }

    @Override
    public void close() {
        // a database ends with its JVM
    }
}
