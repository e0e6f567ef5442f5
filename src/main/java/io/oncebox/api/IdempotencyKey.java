// SPDX-License-Identifier: Apache-2.0
package io.oncebox.api;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * On one parameter of an {@link Idempotent} method: its text is what identifies the call, or that of a property of it. A
 * call whose key is {@code null} or blank is refused.
 *
 * <p>The type must have a text of its own, as {@code String}, {@code UUID}, numbers and enums have; a type that leaves {@code
 * toString} to {@code Object} is refused, since every instance would have another. Of an {@link java.util.Optional} it is the
 * value; an empty one is {@code null}.
 *
 * @since 0.1
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.PARAMETER)
public @interface IdempotencyKey {

    /**
     * The way from the parameter to the key: names of record components, getters or public fields, with dots between them,
     * such as {@code order.id}. Checked at deployment. Empty: the parameter is the key.
     */
    String value() default "";
}
