// SPDX-License-Identifier: Apache-2.0
package io.oncebox.payara.server;

import io.oncebox.fixture.FreePort;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The ports of a domain, as they stand in its {@code domain.xml}. */
record Ports(List<Integer> numbers) {

    /** The ports of Payara Server's defaults: HTTP and administration first, then all others that it may open. */
    static final Ports DEFAULT =
            new Ports(List.of(8080, 4848, 8181, 7676, 3700, 3820, 3920, 8686, 6666, 9009, 4900, 5900));

    /** Returns as many ports that are free now. */
    static Ports free() {
        return new Ports(
                Stream.generate(FreePort::find).limit(DEFAULT.numbers.size()).toList());
    }

    int http() {
        return numbers.get(0);
    }

    int administration() {
        return numbers.get(1);
    }

    /** The same configuration with other ports, all replaced at once: a new one may be the old one of something else. */
    String replacedIn(String configuration, Ports others) {
        return Pattern.compile("(?<=[\"=])\\d+(?=[\"<])")
                .matcher(configuration)
                .replaceAll(number -> others.insteadOf(number.group(), this));
    }

    private String insteadOf(String number, Ports before) {
        int i = before.numbers.stream().map(String::valueOf).toList().indexOf(number);
        return i < 0 ? number : numbers.get(i).toString();
    }
}
