// SPDX-License-Identifier: Apache-2.0
package io.onceward.api;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Names the type of the events of a class, by which receivers know them. Without it the type is the class's simple name, which
 * a refactoring changes. For texts, bytes and other classes of the JDK it is the channel's name. A type in {@link
 * OutboxMetadata} has precedence.
 *
 * @since 0.1
 */
@Documented
@Inherited
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
public @interface EventType {

    /** Returns the type, at most 255 characters. */
    String value();

    /**
     * Returns the version of the payload, at least 1. Raise it with a change that needs an {@link Upcaster}. Events of a version
     * above 1 have it as the header {@value #VERSION_HEADER}.
     */
    int version() default 1;

    /** The header with the version of the payload; without it the version is 1. */
    String VERSION_HEADER = "eventversion";
}
