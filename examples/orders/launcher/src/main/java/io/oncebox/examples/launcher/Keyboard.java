// SPDX-License-Identifier: Apache-2.0
package io.oncebox.examples.launcher;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.Charset;

/**
 * The input of the user at the terminal: b stops the broker, or starts it again.
 *
 * @param in at its end, or without a terminal, nothing more is heard
 */
record Keyboard(InputStream in, Example example) implements Runnable {

    @Override
    public void run() {
        try (BufferedReader lines = new BufferedReader(new InputStreamReader(in, Charset.defaultCharset()))) {
            String line;
            while ((line = lines.readLine()) != null) {
                if (line.strip().equalsIgnoreCase("b")) {
                    example.switchBroker();
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
