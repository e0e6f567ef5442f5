// SPDX-License-Identifier: Apache-2.0
package io.onceward.outbox;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Marks the qualifier of a broker adapter whose beans record events in the transaction of the calling thread. The deployment warns
 * of classes that inject such a bean and may have no transaction.
 *
 * @since 0.1
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.ANNOTATION_TYPE)
public @interface RecordsEvents {}
