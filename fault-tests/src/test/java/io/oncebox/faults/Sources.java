// SPDX-License-Identifier: Apache-2.0
package io.oncebox.faults;

import java.io.IOException;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/** The product's sources, of which some are compiled with changes. */
final class Sources {

    /** The folder of the project, which has that of this module in it. */
    private static final Path ROOT =
            Path.of(System.getProperty("basedir", "")).toAbsolutePath().getParent();

    private Sources() {}

    /**
     * Compiles the files of these edits against the class path.
     *
     * @param edited whether with the edits
     * @return where the classes are
     */
    static Path compile(List<Edit> edits, boolean edited, Path folder) throws IOException {
        Map<String, String> texts = new LinkedHashMap<>();
        for (Edit edit : edits) {
            String text = texts.containsKey(edit.file())
                    ? texts.get(edit.file())
                    : Files.readString(ROOT.resolve(edit.file()));
            texts.put(edit.file(), edited ? edit.applyTo(text) : text);
        }
        for (Map.Entry<String, String> text : texts.entrySet()) {
            Path file = folder.resolve(text.getKey());
            Files.createDirectories(file.getParent());
            Files.writeString(file, text.getValue());
        }
        Path classes = Files.createDirectories(folder.resolve("classes"));
        compile(texts.keySet().stream().map(folder::resolve).toList(), classes);
        return classes;
    }

    private static void compile(Collection<Path> files, Path classes) throws IOException {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        StringWriter messages = new StringWriter();
        List<String> options = List.of(
                "-d",
                classes.toString(),
                "-cp",
                System.getProperty("java.class.path"),
                "-proc:none",
                "-implicit:none",
                "-parameters",
                "--release",
                "17");
        try (StandardJavaFileManager manager = compiler.getStandardFileManager(null, null, StandardCharsets.UTF_8)) {
            boolean done = compiler.getTask(
                            messages, manager, null, options, null, manager.getJavaFileObjectsFromPaths(files))
                    .call();
            if (!done) {
                throw new IllegalStateException(messages.toString());
            }
        }
    }
}
