// SPDX-License-Identifier: Apache-2.0
package io.onceward.log;

import static io.onceward.log.Coded.callError;
import static io.onceward.log.Coded.deploymentError;
import static io.onceward.log.Coded.error;

import io.onceward.api.OncewardException;

/** Errors of the console and of the administration. */
public final class AdminErrors {

    private AdminErrors() {}

    public static OncewardException consoleWithoutRole() {
        return deploymentError(
                "0150",
                null,
                "The console is enabled, but no role may open it. Set onceward.console.role to a role of the"
                        + " application's users.");
    }

    public static OncewardException consolePathTaken(String path) {
        return deploymentError(
                "0151",
                null,
                "The console can't use the path %s: the application has a servlet there, or contains Onceward"
                        + " twice. Set onceward.console.path to another path, or remove the second Onceward JAR.",
                path);
    }

    public static OncewardException consoleWithoutLogin() {
        return error(
                "0152",
                null,
                "The console is closed, because this application has no login to identify users. Add a login"
                        + " with <login-config> in web.xml or with Jakarta Security.");
    }

    public static OncewardException consoleForbidden(String role) {
        return error(
                "0153",
                null,
                "The console needs the role %s, which this user does not have. Give the role to the user, or to"
                        + " one of the user's groups, in the server.",
                role);
    }

    public static OncewardException consoleRequestIllegal(String reason) {
        return error("0154", null, "The console refused this request: %s. Correct the request.", reason);
    }

    public static OncewardException consoleRequestForeign(String reason) {
        return error(
                "0155",
                null,
                "The console refused a change, because another page may have sent the request: %s. A client"
                        + " other than the console's page must send Content-Type: application/json and"
                        + " X-Onceward-Console: 1, and no Origin header or one with the console's address. A proxy"
                        + " that changes Host must pass Sec-Fetch-Site unchanged.",
                reason);
    }

    public static OncewardException consoleNothingThere() {
        return error(
                "0156",
                null,
                "The console did not find this page or event. An event may have been published, handled or"
                        + " discarded in the meantime. Reload the list.");
    }

    public static OncewardException illegalPageSize(int limit, int max) {
        return callError(Kind.OPERATOR, "0160", null, "Page size %s is out of range. Use 1 to %s.", limit, max);
    }

    public static OncewardException illegalCursor() {
        return callError(
                Kind.OPERATOR,
                "0161",
                null,
                "The cursor does not come from a previous page. Start again with the first page.");
    }

    public static OncewardException purgeWithoutQueue() {
        return callError(
                Kind.OPERATOR,
                "0162",
                null,
                "A purge needs the name of one channel or handler. Set the name with EventFilter.withQueue.");
    }

    public static OncewardException illegalQueueName(String queue, int max) {
        return callError(
                Kind.OPERATOR,
                "0163",
                null,
                "'%s' is not a valid name of a channel or handler: it is blank, longer than %d characters, or"
                        + " contains characters that databases refuse. Correct the name.",
                queue,
                max);
    }

    public static OncewardException unknownQueue(String kind, String queue) {
        return callError(
                Kind.OPERATOR,
                "0220",
                null,
                "There is no %s '%s': this application does not declare it, and it has no events, lanes or retry"
                        + " policy. Nothing was paused. Use a name from the backlog.",
                kind,
                queue);
    }
}
