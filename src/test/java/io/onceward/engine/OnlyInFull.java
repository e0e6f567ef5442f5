// SPDX-License-Identifier: Apache-2.0
package io.onceward.engine;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/**
 * An isolation level that behaves as on a sibling of the database: another release, driver or server with the same storage engine.
 * {@code -Pall-servers} runs the contracts at this level on the sibling, and {@code -Pfull} on both.
 */
@EnabledIfSystemProperty(
        named = "contracts",
        matches = "full",
        disabledReason = "a sibling of the database runs the contracts at this level; -Pfull runs both")
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@interface OnlyInFull {}
