// SPDX-License-Identifier: Apache-2.0
package io.onceward.model;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A module for TLC, with its configuration from the file beside it or a changed one. */
record Model(String module, String configuration) {

    static Model of(String module) throws IOException {
        return new Model(module, Files.readString(Path.of(module + ".cfg")));
    }

    /** With another value of a constant. */
    Model with(String constant, Object value) {
        return replace("(?m)^( +" + constant + " = ).*$", "$1" + Matcher.quoteReplacement(value.toString()));
    }

    /** With a planted mistake. */
    Model mutant(String mistake) {
        return with("Mutant", '"' + mistake + '"');
    }

    /** Checks nothing but this invariant. */
    Model checkingOnly(String invariant) {
        return replace("(?m)^INVARIANTS\\n( +\\w+\\n)+", "INVARIANT " + invariant + "\n");
    }

    /** Checks only this temporal property, under the fairness of {@code FairSpec}. */
    Model checkingProgress(String property) {
        return replace("(?m)^INVARIANTS\\n( +\\w+\\n)+", "PROPERTY " + property + "\n")
                .replace("SPECIFICATION Spec", "SPECIFICATION FairSpec")
                .replace("SYMMETRY Alike\n", "");
    }

    private Model replace(String regex, String replacement) {
        Matcher found = Pattern.compile(regex).matcher(configuration);
        if (!found.find()) {
            throw new IllegalArgumentException(regex + " is not in the configuration of " + module);
        }
        return new Model(module, found.replaceAll(replacement));
    }
}
