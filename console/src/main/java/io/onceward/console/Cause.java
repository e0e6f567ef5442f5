// SPDX-License-Identifier: Apache-2.0
package io.onceward.console;

import io.onceward.log.Causes;
import io.onceward.queue.outage.Outage;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The cause of a failure for a reader who knows no Java. Immutable.
 *
 * @param original the innermost cause, or the diagnosis of it
 * @param error the messages of the failure and of its causes
 * @param resource the name of the resource that is unavailable, which may contain its address; empty if none is
 */
record Cause(String original, String error, String resource) {

    /** A host with its port, as drivers and clients name it; a time or the line of a file is none. */
    private static final Pattern ADDRESS = Pattern.compile(
            "(?:[a-z][a-z0-9+.-]*://)?(?=[\\w.-]*[A-Za-z.])(?:[\\w.-]+|\\[[0-9A-Fa-f:]+])(?:/[0-9.]*)?:\\d{3,5}\\b(?!@)");

    /** The class of an exception before its message. */
    private static final Pattern EXCEPTION = Pattern.compile("(?:[a-z_]\\w*\\.)+([A-Z][\\w$]*): (.+)", Pattern.DOTALL);

    private static final String UNKNOWN_ADDRESS = " at the address";

    boolean isOutage() {
        return !resource.isEmpty();
    }

    static Cause of(String lastError) {
        return new Cause(Causes.rootCause(lastError), lastError, "");
    }

    static Cause of(Outage outage) {
        return new Cause(outage.cause(), outage.error(), outage.name());
    }

    /**
     * Returns the cause as a sentence: of an exception its message before its class; and with the address of the server, if a
     * message or the name of the resource has it.
     */
    String translated() {
        Matcher exception = EXCEPTION.matcher(original);
        String sentence = exception.matches() ? exception.group(2) + " (" + exception.group(1) + ")" : original;
        Matcher address = ADDRESS.matcher(error + " " + resource);
        return sentence.contains(UNKNOWN_ADDRESS) && address.find()
                ? sentence.replaceFirst(UNKNOWN_ADDRESS, Matcher.quoteReplacement(" at " + address.group()))
                : sentence;
    }
}
