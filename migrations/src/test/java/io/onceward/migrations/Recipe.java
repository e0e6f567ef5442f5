// SPDX-License-Identifier: Apache-2.0
package io.onceward.migrations;

import java.io.IOException;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Properties;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/** The recipes for Flyway and Liquibase on the page of the databases, which the tests run. */
final class Recipe {

    private static final Path PAGE = Path.of("../docs/databases.md");
    private static final Pattern BLOCK = Pattern.compile("```(\\w+)\\n(.*?)```", Pattern.DOTALL);

    private Recipe() {}

    /** Returns the page's configuration of Flyway, with the folder of a database instead of the page's. */
    static Properties flyway(String database) {
        Properties properties = new Properties();
        try {
            properties.load(new StringReader(block("properties", "flyway.locations=")
                    .replace("migrations/postgresql", "migrations/" + database)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return properties;
    }

    /** Returns the page's change log of Liquibase. */
    static String liquibase() {
        return block("xml", "<databaseChangeLog");
    }

    private static String block(String language, String content) {
        try {
            return BLOCK.matcher(Files.readString(PAGE))
                    .results()
                    .filter(block -> block.group(1).equals(language))
                    .map((MatchResult block) -> block.group(2))
                    .filter(block -> block.contains(content))
                    .findFirst()
                    .orElseThrow(() -> new AssertionError(PAGE + " has no block with " + content));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
