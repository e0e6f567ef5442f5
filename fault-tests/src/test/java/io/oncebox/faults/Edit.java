// SPDX-License-Identifier: Apache-2.0
package io.oncebox.faults;

/**
 * A change of one place in one source file.
 *
 * @param file from the root of the project
 * @param was what stands there once and nowhere else in the file
 */
record Edit(String file, String was, String becomes) {

    /** The text with the change. */
    String applyTo(String text) {
        int place = text.indexOf(was);
        if (place < 0 || text.indexOf(was, place + 1) >= 0) {
            throw new IllegalStateException(file + " has moved on: it has not exactly once: " + was);
        }
        return text.replace(was, becomes);
    }
}
