// SPDX-License-Identifier: Apache-2.0
package io.onceward.engine;

import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** A test, or a contract, that changes the definitions of tables, or that breaks or closes connections: it shares its database with no other. */
@Inherited
@Target({ElementType.TYPE, ElementType.METHOD})
@Retention(RetentionPolicy.RUNTIME)
@interface OwnDatabase {}
