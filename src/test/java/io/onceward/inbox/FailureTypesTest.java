// SPDX-License-Identifier: Apache-2.0
package io.onceward.inbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.onceward.api.OncewardException;
import io.onceward.api.RetryLaterException;
import io.onceward.queue.machine.Refusal;
import io.onceward.queue.machine.Refusal.Effect;
import java.io.EOFException;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.StreamCorruptedException;
import java.io.UTFDataFormatException;
import java.io.UncheckedIOException;
import java.net.ConnectException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.MalformedInputException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.zip.ZipException;
import javax.tools.ToolProvider;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FailureTypesTest {

    private final FailureTypes types = FailureTypes.of(
            "billing",
            Set.of(IllegalArgumentException.class, IOException.class),
            Set.of(ConnectException.class, IllegalStateException.class));

    @Test
    void otherFailureStaysAsItIs() {
        RuntimeException failure = new RuntimeException(new InterruptedException());
        assertThat(classified(failure)).isEqualTo(Refusal.counted(failure));
        assertThat(FailureTypes.NONE.classified("billing", failure)).isEqualTo(Refusal.counted(failure));
    }

    @Test
    void subtypesAndCausesDecideToo() {
        assertThat(classified(new RuntimeException(new FileNotFoundException("x"))))
                .returns(Effect.FOREVER, Refusal::effect)
                .extracting(Refusal::reason, InstanceOfAssertFactories.THROWABLE)
                .hasMessageStartingWith("OWD-0101")
                .hasMessageContaining("'billing'")
                .hasMessageContaining(IOException.class.getName());
        assertThat(classified(new RuntimeException(new IllegalStateException("x")))
                        .effect())
                .isEqualTo(Effect.UNCOUNTED);
    }

    @Test
    void mostSpecificTypeOfAnExceptionDecides() {
        assertThat(classified(new ConnectException("is an IOException")).effect())
                .isEqualTo(Effect.UNCOUNTED);
    }

    @Test
    void outermostExceptionDecides() {
        assertThat(classified(new IllegalStateException(new IllegalArgumentException()))
                        .effect())
                .isEqualTo(Effect.UNCOUNTED);
        assertThat(classified(new IllegalArgumentException(new IllegalStateException()))
                        .effect())
                .isEqualTo(Effect.FOREVER);
    }

    @Test
    void requestForALaterAttemptComesFirst() {
        RetryLaterException later = new RetryLaterException("later", Duration.ofSeconds(7));
        assertThat(classified(new IllegalArgumentException(later)).effect()).isEqualTo(Effect.UNCOUNTED);
        assertThat(FailureTypes.NONE.classified("billing", later)).isEqualTo(Refusal.uncounted(later, later.delay()));
    }

    @Test
    void circleOfCausesEnds() {
        RuntimeException one = new RuntimeException("one");
        one.initCause(new RuntimeException("two", one));
        assertThat(classified(one)).isEqualTo(Refusal.counted(one));
    }

    @Test
    void typeInBothSetsIsRefused() {
        assertThatThrownBy(() -> FailureTypes.of("billing", Set.of(IOException.class), Set.of(IOException.class)))
                .isInstanceOf(OncewardException.class)
                .hasMessageStartingWith("OWD-0100")
                .hasMessageContaining("billing")
                .hasMessageContaining("java.io.IOException");
    }

    @Test
    void ioExceptionOfACodecIsTemporary() {
        for (Exception failure : List.of(
                new ConnectException("no registry"),
                new EOFException(),
                new UncheckedIOException(new IOException("status 503")),
                new IllegalArgumentException(new MalformedInputException(1).initCause(new ConnectException("x"))))) {
            assertThat(FailureTypes.NONE.undecoded("billing", failure))
                    .as("%s", failure)
                    .returns(Effect.COUNTED, Refusal::effect)
                    .extracting(Refusal::reason, InstanceOfAssertFactories.THROWABLE)
                    .hasMessageStartingWith("OWD-0202")
                    .hasMessageContaining("'billing'")
                    .hasNoCause();
        }
    }

    @Test
    void otherFailureOfACodecIsPermanent() {
        for (Throwable failure : List.of(
                new IllegalArgumentException("no JSON"),
                new NoClassDefFoundError("com/example/Order"),
                new StackOverflowError(),
                new MalformedInputException(1),
                new UTFDataFormatException(),
                new StreamCorruptedException(),
                new IllegalStateException(new ZipException("not in GZIP format")))) {
            assertPermanent(FailureTypes.NONE, failure);
        }
    }

    /** Compiles the types of libraries that this module does without. */
    @Test
    void complaintOfALibraryIsPermanent(@TempDir Path folder) throws Exception {
        List<String> types = List.of(
                "com.fasterxml.jackson.core.JacksonException",
                "com.fasterxml.jackson.core.JsonProcessingException",
                "com.google.protobuf.InvalidProtocolBufferException");
        List<String> arguments = new ArrayList<>(List.of("-proc:none", "-d", folder.toString()));
        for (String type : types) {
            int dot = type.lastIndexOf('.');
            String name = type.substring(dot + 1);
            arguments.add(Files.writeString(
                            folder.resolve(name + ".java"),
                            "package " + type.substring(0, dot) + "; public class " + name
                                    + " extends java.io.IOException {}")
                    .toString());
        }
        assertThat(ToolProvider.getSystemJavaCompiler().run(null, null, null, arguments.toArray(String[]::new)))
                .isZero();
        try (URLClassLoader libraries =
                new URLClassLoader(new URL[] {folder.toUri().toURL()}, null)) {
            for (String type : types) {
                assertPermanent(FailureTypes.NONE, (Exception)
                        libraries.loadClass(type).getConstructor().newInstance());
            }
        }
    }

    @Test
    void typesOfTheHandlerDecideOnItsCodecToo() {
        assertPermanent(types, new FileNotFoundException("x"));
        assertThat(types.undecoded("billing", new ConnectException("x")).effect())
                .isEqualTo(Effect.UNCOUNTED);
        assertThat(types.undecoded("billing", new IllegalStateException("x")).effect())
                .isEqualTo(Effect.UNCOUNTED);
        RetryLaterException later = new RetryLaterException("later", Duration.ofSeconds(7));
        assertThat(types.undecoded("billing", new IllegalArgumentException(later)))
                .isEqualTo(Refusal.uncounted(later, later.delay()));
    }

    private static void assertPermanent(FailureTypes types, Throwable failure) {
        assertThat(types.undecoded("billing", failure))
                .as("%s", failure)
                .returns(Effect.FOREVER, Refusal::effect)
                .extracting(Refusal::reason, InstanceOfAssertFactories.THROWABLE)
                .hasMessageStartingWith("OWD-0093");
    }

    @ParameterizedTest
    @ValueSource(strings = {"PT0S", "PT-1S", "PT0.0009S", "P36501D"})
    void delayOutOfRangeIsRefused(Duration delay) {
        assertThatThrownBy(() -> new RetryLaterException("later", delay))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(delay.toString());
    }

    @ParameterizedTest
    @ValueSource(strings = {"PT0.001S", "P36500D"})
    void delayInRangeIsKept(Duration delay) {
        assertThat(new RetryLaterException("later", delay).delay()).isEqualTo(delay);
    }

    private Refusal classified(Exception failure) {
        return types.classified("billing", failure);
    }
}
