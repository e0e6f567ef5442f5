// SPDX-License-Identifier: Apache-2.0
package io.oncebox.api;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Marks the member of an event class that holds its key: a record component, a field, or a method without parameters.
 * Its value's {@code toString()} is the key; {@code null} means no key, and so does an empty {@link java.util.Optional}. Events of one channel with the same key are
 * published in the order in which their transactions committed.
 *
 * <p>One member of a class at most; two are refused when the first such event is recorded. A key in
 * {@link OutboxMetadata} goes first.
 *
 * @since 0.1
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.FIELD, ElementType.METHOD, ElementType.RECORD_COMPONENT})
public @interface EventKey {}
