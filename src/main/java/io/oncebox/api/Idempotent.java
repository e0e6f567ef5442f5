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
 * The effects of one message, or of one call, commit at most once for this handler: its identity is claimed in the inbox
 * table, in the transaction of the effects. If it is there already, the method is skipped. If the method throws, the claim
 * rolls back together with everything else, and the next delivery or call runs.
 *
 * <p><b>On a message-driven bean</b>, or on its {@code onMessage} method: claim and method run in a transaction of their own
 * within that of the delivery, which is suspended meanwhile and completes afterwards; a duplicate is acknowledged. The bean
 * must run in a container-managed transaction with {@code REQUIRED} (Jakarta Enterprise Beans 4.0, section 8.3.5).
 *
 * <p><b>On any other method</b> of an enterprise bean or a CDI bean, an observer among them: the claim joins the method's
 * transaction if there is one; otherwise claim and method run in a transaction of their own. Whatever the method throws, a
 * checked exception too, marks the transaction for rollback: what failed has not happened, and may be tried again. A method
 * that is declared to run without the transaction of its caller ({@code NOT_SUPPORTED}, {@code NEVER}), or whose bean manages
 * transactions itself, fails the deployment. Calls within the bean don't pass the container and are not guarded.
 *
 * <p><b>On a resource method</b> of Jakarta REST: the identity is the request header {@code Idempotency-Key}, and a repeated
 * request is answered with the stored response; {@code docs/http.md} says more.
 *
 * <p><b>On an {@code @Incoming} method</b> of Oncebox it only gives the handler's name: the other members fail the
 * deployment.
 *
 * <p>The identity is, in this order: the configured one ({@link #key()}, {@link IdempotencyKey}, {@link #resolver()}); of a
 * JMS message among the parameters the id that Oncebox's relay gives each event (property {@code oncebox_id}), source and
 * id of a CloudEvent ({@code cloudEvents_id} or {@code cloudEvents:id}, or in its JSON), the broker's duplicate-detection id ({@code
 * _AMQ_DUPL_ID}), or, with one warning for each handler, {@code JMSMessageID}. Without any the call is refused with {@link
 * OnceboxException}, and a message is left to the broker's redelivery and dead-letter policy. The body of a message is
 * read only where it is, by its content type, a CloudEvent in JSON.
 *
 * <p>The interceptor runs inside of that of {@code @Transactional} and of the transactions of the EJB container (priority
 * {@code LIBRARY_BEFORE + 100}; Jakarta Interceptors 2.1, section 5).
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
     * Names the handler whose effects are protected, at most 255 characters; by default the bean's class name for a
     * message listener ({@code com.shop.Billing}), else the class name, {@code #} and the method's name ({@code
     * com.shop.Billing#bill}). Set it, and a renamed class keeps its history.
     * No two methods of an application may have the same, unless both say {@link #shared()}.
     */
    @Nonbinding
    String handler() default "";

    /**
     * Whether other methods may have the same {@link #handler()}, which then must be set: what one of them has processed
     * never gets to the others.
     */
    @Nonbinding
    boolean shared() default false;

    /**
     * Where the identity of a message comes from: {@code property:NAME} for a property of the message, or {@code header:NAME}
     * for a header that the broker's adapter knows, for JMS {@code header:JMSCorrelationID} and {@code header:JMSMessageID}.
     * Empty: see above.
     */
    @Nonbinding
    String key() default "";

    /** A CDI bean that makes the identity of a call out of its arguments. */
    @Nonbinding
    Class<? extends KeyResolver> resolver() default KeyResolver.class;

    /**
     * Whether a repeated call returns what the first one returned, read from the inbox, where it was stored as JSON (by
     * JSON-B, or the application's codec) in the same transaction. Otherwise a repeated call returns {@code null}, or an
     * empty {@link java.util.Optional}; a method that returns a primitive is then refused at deployment.
     */
    @Nonbinding
    boolean replay() default false;
}
