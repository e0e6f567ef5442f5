// SPDX-License-Identifier: Apache-2.0
package io.onceward.config;

import java.net.URI;
import java.net.URISyntaxException;
import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.util.Arrays;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The value of a property. Each method returns it as one type, or throws an {@link io.onceward.api.OncewardException} that names
 * the key.
 *
 * @param key the complete key of the property
 * @param text the configured text, or the default
 */
record ConfigValue(String key, String text) {

    private static final int FIRST_NOT_ASCII = 0x80;

    /** A prefix leaves room for the rest of a name: the names of indexes have up to 63 characters. */
    private static final Pattern IDENTIFIER = Pattern.compile("[A-Za-z][A-Za-z0-9_]{0,19}");

    /** As long as every database allows. */
    private static final Pattern SCHEMA = Pattern.compile("[A-Za-z_][A-Za-z0-9_]{0,62}");

    /** A hundred years, so that a time of the clock and a duration are together one that every database knows. */
    private static final Duration MAX_DURATION = Duration.ofDays(36_500);

    boolean isEmpty() {
        return text.isEmpty();
    }

    int number(int max) {
        int number = number();
        if (number > max) {
            throw illegal("a whole number from 1 to " + max);
        }
        return number;
    }

    int number() {
        return (int) wholeNumber(Integer.MAX_VALUE);
    }

    long bytes() {
        return wholeNumber(Long.MAX_VALUE);
    }

    private long wholeNumber(long max) {
        try {
            long number = Long.parseLong(text);
            if (number > 0 && number <= max) {
                return number;
            }
        } catch (NumberFormatException e) {
            // reported below, as for a number that is too small
        }
        throw illegal("a whole number above 0");
    }

    boolean isTrue() {
        return switch (text.toLowerCase(Locale.ROOT)) {
            case "true" -> true;
            case "false" -> false;
            default -> throw illegal("true or false");
        };
    }

    Duration duration() {
        try {
            Duration duration = Duration.parse(text);
            if (duration.toMillis() > 0 && duration.compareTo(MAX_DURATION) <= 0) {
                return duration;
            }
        } catch (DateTimeParseException | ArithmeticException e) {
            // reported below, as for a duration that is too short or too long
        }
        throw illegal("an ISO-8601 duration from one millisecond to 36500 days, such as PT0.5S");
    }

    Duration duration(Duration max) {
        Duration duration = duration();
        if (duration.compareTo(max) > 0) {
            throw illegal("an ISO-8601 duration from one millisecond to " + max);
        }
        return duration;
    }

    String jndiName() {
        return JndiName.of(key, text);
    }

    String identifier() {
        return identifier(IDENTIFIER, 20);
    }

    String schemaName() {
        return identifier(SCHEMA, 63);
    }

    private String identifier(Pattern allowed, int longest) {
        if (!isEmpty() && !allowed.matcher(text).matches()) {
            throw ConfigErrors.illegalIdentifier(key, text, longest);
        }
        return text;
    }

    Set<String> names() {
        return Arrays.stream(text.split(","))
                .map(String::strip)
                .filter(name -> !name.isEmpty())
                .collect(Collectors.toCollection(TreeSet::new));
    }

    SchemaMode schemaMode() {
        return Arrays.stream(SchemaMode.values())
                .filter(mode -> mode.name().equalsIgnoreCase(text))
                .findFirst()
                .orElseThrow(() -> illegal("none, validate or create"));
    }

    RehearsalMode rehearsalMode() {
        return Arrays.stream(RehearsalMode.values())
                .filter(mode -> mode.name().equalsIgnoreCase(text))
                .findFirst()
                .orElseThrow(() -> illegal(Key.REHEARSAL.type()));
    }

    /** @param cloudEventsSource empty if there is none */
    Envelope envelope(String cloudEventsSource) {
        Envelope configured = Arrays.stream(Envelope.values())
                .filter(known -> known.text().equals(text))
                .findFirst()
                .orElseThrow(() -> illegal(Key.ENVELOPE.type()));
        if (configured != Envelope.NONE && cloudEventsSource.isEmpty()) {
            throw ConfigErrors.noCloudEventsSource(key, text);
        }
        return configured;
    }

    /** URIs are of ASCII; java.net.URI alone knows more. */
    String uriReference() {
        try {
            if (text.chars().allMatch(c -> c < FIRST_NOT_ASCII)) {
                return new URI(text).toString();
            }
        } catch (URISyntaxException e) {
            // reported below, as for other characters
        }
        throw illegal("a URI reference, such as /shop or https://example.com/shop");
    }

    /** Encrypted bytes can't be compressed, so there is one order. */
    String codecs() {
        String codecs = text.replace(" ", "");
        return switch (codecs) {
            case "none", "gzip", "encrypt", "gzip,encrypt" -> codecs;
            default -> throw illegal(Key.CODECS.type());
        };
    }

    boolean blocksKeyOnFailure() {
        return switch (text) {
            case "block-key" -> true;
            case "skip" -> false;
            default -> throw illegal("block-key or skip");
        };
    }

    boolean isCaptured() {
        return switch (text) {
            case "relay" -> false;
            case "cdc" -> true;
            default -> throw illegal("relay or cdc");
        };
    }

    /** The database folds such a name to lower case. */
    String foldedIdentifier() {
        return identifier().toLowerCase(Locale.ROOT);
    }

    boolean parksExpired() {
        return switch (text) {
            case "drop" -> false;
            case "park" -> true;
            default -> throw illegal("drop or park");
        };
    }

    boolean opensOwnTransaction() {
        return switch (text) {
            case "required" -> false;
            case "own" -> true;
            default -> throw illegal("required or own");
        };
    }

    private RuntimeException illegal(String expected) {
        return ConfigErrors.illegalValue(key, text, expected);
    }
}
