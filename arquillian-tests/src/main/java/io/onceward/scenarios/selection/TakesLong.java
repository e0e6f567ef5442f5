// SPDX-License-Identifier: Apache-2.0
package io.onceward.scenarios.selection;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.Tag;

/**
 * A scenario that kills, stops or restarts a server, or deploys many applications. {@code mvn verify} alone leaves it out;
 * {@code -Pall-servers} runs it, and so does the profile of one server.
 */
@Tag("takes-long")
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
public @interface TakesLong {}
