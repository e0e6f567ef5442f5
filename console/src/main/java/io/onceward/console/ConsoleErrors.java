// SPDX-License-Identifier: Apache-2.0
package io.onceward.console;

import static io.onceward.log.Coded.deploymentError;
import static io.onceward.log.Coded.error;

import io.onceward.api.OncewardException;

/** Refusals of the console. */
final class ConsoleErrors {

    private ConsoleErrors() {}

    static OncewardException consolePathTaken(String path) {
        return deploymentError(
                "0151",
                null,
                "The console can't use the path %s: the application has a servlet there, or contains Onceward"
                        + " twice. Set onceward.console.path to another path, or remove the second Onceward JAR.",
                path);
    }

    static OncewardException consoleWithoutLogin() {
        return error(
                "0152",
                null,
                "The console is closed, because this application has no login to identify users. Add a login"
                        + " with <login-config> in web.xml or with Jakarta Security.");
    }

    static OncewardException consoleForbidden(String role) {
        return error(
                "0153",
                null,
                "The console needs the role %s, which this user does not have. Give the role to the user, or to"
                        + " one of the user's groups, in the server.",
                role);
    }

    static OncewardException consoleEditForbidden() {
        return error(
                "0158",
                null,
                "This user may not edit payloads: it takes the roles of onceward.console.payload-role and"
                        + " onceward.console.edit-role. Nothing was changed. Give both roles to the user.");
    }

    static OncewardException consoleRequestIllegal(String reason) {
        return error("0154", null, "The console refused this request: %s. Correct the request.", reason);
    }

    static OncewardException consoleRequestForeign(String reason) {
        return error(
                "0155",
                null,
                "The console refused a change, because another page may have sent the request: %s. A client"
                        + " other than the console's page must send Content-Type: application/json and"
                        + " X-Onceward-Console: 1, and no Origin header or one with the console's address. A proxy"
                        + " that changes Host must pass Sec-Fetch-Site unchanged.",
                reason);
    }

    static OncewardException consoleFailed() {
        return error(
                "1245", null, "The console could not answer this request. The server's log has the cause (OWD-1246).");
    }

    static OncewardException consoleNothingThere() {
        return error(
                "0156",
                null,
                "The console did not find this page or event. An event may have been published, handled or"
                        + " discarded in the meantime. Reload the list.");
    }
}
