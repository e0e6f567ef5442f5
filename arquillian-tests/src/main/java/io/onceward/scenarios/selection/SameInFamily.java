// SPDX-License-Identifier: Apache-2.0
package io.onceward.scenarios.selection;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.Tag;

/**
 * A scenario in which servers that are built from the same container do not differ. It runs on Payara Micro and not on Payara
 * Server; with {@code -Pfull} on both.
 */
@Tag("same-in-family")
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
public @interface SameInFamily {}
