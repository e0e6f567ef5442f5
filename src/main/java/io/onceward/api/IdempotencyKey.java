// SPDX-License-Identifier: Apache-2.0
package io.onceward.api;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Marks the parameter of an {@link Idempotent} method that identifies the call, by its text or by that of one of its
 * properties. A call whose key is {@code null} or blank is refused ({@code OWD-0121}).
 *
 * <p>The type must define its text, as {@code String}, {@code UUID}, numbers and enums do. A type that inherits {@code
 * toString} from {@code Object} is refused, because each instance would have another text. The key of an {@link
 * java.util.Optional} is its value; an empty one counts as {@code null}.
 *
 * @since 0.1
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.PARAMETER)
public @interface IdempotencyKey {

    /**
     * Returns the path from the parameter to the key: names of record components, getters or public fields, separated by dots,
     * such as {@code order.id}. It is checked at deployment. Empty: the parameter is the key.
     */
    String value() default "";
}
