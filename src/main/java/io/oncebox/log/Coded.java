// SPDX-License-Identifier: Apache-2.0
package io.oncebox.log;

import io.oncebox.api.OnceboxException;

/** Every exception of Oncebox has a code. One that was used once is never used for anything else. */
final class Coded {

    private Coded() {}

    static OnceboxException error(String number, Throwable cause, String text, Object... values) {
        return new OnceboxException("OBX-" + number, String.format(text, values), cause);
    }
}
