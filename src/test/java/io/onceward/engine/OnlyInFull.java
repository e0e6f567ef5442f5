// SPDX-License-Identifier: Apache-2.0
package io.onceward.engine;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/** A database, or an isolation level of it, whose contracts run only with {@code -Pfull}. */
@EnabledIfSystemProperty(
        named = "contracts",
        matches = "full",
        disabledReason = "-Pfull runs the contracts on this database at this level")
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@interface OnlyInFull {}
