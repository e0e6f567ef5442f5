// SPDX-License-Identifier: Apache-2.0
package io.onceward.scenarios.refused;

import java.util.List;

/**
 * A mistake for which a deployment is refused.
 *
 * @param application the name of the application that has it
 * @param parts the words that one line of the log must contain
 */
record Mistake(
        String name, String application, List<String> configuration, List<Class<?>> classes, List<String> parts) {

    /** A mistake in an application that has no other. */
    static Mistake alone(String name, List<String> configuration, Class<?>... classes) {
        return new Mistake(name, name, configuration, List.of(classes), List.of());
    }

    Mistake reports(String... words) {
        return new Mistake(name, application, configuration, classes, List.of(words));
    }

    boolean isReportedBy(String line) {
        return parts.stream().allMatch(line::contains);
    }

    @Override
    public String toString() {
        return name;
    }
}
