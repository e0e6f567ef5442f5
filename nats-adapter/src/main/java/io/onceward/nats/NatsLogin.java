// SPDX-License-Identifier: Apache-2.0
package io.onceward.nats;

import io.nats.client.Nats;
import io.nats.client.Options;
import io.onceward.spi.Settings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The login at the servers: user and password, a token, or a file with credentials. Files are read for each connection, so
 * that a changed secret needs no restart.
 */
final class NatsLogin {

    private final Optional<String> username;
    private final Secret password;
    private final Secret token;
    private final Optional<Path> credentials;

    private NatsLogin(Settings settings) {
        username = settings.value(NatsSettings.USERNAME);
        password = Secret.of(settings, NatsSettings.PASSWORD, NatsSettings.PASSWORD_FILE);
        token = Secret.of(settings, NatsSettings.TOKEN, NatsSettings.TOKEN_FILE);
        credentials = settings.value(NatsSettings.CREDENTIALS_FILE).map(Path::of);
    }

    /** @throws io.onceward.api.OncewardException if the settings contradict each other, or a file can't be read */
    static NatsLogin of(Settings settings) {
        NatsLogin login = new NatsLogin(settings);
        List<String> ways = Stream.of(
                        login.username.map(name -> NatsSettings.USERNAME),
                        login.token.key().map(key -> NatsSettings.TOKEN),
                        login.credentials.map(file -> NatsSettings.CREDENTIALS_FILE))
                .flatMap(Optional::stream)
                .map(settings::key)
                .toList();
        if (ways.size() > 1) {
            throw NatsErrors.illegalConnection(
                    "it has several logins, by " + String.join(" and ", ways),
                    "the configuration to have only one",
                    null);
        }
        if (login.username.isPresent() != login.password.key().isPresent()) {
            throw NatsErrors.illegalConnection(
                    "it has a user without a password, or a password without a user",
                    settings.key(NatsSettings.USERNAME) + " or " + settings.key(NatsSettings.PASSWORD_FILE),
                    null);
        }
        login.password.verify(settings);
        login.token.verify(settings);
        login.credentials.ifPresent(file -> Secret.read(file, settings.key(NatsSettings.CREDENTIALS_FILE)));
        return login;
    }

    void applyTo(Options.Builder options) throws IOException {
        if (username.isPresent()) {
            options.userInfo(username.get().toCharArray(), password.value().toCharArray());
        }
        if (token.key().isPresent()) {
            options.token(token.value().toCharArray());
        }
        credentials.ifPresent(file -> options.authHandler(Nats.credentials(file.toString())));
    }

    /**
     * A configured value, or the file with the value.
     *
     * @param key the setting that is configured
     * @param isFile whether the text is a path
     */
    private record Secret(Optional<String> key, String text, boolean isFile) {

        static Secret of(Settings settings, String direct, String file) {
            Optional<String> value = settings.value(direct);
            Optional<String> path = settings.value(file);
            if (value.isPresent() && path.isPresent()) {
                throw NatsErrors.illegalConnection(
                        "it has both " + settings.key(direct) + " and " + settings.key(file),
                        "the configuration to have only one",
                        null);
            }
            return path.map(p -> new Secret(Optional.of(file), p, true))
                    .orElseGet(() -> new Secret(value.map(v -> direct), value.orElse(""), false));
        }

        void verify(Settings settings) {
            if (isFile) {
                read(Path.of(text), settings.key(key.orElseThrow()));
            }
        }

        static void read(Path file, String key) {
            try {
                Files.readString(file);
            } catch (IOException e) {
                throw NatsErrors.unusableFile(file.toString(), key, "it can't be read", e);
            }
        }

        /** Returns the value. The line end at the end of a file is not a part of it. */
        String value() throws IOException {
            return isFile ? Files.readString(Path.of(text)).stripTrailing() : text;
        }

        @Override
        public String toString() {
            return "Secret[" + key.orElse("none") + "]";
        }
    }
}
