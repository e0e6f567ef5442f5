// SPDX-License-Identifier: Apache-2.0
package io.onceward.scenarios.selection;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.Tag;

/** A scenario that starts servers of its own. It runs on WildFly, and on every server with {@code -Pfull}. */
@Tag("one-server")
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
public @interface OneServer {}
