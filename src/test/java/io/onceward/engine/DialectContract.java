// SPDX-License-Identifier: Apache-2.0
package io.onceward.engine;

import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * A contract about the statements themselves: their results, locks and errors differ between databases. The other contracts are about
 * what the engine makes of the same statements.
 */
@Inherited
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@interface DialectContract {}
