// SPDX-License-Identifier: Apache-2.0
package io.onceward.architecture;

import io.onceward.architecture.Vocabulary.Part;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A file, divided into code, comments and string literals. Each part has the length of the file, with blanks for the rest. */
final class SourceText {

    private static final String STRINGS =
            "\"\"\"(?s:.*?)\"\"\"|\"(?:[^\"\\\\\\n]++|\\\\.)*+\"|'(?:[^'\\\\\\n]++|\\\\.)++'";

    private static final Pattern JAVA = Pattern.compile("(?<comment>//[^\\n]*|/\\*(?s:.*?)\\*/)|" + STRINGS);
    private static final Pattern JAVASCRIPT = Pattern.compile("(?<comment>(?<![:\\w])//[^\\n]*|/\\*(?s:.*?)\\*/)"
            + "|`(?:[^`\\\\]++|\\\\.)*+`|" + STRINGS.substring(STRINGS.indexOf('|') + 1));
    private static final Pattern SQL = Pattern.compile("(?<comment>--[^\\n]*)");
    private static final Pattern QUOTED_IN_MARKDOWN = Pattern.compile("(?ms)^ *```.*?^ *```|`[^`\\n]*`");

    private static final Pattern IDENTIFIER = Pattern.compile("[A-Za-z_$][\\w$]*");
    private static final Pattern TYPE = Pattern.compile("(?<=\\b(?:class|interface|record|enum) )\\w+");
    private static final Pattern HUMP = Pattern.compile("(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])|_");

    /** The end of a line with what leads the next line of a comment. */
    private static final Pattern LINE_BREAK = Pattern.compile("\\n[ \\t]*(?:\\*(?!/)|//|--|#)?[ \\t]*");

    private final String text;
    private final String code;
    private final Extract comments;
    private final Extract literals;
    private final List<Name> names;

    /**
     * A part of the text without repeated blanks, which would slow the search down.
     *
     * @param starts the position of each character in the file
     */
    private record Extract(String text, int[] starts) {

        static Extract of(String part) {
            StringBuilder text = new StringBuilder();
            int[] starts = new int[part.length()];
            for (int i = 0; i < part.length(); i++) {
                if (part.charAt(i) != ' ' || i == 0 || part.charAt(i - 1) != ' ') {
                    starts[text.length()] = i;
                    text.append(part.charAt(i));
                }
            }
            return new Extract(text.toString(), starts);
        }
    }

    /** An identifier as it is written and as lower-case words. */
    private record Name(int start, String text, String words) {}

    SourceText(String path, String text) {
        this.text = text;
        char[] codeOf = blanks(text);
        char[] commentsOf = blanks(text);
        char[] literalsOf = blanks(text);
        if (path.endsWith(".md")) {
            text.getChars(0, text.length(), commentsOf, 0);
            QUOTED_IN_MARKDOWN.matcher(text).results().forEach(quoted -> blank(quoted, commentsOf));
        } else if (path.endsWith(".java") || path.endsWith(".js") || path.endsWith(".sql")) {
            Pattern pattern = path.endsWith(".java") ? JAVA : path.endsWith(".js") ? JAVASCRIPT : SQL;
            text.getChars(0, text.length(), codeOf, 0);
            Matcher matcher = pattern.matcher(text);
            while (matcher.find()) {
                char[] part = matcher.group("comment") != null ? commentsOf : literalsOf;
                text.getChars(matcher.start(), matcher.end(), part, matcher.start());
                blank(matcher, codeOf);
            }
        } else {
            text.getChars(0, text.length(), commentsOf, 0);
        }
        code = new String(codeOf);
        comments = Extract.of(joined(commentsOf));
        literals = Extract.of(joined(literalsOf));
        names = IDENTIFIER
                .matcher(code)
                .results()
                .map(name -> new Name(name.start(), name.group(), words(name.group())))
                .toList();
    }

    /** Returns the lines, from one, in which the word is. */
    List<Integer> linesWith(Pattern word, Part part) {
        List<Integer> found = new ArrayList<>();
        switch (part) {
            case IDENTIFIERS ->
                names.stream()
                        .filter(name -> word.matcher(name.words()).find())
                        .forEach(name -> found.add(line(name.start())));
            case NAMES ->
                names.stream()
                        .filter(name -> word.matcher(name.text()).find())
                        .forEach(name -> found.add(line(name.start())));
            case TYPES ->
                TYPE.matcher(code)
                        .results()
                        .filter(name -> word.matcher(name.group()).find())
                        .forEach(name -> found.add(line(name.start())));
            case PROSE -> find(word, comments, found);
            case TEXT -> {
                find(word, comments, found);
                find(word, literals, found);
            }
        }
        return found;
    }

    /** Returns a line, counted from one. */
    String line(Integer number) {
        return text.split("\\n", -1)[number - 1].strip();
    }

    private void find(Pattern word, Extract where, List<Integer> found) {
        word.matcher(where.text()).results().forEach(use -> found.add(line(where.starts()[use.start()])));
    }

    private int line(int position) {
        return 1
                + (int) text.substring(0, position)
                        .chars()
                        .filter(c -> c == '\n')
                        .count();
    }

    private static String words(String identifier) {
        return HUMP.matcher(identifier).replaceAll(" ").toLowerCase(Locale.ROOT);
    }

    private static char[] blanks(String text) {
        return " ".repeat(text.length()).toCharArray();
    }

    private static void blank(MatchResult range, char[] text) {
        for (int i = range.start(); i < range.end(); i++) {
            text[i] = ' ';
        }
    }

    /** Replaces line breaks by blanks, because a sentence may go on in the next line. */
    private static String joined(char[] text) {
        char[] joined = text.clone();
        LINE_BREAK.matcher(new String(text)).results().forEach(end -> blank(end, joined));
        return new String(joined);
    }
}
