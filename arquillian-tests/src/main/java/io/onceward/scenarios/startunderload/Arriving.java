// SPDX-License-Identifier: Apache-2.0
package io.onceward.scenarios.startunderload;

import jakarta.interceptor.InterceptorBinding;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Its deliveries are counted before Onceward sees them, and stay there if {@link ArrivingInterceptor#HOLD} is set. */
@InterceptorBinding
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
public @interface Arriving {}
