// SPDX-License-Identifier: Apache-2.0
package io.onceward.jms;

import io.onceward.spi.Settings;
import java.util.Arrays;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The classes whose objects an outboxed message may have.
 *
 * @param names names of classes, and names of packages with {@code .*}
 */
public record ObjectClasses(Set<String> names) {

    private static final String IDENTIFIER = "\\p{javaJavaIdentifierStart}\\p{javaJavaIdentifierPart}*";

    private static final Pattern NAME = Pattern.compile(IDENTIFIER + "(\\." + IDENTIFIER + ")*(\\.\\*)?");

    private static final String ALL_OF_PACKAGE = ".*";

    /** @throws io.onceward.api.OncewardException if an entry is no name of a class or package */
    static ObjectClasses of(Settings settings, String setting) {
        Optional<String> configured = settings.value(setting);
        Set<String> names = configured.stream()
                .flatMap(list -> Arrays.stream(list.split(",")))
                .map(String::strip)
                .filter(name -> !name.isEmpty())
                .collect(Collectors.toUnmodifiableSet());
        if (!names.stream().allMatch(name -> NAME.matcher(name).matches())) {
            throw settings.illegalValue(
                    setting, "names of classes, or of packages as com.example.orders.*, separated by commas");
        }
        return new ObjectClasses(names);
    }

    /** Returns whether a class, or its package, is named. A subclass must be named itself. */
    public boolean contains(Class<?> type) {
        return names.contains(type.getName()) || names.contains(type.getPackageName() + ALL_OF_PACKAGE);
    }
}
