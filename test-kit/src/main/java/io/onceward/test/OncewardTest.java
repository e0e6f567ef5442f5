// SPDX-License-Identifier: Apache-2.0
package io.onceward.test;

import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * A JUnit test class with a {@link TestOutbox}, which its methods and its constructor take as a parameter. The class has one test
 * outbox with an H2 database; each test begins with {@link TestOutbox#reset()}. For handlers or another database, register a
 * {@link TestOutboxExtension} instead.
 *
 * @since 0.1
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@Inherited
@ExtendWith(TestOutboxExtension.class)
public @interface OncewardTest {}
