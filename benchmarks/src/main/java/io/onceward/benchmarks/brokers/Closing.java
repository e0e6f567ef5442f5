// SPDX-License-Identifier: Apache-2.0
package io.onceward.benchmarks.brokers;

import java.io.IOException;

/** Closes what a client library has opened. */
final class Closing {

    private Closing() {}

    static void close(AutoCloseable opened) throws IOException {
        try {
            opened.close();
        } catch (IOException e) {
            throw e;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException(e);
        } catch (Exception e) {
            throw new IOException(e);
        }
    }
}
