// SPDX-License-Identifier: Apache-2.0
package io.oncebox.engine;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.Tag;

/**
 * A database other than H2 and the newest PostgreSQL. {@code mvn verify} alone leaves its contracts out; {@code -Pall-servers} and
 * {@code -Pfull} run them.
 */
@Tag("other-database")
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@interface OtherDatabase {}
