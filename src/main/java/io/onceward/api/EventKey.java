// SPDX-License-Identifier: Apache-2.0
package io.onceward.api;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Marks the member of an event class that holds its key: a record component, a field, or a method without parameters. The key
 * is the {@code toString()} of its value, whose class must have one. {@code null} and an empty {@link java.util.Optional} mean no key. Events of one
 * channel with the same key are published in the order in which their transactions committed.
 *
 * <p>A class may have one such member. Two are refused when the first event of the class is recorded ({@code OWD-0047}). A key
 * in {@link OutboxMetadata} has precedence.
 *
 * <p><b>On a parameter of a method with {@link Durable}</b>: the argument is the key of the call. Calls of a method with the same key run in
 * the order in which they were recorded. {@link DurableCalls#key} has precedence.
 *
 * @since 0.1
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.FIELD, ElementType.METHOD, ElementType.RECORD_COMPONENT, ElementType.PARAMETER})
public @interface EventKey {}
