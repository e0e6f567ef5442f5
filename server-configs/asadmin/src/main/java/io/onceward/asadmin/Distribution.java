// SPDX-License-Identifier: Apache-2.0
package io.onceward.asadmin;

import java.nio.file.Path;
import java.util.List;

/**
 * An unpacked distribution of Payara Server or GlassFish.
 *
 * @param home its directory, with {@code bin/asadmin}; what the configuration names lies beside it
 * @param java the Java that runs its servers
 * @param ports the numbers of the ports in its own domain: HTTP and administration first, then all others that it may open
 */
public record Distribution(Path home, Path java, List<Integer> ports) {

    /** The command. */
    String asadmin() {
        return home.resolve("bin/asadmin").toString();
    }

    /** The domain that the distribution contains. */
    Path domain() {
        return home.resolve("glassfish/domains/domain1");
    }
}
