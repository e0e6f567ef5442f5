// SPDX-License-Identifier: Apache-2.0
package io.oncebox.payara.server;

import io.oncebox.scenarios.fixture.Fixtures;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The ports of a domain, as they stand in its {@code domain.xml}. */
record Ports(List<Integer> numbers) {

    /** As Payara Server comes: HTTP and administration first, then all others that it may open. */
    static final Ports DEFAULT =
            new Ports(List.of(8080, 4848, 8181, 7676, 3700, 3820, 3920, 8686, 6666, 9009, 4900, 5900));

    /** As many, on which nobody listens now. */
    static Ports free() {
        return new Ports(Stream.generate(Fixtures::freePort)
                .distinct()
                .limit(DEFAULT.numbers.size())
                .toList());
    }

    int http() {
        return numbers.get(0);
    }

    int administration() {
        return numbers.get(1);
    }

    /** The same configuration with other ports. */
    String replacedIn(String configuration, Ports others) {
        String result = configuration;
        for (int i = 0; i < numbers.size(); i++) {
            result = Pattern.compile("(?<=[\"=])" + numbers.get(i) + "(?=[\"<])")
                    .matcher(result)
                    .replaceAll(others.numbers.get(i).toString());
        }
        return result;
    }
}
