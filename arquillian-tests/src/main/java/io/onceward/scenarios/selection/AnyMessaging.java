// SPDX-License-Identifier: Apache-2.0
package io.onceward.scenarios.selection;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.Tag;

/** A scenario that does not depend on the messaging provider. It runs with one provider of each server. */
@Tag("any-messaging")
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
public @interface AnyMessaging {}
