// SPDX-License-Identifier: Apache-2.0
package io.onceward.test;

import java.util.Objects;
import java.util.concurrent.Semaphore;
import java.util.function.Supplier;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.junit.jupiter.api.extension.TestInstancePostProcessor;
import org.junit.platform.commons.support.AnnotationSupport;

/**
 * The JUnit extension that starts a {@link TestOutbox} before the first test of the class, and closes it after the last one. It injects the
 * fields of the test class. Before each test, it calls {@link TestOutbox#reset()} and begins a request context.
 *
 * <pre>{@code
 * @RegisterExtension
 * static final TestOutboxExtension ONCEWARD = TestOutboxExtension.of(() -> TestOutbox.builder()
 *         .beans(Orders.class)
 *         .configuration(Map.of("mp.messaging.incoming.billing.max-attempts", "3"))
 *         .start());
 * }</pre>
 *
 * <p>Register it in a static field, or by {@link OncewardTest}. If JUnit runs tests in parallel, those of one class wait for each other.
 *
 * @since 0.1
 */
public final class TestOutboxExtension
        implements BeforeAllCallback,
                TestInstancePostProcessor,
                BeforeEachCallback,
                AfterEachCallback,
                ParameterResolver {

    private static final ExtensionContext.Namespace NAMESPACE =
            ExtensionContext.Namespace.create(TestOutboxExtension.class);

    /** {@code null} if the annotation of the class says what to start. */
    private final Supplier<TestOutbox> given;

    /** One test at a time: their events are in the same tables. */
    private final Semaphore turn = new Semaphore(1);

    private TestOutbox outbox;
    private Class<?> owner;

    /** Called by JUnit for {@link OncewardTest}. */
    public TestOutboxExtension() {
        this.given = null;
    }

    private TestOutboxExtension(Supplier<TestOutbox> start) {
        this.given = start;
    }

    /**
     * Returns an extension.
     *
     * @param start starts the test outbox, by a {@link TestOutboxBuilder}
     */
    public static TestOutboxExtension of(Supplier<TestOutbox> start) {
        return new TestOutboxExtension(Objects.requireNonNull(start, "start"));
    }

    /**
     * Returns the test outbox.
     *
     * @throws IllegalStateException if no test class runs
     */
    public synchronized TestOutbox outbox() {
        if (outbox == null) {
            throw new IllegalStateException(
                    "The test outbox starts before the first test. Register the extension in a static"
                            + " field, and use the test outbox in a test method.");
        }
        return outbox;
    }

    /** @throws io.onceward.api.OncewardException {@code OWD-1200} if a nested class names beans of its own, which it would not get */
    @Override
    public void beforeAll(ExtensionContext context) {
        started(context);
        Class<?> test = context.getRequiredTestClass();
        if (given == null && test != owner && test.getDeclaredAnnotation(OncewardTest.class) != null) {
            throw TestKitErrors.nested(test, owner);
        }
    }

    /** Returns the test outbox, which a nested class shares with the outer one. JUnit makes the object of a class before or after beforeAll. */
    private synchronized TestOutbox started(ExtensionContext context) {
        if (outbox == null) {
            outbox = given == null ? startFor(context.getRequiredTestClass()) : given.get();
            owner = context.getRequiredTestClass();
            context.getStore(NAMESPACE).put(this, (ExtensionContext.Store.CloseableResource) this::close);
        }
        return outbox;
    }

    private static TestOutbox startFor(Class<?> test) {
        TestOutboxBuilder builder = TestOutbox.builder();
        AnnotationSupport.findAnnotation(test, OncewardTest.class).ifPresent(annotation -> {
            builder.beans(annotation.value()).entities(annotation.entities());
            if (!annotation.persistenceUnit().isEmpty()) {
                builder.persistenceUnit(annotation.persistenceUnit());
            }
        });
        return builder.start();
    }

    private synchronized void close() {
        TestOutbox closed = outbox;
        outbox = null;
        closed.close();
    }

    @Override
    public void postProcessTestInstance(Object test, ExtensionContext context) {
        started(context).inject(test);
    }

    /** @throws io.onceward.api.OncewardException {@code OWD-1201} if a field is to be injected, but the test names no beans */
    @Override
    public void beforeEach(ExtensionContext context) throws InterruptedException {
        if (outbox().beans() == null) {
            context.getRequiredTestInstances().getAllInstances().forEach(UninjectedFields::refuse);
        }
        turn.acquire();
        context.getStore(NAMESPACE).put(turn, (ExtensionContext.Store.CloseableResource) turn::release);
        outbox().reset();
        outbox().beginRequest();
    }

    /** Ends the request context, and a transaction that the test has left, before another test runs on another thread. */
    @Override
    public void afterEach(ExtensionContext context) {
        try {
            outbox().transactions().rollBack();
        } finally {
            outbox().endRequest();
        }
    }

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
        Class<?> type = parameter.getParameter().getType();
        return type == TestOutbox.class || type == Scenario.class;
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
        TestOutbox started = started(context);
        return parameter.getParameter().getType() == Scenario.class ? started.scenario() : started;
    }
}
