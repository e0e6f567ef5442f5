// SPDX-License-Identifier: Apache-2.0
package io.oncebox.api;

import jakarta.enterprise.util.Nonbinding;
import jakarta.interceptor.InterceptorBinding;
import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * On a message-driven bean, or on its {@code onMessage} method: the effects of one message commit at most once for this
 * handler. The method runs in a transaction of its own, in which the message's identity is claimed in the inbox table;
 * if it is there already, the method is skipped and the message acknowledged. If the method throws, or marks the
 * transaction for rollback, the claim rolls back together with everything else and the broker redelivers. The
 * transaction of the delivery is suspended meanwhile and completes afterwards.
 *
 * <p>The identity is, in this order: the id that Oncebox's relay gives each event (property {@code oncebox_id}), source and id of a
 * CloudEvent ({@code cloudEvents_id} or {@code cloudEvents:id}), the broker's duplicate-detection id
 * ({@code _AMQ_DUPL_ID}), or, with one warning for each handler, {@code JMSMessageID}. A message with none of them is
 * refused with {@link OnceboxException} and left to the broker's redelivery and dead-letter policy.
 *
 * <p>The bean must run in a container-managed transaction (Jakarta Enterprise Beans 4.0, section 8.3.5); a bean-managed
 * or {@code NOT_SUPPORTED} one fails the deployment.
 *
 * @since 0.1
 */
@Documented
@Inherited
@InterceptorBinding
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.TYPE, ElementType.METHOD})
public @interface Idempotent {

    /**
     * Names the handler whose effects are protected, at most 255 characters; by default the bean's class name. Set it,
     * and a renamed class keeps its history. No two beans of an application may have the same.
     */
    @Nonbinding
    String handler() default "";
}
