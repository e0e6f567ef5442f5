// SPDX-License-Identifier: Apache-2.0
package io.onceward.admin;

import java.nio.charset.StandardCharsets;
import java.util.Base64;

/**
 * A place in the queues of several datasources, as a text that others hand back, and may have changed.
 *
 * @param datasource whose queue it is in
 * @param position behind which one it is
 */
record Cursor(String datasource, long position) {

    /** Longer than every cursor that was made here. */
    private static final int MAX_LENGTH = 1000;

    /** @throws io.onceward.api.OncewardException if the text is not a cursor */
    static Cursor of(String text) {
        int dot = text.indexOf('.');
        if (dot < 0 || text.length() > MAX_LENGTH) {
            throw AdminErrors.illegalCursor();
        }
        try {
            long position = Long.parseLong(text.substring(0, dot));
            byte[] name = Base64.getUrlDecoder().decode(text.substring(dot + 1));
            return new Cursor(new String(name, StandardCharsets.UTF_8), position);
        } catch (IllegalArgumentException e) {
            throw AdminErrors.illegalCursor();
        }
    }

    String text() {
        return position + "."
                + Base64.getUrlEncoder().withoutPadding().encodeToString(datasource.getBytes(StandardCharsets.UTF_8));
    }
}
