// SPDX-License-Identifier: Apache-2.0
package io.onceward.api;

import jakarta.enterprise.util.Nonbinding;
import jakarta.interceptor.InterceptorBinding;
import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Makes the effects of one message, or of one call, commit at most once for this handler. Onceward inserts a claim for the
 * handler and the identity of the message into the inbox table, in the transaction of the effects. If the claim exists, the
 * message was already processed, and the method is skipped. If the method throws, the claim rolls back with all other effects,
 * and the next delivery or call runs.
 *
 * <p><b>On a message-driven bean</b>, or on its {@code onMessage} method: claim and method run in a new transaction. The
 * delivery's transaction is suspended meanwhile and completes afterwards; a duplicate is acknowledged. The bean must run in a
 * container-managed transaction with {@code REQUIRED} (Jakarta Enterprise Beans 4.0, section 8.3.5).
 *
 * <p><b>On any other method</b> of an enterprise bean or a CDI bean, including observers: the claim joins the method's
 * transaction. Without one, claim and method run in a new transaction. An exception of the method, including a checked one,
 * marks the transaction for rollback, so that the call can be repeated. The deployment fails if the method is declared to run
 * without the transaction of its caller ({@code NOT_SUPPORTED}, {@code NEVER}), or if its bean manages transactions. Calls
 * within the bean don't pass the container and are not idempotent.
 *
 * <p><b>On a resource method</b> of Jakarta REST: the identity is the request header {@code Idempotency-Key}. Onceward answers a
 * repeated request with the stored response; {@code docs/http.md} says more.
 *
 * <p><b>On an {@code @Incoming} method</b> of Onceward it only names the handler. Any other element fails the deployment.
 *
 * <p><b>Identity.</b> Onceward uses the first of these that exists:
 *
 * <ol>
 *   <li>the configured key: {@link #key()}, {@link #messageKey()}, {@link IdempotencyKey} or {@link #resolver()}. A method may
 *       have one of them;
 *   <li>the id of an event that Onceward published (of Jakarta Messaging the property {@code onceward_id});
 *   <li>source and id of a CloudEvent ({@code cloudEvents_id} or {@code cloudEvents:id}, or in its JSON). The body of a message
 *       is read only if its content type says that it is a CloudEvent in JSON;
 *   <li>the broker's duplicate-detection id (of Artemis {@code _AMQ_DUPL_ID});
 *   <li>the id that the broker gave the message (of Jakarta Messaging {@code JMSMessageID}), with one warning for each handler.
 * </ol>
 *
 * <p>A call without an identity is refused with {@link InvalidCallException}. The broker redelivers such a message, and finally
 * moves it to its dead-letter queue. A message that is delivered before Onceward has started
 * waits for the start, at most {@code onceward.start-wait}. After that, and for any other call before the start, {@link NotReadyException}
 * is thrown; the method does not run.
 *
 * <p>The interceptor runs inside those of {@code @Transactional} and of the EJB container's transactions (priority {@code
 * LIBRARY_BEFORE + 100}; Jakarta Interceptors 2.1, section 5). It is thread-safe: of concurrent calls with one identity, the
 * first runs and the others wait for its commit or rollback.
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
     * Returns the name of the handler, at most 255 characters. The default for a message listener is the bean's class name
     * ({@code com.shop.Billing}), and for any other method the class name, {@code #} and the method's name ({@code
     * com.shop.Billing#bill}). With a set name, a renamed class keeps its history. No two methods of an application may have the
     * same name, unless both set {@link #shared()}.
     */
    @Nonbinding
    String handler() default "";

    /**
     * Returns whether other methods may have the same {@link #handler()}, which must then be set: what one of them has
     * processed, the others skip.
     */
    @Nonbinding
    boolean shared() default false;

    /**
     * Returns the source of a message's key as a text: {@code property:NAME} for a property of the message, or {@code
     * header:NAME} for a header that the broker adapter knows (of Jakarta Messaging {@code JMSCorrelationID} and {@code
     * JMSMessageID}). The syntax is checked at deployment ({@code OWD-0110}). Empty: no configured key. {@link #messageKey()}
     * is the same in Java code.
     */
    @Nonbinding
    String key() default "";

    /**
     * Returns a CDI bean that makes the key of a message. One of the method's parameters must be the message ({@code
     * OWD-0111}), and the class must be a CDI bean ({@code OWD-0118}); both are checked at deployment. {@code
     * docs/message-keys.md} has examples. The default, {@code MessageKeyResolver} itself, means none.
     */
    @Nonbinding
    Class<? extends MessageKeyResolver> messageKey() default MessageKeyResolver.class;

    /**
     * Returns a CDI bean that makes the key of a call from its arguments. The class must be a CDI bean ({@code OWD-0118}),
     * which is checked at deployment. The default, {@code KeyResolver} itself, means none.
     */
    @Nonbinding
    Class<? extends KeyResolver> resolver() default KeyResolver.class;

    /**
     * Returns whether a repeated call returns the result of the first one. Onceward stores the result in the inbox as JSON, by
     * JSON-B or a codec of the application, in the same transaction. Without it, a repeated call returns {@code null}, or an
     * empty {@link java.util.Optional}, and the deployment refuses methods that return a primitive ({@code OWD-0115}).
     */
    @Nonbinding
    boolean replay() default false;

    /**
     * Returns the classes that the method gets from {@link Inbox#payload}. The deployment checks them as it checks the parameter of
     * an {@code @Incoming} method: it refuses a class that can't be decoded ({@code OWD-0338}), and warns of fields whose values
     * would be lost ({@code OWD-1106}). One of the method's parameters must be a message ({@code OWD-0128}). Default: none is
     * checked before its first message.
     */
    @Nonbinding
    Class<?>[] payload() default {};
}
