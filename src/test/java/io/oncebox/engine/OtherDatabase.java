// SPDX-License-Identifier: Apache-2.0
package io.oncebox.engine;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/**
 * A database other than H2 and the newest PostgreSQL. {@code mvn verify} alone leaves its contracts out; {@code -Pall-servers} and
 * {@code -Pfull} run them.
 */
@EnabledIfSystemProperty(
        named = "contracts",
        matches = "all-databases|full",
        disabledReason = "-Pall-servers and -Pfull run the contracts on this database")
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@interface OtherDatabase {}
