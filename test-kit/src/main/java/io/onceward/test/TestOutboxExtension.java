// SPDX-License-Identifier: Apache-2.0
package io.onceward.test;

import java.util.Objects;
import java.util.function.Supplier;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/**
 * The JUnit extension with a {@link TestOutbox}. It starts before the first test of the class, has each test begin with {@link
 * TestOutbox#reset()}, and closes the test outbox after the last one.
 *
 * <pre>{@code
 * @RegisterExtension
 * static final TestOutboxExtension ONCEWARD = TestOutboxExtension.of(() -> TestOutbox.builder()
 *         .handle("orders", "billing", OrderPlaced.class, (order, metadata) -> billing.bill(order))
 *         .start());
 * }</pre>
 *
 * <p>Register it in a static field, or by {@link OncewardTest}. The tests of a class that run in parallel see each other's events.
 *
 * @since 0.1
 */
public final class TestOutboxExtension
        implements BeforeAllCallback, BeforeEachCallback, AfterAllCallback, ParameterResolver {

    private final Supplier<TestOutbox> start;
    private TestOutbox outbox;
    private ExtensionContext owner;

    /** Called by JUnit for {@link OncewardTest}. */
    public TestOutboxExtension() {
        this(TestOutbox::start);
    }

    private TestOutboxExtension(Supplier<TestOutbox> start) {
        this.start = start;
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
    public TestOutbox outbox() {
        if (outbox == null) {
            throw new IllegalStateException(
                    "The test outbox starts before the first test. Register the extension in a static"
                            + " field, and use the test outbox in a test method.");
        }
        return outbox;
    }

    @Override
    public void beforeAll(ExtensionContext context) {
        if (outbox == null) { // a nested class uses that of the outer class
            outbox = start.get();
            owner = context;
        }
    }

    @Override
    public void beforeEach(ExtensionContext context) {
        outbox().reset();
    }

    @Override
    public void afterAll(ExtensionContext context) {
        if (context == owner) {
            outbox.close();
            outbox = null;
            owner = null;
        }
    }

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
        return parameter.getParameter().getType() == TestOutbox.class;
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
        return outbox();
    }
}
