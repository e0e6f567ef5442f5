// SPDX-License-Identifier: Apache-2.0
package io.oncebox.log;

import static io.oncebox.log.Coded.error;

import io.oncebox.api.OnceboxException;

/** The console, and administration. */
public final class AdminErrors {

    private AdminErrors() {}

    public static OnceboxException consoleWithoutRole() {
        return error(
                "0150",
                null,
                "The console is enabled, but nobody is named who may open it. Set oncebox.console.role to a role of the"
                        + " application's users.");
    }

    public static OnceboxException consolePathTaken(String path) {
        return error(
                "0151",
                null,
                "The console can't be at %s, where the application has a servlet of its own, or Oncebox for a second time. Set"
                        + " oncebox.console.path to another path.",
                path);
    }

    public static OnceboxException consoleWithoutLogin() {
        return error(
                "0152",
                null,
                "The console stays closed: this application has no login, so nobody can be known. Give it one, by"
                        + " <login-config> in web.xml or by Jakarta Security.");
    }

    public static OnceboxException consoleForbidden(String role) {
        return error(
                "0153",
                null,
                "The console is open to role %s alone, which this user does not have. Give it to the user, or to one of the"
                        + " user's groups, in the server.",
                role);
    }

    public static OnceboxException consoleRequestIllegal(String reason) {
        return error("0154", null, "The console does not understand this request: %s.", reason);
    }

    public static OnceboxException consoleRequestForeign(String reason) {
        return error(
                "0155",
                null,
                "A change must come from the console's own page, or from a client that says so: %s. Send it as"
                        + " application/json, with the header X-Oncebox-Console: 1 and, if at all, the Origin of this address.",
                reason);
    }

    public static OnceboxException consoleNothingThere() {
        return error(
                "0156",
                null,
                "Here is nothing any more: it was published, handled or discarded in the meantime, or it never was.");
    }

    public static OnceboxException illegalPageSize(int limit, int max) {
        return error("0160", null, "A page of %s events is none. Ask for 1 to %s.", limit, max);
    }

    public static OnceboxException illegalCursor() {
        return error("0161", null, "The cursor is none that a page before had. Begin with the first page.");
    }

    public static OnceboxException purgeWithoutQueue() {
        return error(
                "0162",
                null,
                "A purge is for one channel or handler. Name it in the filter, with EventFilter.withQueue.");
    }

    public static OnceboxException illegalQueueName(String queue) {
        return error(
                "0163",
                null,
                "'%s' can be the name of no channel and no handler: it is blank, longer than 255 characters, or no text that"
                        + " databases store.",
                queue);
    }
}
