// SPDX-License-Identifier: Apache-2.0
package io.onceward.jms.outboxed;

import jakarta.enterprise.util.AnnotationLiteral;
import jakarta.inject.Qualifier;
import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Qualifies a {@code JMSContext} or {@code ConnectionFactory} that records messages as events of the outbox instead of sending
 * them:
 *
 * <pre>{@code
 * @Inject @Outboxed JMSContext jms;
 * @Resource(lookup = "jms/orders") Queue orders;
 *
 * @Transactional
 * public void place(Order order) {
 *     entities.persist(order);
 *     jms.createProducer().setPriority(7).send(orders, order.toJson());
 * }
 * }</pre>
 *
 * <p>A message is recorded in the transaction of the calling thread, as {@link io.onceward.api.Outbox} records an event: the broker
 * gets it if and only if the transaction commits. The name of the queue or topic is the name of the channel. Each call that an outbox
 * can't honour, such as receiving, throws {@link io.onceward.api.InvalidCallException}, whose message says what to use.
 *
 * <p>The injected objects are thread-safe. Producers, sessions and messages are for one thread, as in Jakarta Messaging.
 *
 * @since 0.1
 */
@Qualifier
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.FIELD, ElementType.METHOD, ElementType.PARAMETER})
public @interface Outboxed {

    /** The annotation as an object. */
    final class Literal extends AnnotationLiteral<Outboxed> implements Outboxed {

        private static final long serialVersionUID = 1L;

        /** The only value. */
        public static final Literal INSTANCE = new Literal();

        private Literal() {}
    }
}
