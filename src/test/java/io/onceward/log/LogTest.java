// SPDX-License-Identifier: Apache-2.0
package io.onceward.log;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.RecordComponent;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class LogTest {

    private static final Path CLASSES = Path.of("target", "classes");

    private final Logger logger = Logger.getLogger("io.onceward");
    private final List<String> messages = new ArrayList<>();
    private final long thread = Thread.currentThread().getId();
    private final Handler handler = new Handler() {
        @Override
        public void publish(LogRecord logged) {
            if (logged.getLongThreadID() == thread) { // threads of other tests may log, too
                messages.add(new SimpleFormatter().formatMessage(logged));
            }
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
    };

    @BeforeEach
    void listen() {
        logger.setLevel(Level.ALL);
        logger.setUseParentHandlers(false);
        logger.addHandler(handler);
    }

    @AfterEach
    void stopListening() {
        logger.removeHandler(handler);
        logger.setUseParentHandlers(true);
        logger.setLevel(null);
    }

    /** The methods of the class {@code …Log} of each package. */
    static Stream<Method> messages() throws IOException {
        try (Stream<Path> files = Files.walk(CLASSES.resolve(Path.of("io", "onceward")))) {
            List<Method> methods = files.filter(file -> file.toString().endsWith("Log.class"))
                    .filter(file -> !file.startsWith(CLASSES.resolve(Path.of("io", "onceward", "jdbc", "dialect"))))
                    .map(LogTest::loaded)
                    .flatMap(log -> Arrays.stream(log.getDeclaredMethods()))
                    .filter(method -> !Modifier.isPrivate(method.getModifiers()) && !method.isSynthetic())
                    .toList();
            assertThat(methods).hasSizeGreaterThan(50);
            return methods.stream();
        }
    }

    private static Class<?> loaded(Path file) {
        String path = CLASSES.relativize(file).toString();
        try {
            return Class.forName(
                    path.substring(0, path.length() - ".class".length()).replace(File.separatorChar, '.'));
        } catch (ClassNotFoundException e) {
            throw new IllegalStateException(e);
        }
    }

    /** An apostrophe that is not doubled makes the format ignore the text behind it. */
    @ParameterizedTest
    @MethodSource("messages")
    void everyMessageHasItsCodeAndSaysWhatItWasGiven(Method method) throws ReflectiveOperationException {
        Object[] arguments =
                Arrays.stream(method.getParameterTypes()).map(LogTest::sample).toArray();

        method.setAccessible(true);
        method.invoke(null, arguments);

        assertThat(messages).isNotEmpty().allSatisfy(message -> assertThat(message)
                .matches("OWD-1\\d{3}: .*")
                .doesNotContainPattern("\\{\\d}")
                .doesNotContain("''"));
        assertThat(messages.get(0)).satisfies(message -> Arrays.stream(arguments)
                .flatMap(LogTest::texts)
                .forEach(text -> assertThat(message).contains(text)));
    }

    /** Returns the texts that an argument has for the message. */
    private static Stream<String> texts(Object argument) {
        if (!(argument instanceof Record)) {
            return argument instanceof String text ? Stream.of(text) : Stream.empty();
        }
        return Arrays.stream(argument.getClass().getRecordComponents()).map(component -> {
            try {
                component.getAccessor().setAccessible(true);
                return String.valueOf(component.getAccessor().invoke(argument));
            } catch (ReflectiveOperationException e) {
                throw new IllegalStateException(e);
            }
        });
    }

    private static Object sample(Class<?> type) {
        if (type.isRecord()) {
            return sampleOf(type);
        }
        if (type == int.class) {
            return 7;
        }
        if (type == long.class) {
            return 7L;
        }
        if (type == boolean.class) {
            return true;
        }
        if (type == List.class) {
            return List.of("one");
        }
        if (type == Set.class) {
            return Set.of("one");
        }
        if (type == Duration.class) {
            return Duration.ofSeconds(1);
        }
        if (type == Instant.class) {
            return Instant.EPOCH;
        }
        return type == Throwable.class ? new IllegalStateException("a cause") : "a text";
    }

    private static Object sampleOf(Class<?> type) {
        Class<?>[] types = Arrays.stream(type.getRecordComponents())
                .map(RecordComponent::getType)
                .toArray(Class<?>[]::new);
        try {
            Constructor<?> constructor = type.getDeclaredConstructor(types);
            constructor.setAccessible(true);
            return constructor.newInstance(
                    Arrays.stream(types).map(LogTest::sample).toArray());
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }
}
