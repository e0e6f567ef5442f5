// SPDX-License-Identifier: Apache-2.0
package io.onceward.docs;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** A Markdown file: its relative links, and the anchors that its headings have on GitHub. */
record MarkdownPage(Path file) {

    private static final Pattern FENCED = Pattern.compile("(?ms)^ *```.*?^ *```");
    private static final Pattern CODE = Pattern.compile("`[^`\n]*`");
    private static final Pattern HEADING = Pattern.compile("(?m)^#{1,6} +(.+)$");
    private static final Pattern LINK_TEXT = Pattern.compile("\\[([^\\]]*)\\]\\([^)]*\\)");
    private static final Pattern LINK = Pattern.compile("\\]\\(([^)\\s]+)\\)|(?:src|href)=\"([^\"]+)\"");
    private static final Pattern SCHEME = Pattern.compile("^[a-z][a-z0-9+.-]*:");
    private static final Pattern EXPLICIT_ANCHOR = Pattern.compile("<a (?:id|name)=\"([^\"]+)\"");

    /** Every link to a file or an anchor of this repository. */
    List<String> links() {
        String text = CODE.matcher(withoutFences()).replaceAll("");
        return LINK.matcher(text)
                .results()
                .map(link -> link.group(1) == null ? link.group(2) : link.group(1))
                .filter(link -> !SCHEME.matcher(link).find())
                .toList();
    }

    /** The links that lead to no file, or to no anchor of a page. */
    List<String> brokenLinks() {
        return links().stream().filter(link -> !resolves(link)).toList();
    }

    private boolean resolves(String link) {
        int hash = link.indexOf('#');
        String path = hash < 0 ? link : link.substring(0, hash);
        Path target = path.isEmpty() ? file : file.resolveSibling(path);
        if (!Files.exists(target)) {
            return false;
        }
        return hash < 0
                || !target.toString().endsWith(".md")
                || new MarkdownPage(target).anchors().contains(link.substring(hash + 1));
    }

    /** The anchors of the headings; a repeated one has a number. */
    Set<String> anchors() {
        String text = withoutFences();
        Set<String> anchors = new HashSet<>();
        Map<String, Integer> repeated = new HashMap<>();
        HEADING.matcher(text).results().map(heading -> slug(heading.group(1))).forEach(slug -> {
            int before = repeated.merge(slug, 1, Integer::sum) - 1;
            anchors.add(before == 0 ? slug : slug + "-" + before);
        });
        EXPLICIT_ANCHOR.matcher(text).results().map(anchor -> anchor.group(1)).forEach(anchors::add);
        return anchors;
    }

    private static String slug(String heading) {
        return LINK_TEXT
                .matcher(heading.strip())
                .replaceAll(link -> link.group(1))
                .toLowerCase(Locale.ROOT)
                .replaceAll("[^\\p{L}\\p{N}_\\- ]", "")
                .replace(' ', '-');
    }

    /** Every match of a pattern in the complete text. */
    Stream<MatchResult> find(Pattern pattern) {
        return pattern.matcher(text()).results();
    }

    private String withoutFences() {
        return FENCED.matcher(text()).replaceAll("");
    }

    String text() {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
