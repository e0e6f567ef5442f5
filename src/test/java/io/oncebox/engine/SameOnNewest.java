// SPDX-License-Identifier: Apache-2.0
package io.oncebox.engine;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.Tag;

/**
 * An isolation level of an old release in which it does not differ from the newest one. The contracts run at this level on the
 * newest release, and on the old release at its other level; with {@code -Pfull} everywhere.
 */
@Tag("same-on-newest")
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@interface SameOnNewest {}
