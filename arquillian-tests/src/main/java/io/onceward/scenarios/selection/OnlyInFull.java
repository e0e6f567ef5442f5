// SPDX-License-Identifier: Apache-2.0
package io.onceward.scenarios.selection;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.Tag;

/**
 * A scenario that runs only with {@code -Pfull}: because it takes long, because a sibling shows the differences of servers, or
 * because it tests a server rather than Onceward.
 */
@Tag("only-in-full")
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
public @interface OnlyInFull {}
