// SPDX-License-Identifier: Apache-2.0
package io.onceward.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The model and the code agree: the comment above each action names the method that implements it, or the environment.
 */
class ModelNamesTest {

    private static final Path MODEL = Path.of("..", "docs", "model");

    /** The comment above an action. */
    private static final Pattern ACTOR = Pattern.compile("(?m)^\\\\\\* (Java|World|Only a mutant): .+");

    private static final Pattern JAVA = Pattern.compile("io\\.onceward\\.[\\w.$]+#\\w+");

    @ParameterizedTest
    @ValueSource(strings = {"Lease", "Attempt", "Inbox"})
    void namesWhatImplementsEachAction(String module) throws Exception {
        List<String> actions = Stream.of(
                        Files.readString(MODEL.resolve(module + ".tla")).split("\n\n"))
                .filter(text -> text.contains("    /\\ UNCHANGED"))
                .toList();
        assertThat(actions).hasSizeGreaterThan(9);
        for (String action : actions) {
            assertThat(action).containsPattern(ACTOR);
            List<String> names =
                    JAVA.matcher(action).results().map(MatchResult::group).toList();
            assertThat(names).as(action).hasSizeGreaterThanOrEqualTo(action.contains("Java: ") ? 1 : 0);
            assertThat(names).allSatisfy(name -> assertThat(exists(name)).isTrue());
        }
    }

    private static boolean exists(String name) throws ClassNotFoundException {
        int hash = name.indexOf('#');
        Class<?> type = Class.forName(name.substring(0, hash), false, ModelNamesTest.class.getClassLoader());
        return Stream.of(type.getDeclaredMethods())
                .anyMatch(method -> method.getName().equals(name.substring(hash + 1)));
    }
}
