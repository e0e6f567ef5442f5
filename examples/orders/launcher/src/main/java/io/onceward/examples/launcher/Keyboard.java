// SPDX-License-Identifier: Apache-2.0
package io.onceward.examples.launcher;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.Charset;
import java.util.Locale;

/**
 * The input of the user at the terminal: a key and Enter, so that it works in each shell, and from a pipe.
 *
 * @param in at its end, or without a terminal, nothing more is heard, and the example goes on
 */
record Keyboard(InputStream in, Example example) implements Daemon.Task {

    @Override
    public void run() {
        try (BufferedReader lines = new BufferedReader(new InputStreamReader(in, Charset.defaultCharset()))) {
            String line;
            while ((line = lines.readLine()) != null) {
                example.press(line.strip().toLowerCase(Locale.ROOT));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
