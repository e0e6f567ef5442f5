// SPDX-License-Identifier: Apache-2.0
package io.onceward.ejb;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The step of the build that makes the classes smaller. */
class SmallClassesIT {

    @TempDir
    Path folder;

    /** Methods with the names that JDK 25 gives the first lambdas of two methods, and two lambdas of this compiler. */
    @Test
    void lambdasOfTwoMethodsHaveDifferentNames() throws Exception {
        Path source = folder.resolve("Some.java");
        Files.writeString(source, """
                public class Some implements java.util.function.Supplier<String> {
                    static String lambda$one$0() { return "a"; }
                    static String lambda$two$0() { return "b"; }
                    @Override
                    public String get() {
                        java.util.function.Supplier<String> one = Some::lambda$one$0;
                        java.util.function.Supplier<String> two = Some::lambda$two$0;
                        java.util.function.Supplier<String> three = () -> "c";
                        java.util.function.Supplier<String> four = () -> "d";
                        return one.get() + two.get() + three.get() + four.get();
                    }
                }
                """);
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        assertThat(compiler.run(null, null, null, "-d", folder.toString(), source.toString()))
                .isZero();
        Path jar = folder.resolve("some.jar");
        try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar))) {
            out.putNextEntry(new JarEntry("Some.class"));
            Files.copy(folder.resolve("Some.class"), out);
        }

        Path small = folder.resolve("small.jar");
        makeSmall(jar, small);

        try (URLClassLoader loader = new URLClassLoader(new URL[] {small.toUri().toURL()}, null)) {
            Class<?> some = loader.loadClass("Some");
            assertThat(((Supplier<?>) some.getConstructor().newInstance()).get())
                    .isEqualTo("abcd");
            assertThat(Arrays.stream(some.getDeclaredMethods())
                            .map(method -> method.getName())
                            .filter(name -> name.startsWith("lambda")))
                    .containsExactlyInAnyOrder("lambda$0", "lambda$1", "lambda$2", "lambda$3");
        }
    }

    private static void makeSmall(Path jar, Path small) throws IOException, InterruptedException {
        List<String> command = List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                Files.readString(Path.of("target/small-classes.classpath")),
                "src/build/SmallClasses.java",
                jar.toString(),
                small.toString());
        assertThat(new ProcessBuilder(command).inheritIO().start().waitFor()).isZero();
    }
}
