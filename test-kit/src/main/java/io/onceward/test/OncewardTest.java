// SPDX-License-Identifier: Apache-2.0
package io.onceward.test;

import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Marks a JUnit test class that has a {@link TestOutbox} and, if it names beans, a CDI container with them.
 *
 * <pre>{@code
 * @OncewardTest(value = Orders.class, entities = {Order.class, Invoice.class})
 * class OrdersTest {
 *     @Inject Orders orders;
 *
 *     @Test
 *     void orderIsBilled(Scenario scenario) {
 *         scenario.stimulate(() -> orders.place(new NewOrder("42", TEN))).andWaitForHandler(Orders.class, "bill").handled(1);
 *     }
 * }
 * }</pre>
 *
 * <p>In the container, the annotations of Onceward work as on a server. The container injects the fields of the test class, and each test
 * has a request context. Test methods and constructors take a {@code TestOutbox} or a {@link Scenario} as a parameter.
 *
 * <p>The class shares one test outbox, with an H2 database, with its nested classes. Each test begins with {@link TestOutbox#reset()}. If
 * JUnit runs tests in parallel, those of one class wait for each other. To set handlers, configuration or another database, register a
 * {@link TestOutboxExtension} instead.
 *
 * @since 0.1
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@Inherited
@ExtendWith(TestOutboxExtension.class)
public @interface OncewardTest {

    /** Returns the beans under test, as for {@link TestOutboxBuilder#beans}. Default: no beans and no container. */
    Class<?>[] value() default {};

    /** Returns the entities of Jakarta Persistence, as for {@link TestOutboxBuilder#entities}. Default: none. */
    Class<?>[] entities() default {};

    /** Returns the name of the persistence unit, as for {@link TestOutboxBuilder#persistenceUnit}. Default: none. */
    String persistenceUnit() default "";
}
