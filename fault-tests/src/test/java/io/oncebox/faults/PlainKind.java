// SPDX-License-Identifier: Apache-2.0
package io.oncebox.faults;

import java.nio.file.Path;
import java.util.Optional;

/** Plain JVMs with the class path of this one, an Oncebox each. */
final class PlainKind implements Kind {

    /**
     * @param folder for what they write
     * @param mutated a directory of classes that come before all others
     */
    PlainKind(Path folder, Optional<Path> mutated) {
        throw new UnsupportedOperationException();
    }

    @Override
    public Member member(String name, Role role, int databasePort, int brokerPort) {
        throw new UnsupportedOperationException();
    }
}
