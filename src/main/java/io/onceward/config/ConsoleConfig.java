// SPDX-License-Identifier: Apache-2.0
package io.onceward.config;

import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The configuration of the console.
 *
 * @param enabled whether the console is available
 * @param path its path, below the address of the application
 * @param role the role that may open it; empty only if the console is not available
 * @param payloadRole the further role of users who may see payloads and values of headers
 * @param editRole the further role of users who see payloads and may edit them
 */
public record ConsoleConfig(
        boolean enabled, String path, String role, Optional<String> payloadRole, Optional<String> editRole) {

    /** Nothing that a servlet mapping or an address gives a meaning of its own. */
    private static final Pattern PATH = Pattern.compile("(/[A-Za-z0-9_-]{1,50}){1,5}");

    /** @throws io.onceward.api.OncewardException if the path is not valid, no role may open the console, or editors may not see payloads */
    public ConsoleConfig {
        if (!PATH.matcher(path).matches()) {
            throw ConfigErrors.illegalValue(
                    Key.CONSOLE_PATH.text(),
                    path,
                    "a path such as /onceward, with letters, digits, - and _ between slashes");
        }
        if (enabled && role.isEmpty()) {
            throw ConfigErrors.consoleWithoutRole();
        }
        if (editRole.isPresent() && payloadRole.isEmpty()) {
            throw ConfigErrors.editorsWithoutPayloads();
        }
    }
}
