// SPDX-License-Identifier: Apache-2.0
package io.onceward.asadmin;

import io.onceward.fixture.FreePort;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The ports of a domain, as they stand in its {@code domain.xml}: HTTP and administration first. */
public record Ports(List<Integer> numbers) {

    /** Returns as many ports that are free now. */
    Ports free() {
        return new Ports(Stream.generate(FreePort::find).limit(numbers.size()).toList());
    }

    int http() {
        return numbers.get(0);
    }

    /** The port of {@code asadmin}. */
    public int administration() {
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
