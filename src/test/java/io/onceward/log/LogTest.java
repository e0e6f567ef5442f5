// SPDX-License-Identifier: Apache-2.0
package io.onceward.log;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
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

    static Stream<Method> messages() {
        return Arrays.stream(Log.class.getDeclaredMethods())
                .filter(method -> Modifier.isPublic(method.getModifiers()) && !method.isSynthetic());
    }

    /** An apostrophe that is not doubled makes the format ignore the text behind it. */
    @ParameterizedTest
    @MethodSource("messages")
    void everyMessageHasItsCodeAndSaysWhatItWasGiven(Method method) throws ReflectiveOperationException {
        Object[] arguments =
                Arrays.stream(method.getParameterTypes()).map(LogTest::sample).toArray();

        method.invoke(null, arguments);

        assertThat(messages).isNotEmpty().allSatisfy(message -> assertThat(message)
                .matches("OWD-1\\d{3}: .*")
                .doesNotContainPattern("\\{\\d}")
                .doesNotContain("''"));
        assertThat(messages.get(0)).satisfies(message -> Arrays.stream(arguments)
                .filter(String.class::isInstance)
                .forEach(argument -> assertThat(message).contains((String) argument)));
    }

    private static Object sample(Class<?> type) {
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
        if (type == Duration.class) {
            return Duration.ofSeconds(1);
        }
        if (type == Instant.class) {
            return Instant.EPOCH;
        }
        return type == Throwable.class ? new IllegalStateException("a cause") : "a text";
    }
}
