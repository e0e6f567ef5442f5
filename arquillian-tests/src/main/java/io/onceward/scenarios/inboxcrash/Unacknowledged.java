// SPDX-License-Identifier: Apache-2.0
package io.onceward.scenarios.inboxcrash;

import jakarta.interceptor.InterceptorBinding;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Its deliveries get into the trap after their effects have committed and before they are acknowledged. */
@InterceptorBinding
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
public @interface Unacknowledged {}
