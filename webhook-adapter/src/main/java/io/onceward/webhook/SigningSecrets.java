// SPDX-License-Identifier: Apache-2.0
package io.onceward.webhook;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** The secrets with which requests to a host are signed. Thread-safe. */
@FunctionalInterface
interface SigningSecrets {

    /** The largest file of secrets. */
    int MAX_BYTES = 4096;

    /**
     * Returns the secrets for a host; empty if requests are not signed.
     *
     * @throws IllegalStateException with the reason, if there is no usable secret
     */
    List<SigningSecret> of(String host);

    /**
     * Returns the secrets of a file, or of the folder's file with the name of the host. The file is read for each request, so a
     * new secret needs no restart.
     */
    static SigningSecrets at(Path path) {
        return host -> read(Files.isDirectory(path) ? path.resolve(host) : path);
    }

    private static List<SigningSecret> read(Path file) {
        try (InputStream in = Files.newInputStream(file)) {
            byte[] bytes = in.readNBytes(MAX_BYTES + 1);
            if (bytes.length > MAX_BYTES) {
                throw new IllegalStateException("file " + file + " is larger than " + MAX_BYTES + " bytes");
            }
            return SigningSecret.parse(new String(bytes, StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new IllegalStateException("file " + file + " can't be read (" + e + ")", e);
        } catch (IllegalArgumentException e) {
            throw new IllegalStateException("in file " + file + ", " + e.getMessage(), e);
        }
    }
}
