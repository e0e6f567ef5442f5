// SPDX-License-Identifier: Apache-2.0
package io.onceward.codec;

import static io.onceward.log.Coded.deploymentError;

import io.onceward.api.OncewardException;

/** Errors of upcasters. */
final class UpcasterErrors {

    private UpcasterErrors() {}

    static OncewardException sameStep(String type, int version, Class<?> one, Class<?> other) {
        return deploymentError(
                "0386",
                null,
                "Two upcasters convert events of type '%s' and version %s: %s and %s. Remove one of them.",
                type,
                version,
                one.getName(),
                other.getName());
    }
}
