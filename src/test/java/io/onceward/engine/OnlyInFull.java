// SPDX-License-Identifier: Apache-2.0
package io.onceward.engine;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/** A database, or an isolation level of it, whose contracts run only with {@code -Pfull}; or a test that does. */
@EnabledIfSystemProperty(named = "contracts", matches = "full", disabledReason = "-Pfull runs it")
@Target({ElementType.TYPE, ElementType.METHOD})
@Retention(RetentionPolicy.RUNTIME)
@interface OnlyInFull {}
