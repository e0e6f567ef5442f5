// SPDX-License-Identifier: Apache-2.0
package io.onceward.standalone;

import static io.onceward.log.Coded.deploymentError;

import io.onceward.api.OncewardException;

/** Errors of what a plain JVM does not give. */
final class BuilderErrors {

    private BuilderErrors() {}

    static OncewardException notGiven(String what) {
        return deploymentError(
                "0070",
                null,
                "Onceward in a plain JVM needs a %s, but the builder has none. Pass it to the builder.",
                what);
    }
}
