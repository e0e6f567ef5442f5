// SPDX-License-Identifier: Apache-2.0
package io.onceward.faults;

import static org.assertj.core.api.Assertions.assertThatCode;

import io.onceward.fixture.Edit;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The planted mistakes fit the sources, so that a change of the product fails here and not in the long test. */
class EditsTest {

    private static final Path ROOT = Path.of("").toAbsolutePath().getParent();

    static Stream<Mutant> mutants() {
        return Mutants.ALL.stream();
    }

    @ParameterizedTest
    @MethodSource("mutants")
    void editsFitTheSources(Mutant mutant) {
        Map<String, String> texts = new HashMap<>();
        assertThatCode(() -> {
                    for (Edit edit : mutant.edits()) {
                        String text = texts.containsKey(edit.file())
                                ? texts.get(edit.file())
                                : Files.readString(ROOT.resolve(edit.file()));
                        texts.put(edit.file(), edit.applyTo(text));
                    }
                })
                .doesNotThrowAnyException();
    }
}
