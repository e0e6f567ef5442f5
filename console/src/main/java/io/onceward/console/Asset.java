// SPDX-License-Identifier: Apache-2.0
package io.onceward.console;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.Optional;

/** The files of the page, and the description of the REST resource; nothing else in the JAR can be asked for. */
enum Asset {
    PAGE("index.html", "text/html"),
    STYLE("console.css", "text/css"),
    SCRIPT("console.js", "text/javascript"),
    API("api.js", "text/javascript"),
    DIALOG("dialog.js", "text/javascript"),
    DOM("dom.js", "text/javascript"),
    EDIT("edit.js", "text/javascript"),
    EVENTS("events.js", "text/javascript"),
    GROUPS("groups.js", "text/javascript"),
    OVERVIEW("overview.js", "text/javascript"),
    VERDICT("verdict.js", "text/javascript"),
    ADDRESS("address.js", "text/javascript"),
    RUNBOOK("runbook.html", "text/html"),
    RUNBOOK_SCRIPT("runbook.js", "text/javascript"),
    RUNBOOK_TEXT("runbook.md", "text/markdown"),
    ICON("icon.svg", "image/svg+xml"),
    OPENAPI("api/openapi.json", "application/json");

    private final String file;
    private final String type;

    Asset(String file, String type) {
        this.file = file;
        this.type = type;
    }

    /** @param path what stands behind the console's path */
    static Optional<Asset> at(String path) {
        String name = path.equals("/") ? PAGE.file : path.substring(1);
        return Arrays.stream(values()).filter(asset -> asset.file.equals(name)).findFirst();
    }

    String type() {
        return type + ";charset=UTF-8";
    }

    byte[] content() {
        try (InputStream content = Asset.class.getResourceAsStream("/META-INF/onceward/console/" + file)) {
            return content.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
