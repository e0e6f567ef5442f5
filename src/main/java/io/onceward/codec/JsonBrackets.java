// SPDX-License-Identifier: Apache-2.0
package io.onceward.codec;

/** A look at the brackets of a JSON text before it is read: Parsson never ends where it skips one that is left open. */
final class JsonBrackets {

    private JsonBrackets() {}

    /** @throws IllegalArgumentException unless each is closed by one of its kind */
    static void verify(String json) {
        StringBuilder open = new StringBuilder();
        boolean inString = false;
        for (int i = 0; i < json.length(); i++) {
            char c = json.charAt(i);
            if (c == '"') {
                inString = !inString;
            } else if (inString) {
                i += c == '\\' ? 1 : 0;
            } else if (c == '{' || c == '[') {
                open.append(c == '{' ? '}' : ']');
            } else if (c == '}' || c == ']') {
                close(open, c);
            }
        }
        if (inString || open.length() > 0) {
            throw new IllegalArgumentException("the JSON is incomplete");
        }
    }

    private static void close(StringBuilder open, char bracket) {
        int last = open.length() - 1;
        if (last < 0 || open.charAt(last) != bracket) {
            throw new IllegalArgumentException("a closing bracket in the JSON has no opening one");
        }
        open.setLength(last);
    }
}
