// SPDX-License-Identifier: Apache-2.0
package io.onceward.cdi.deployment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.onceward.api.IdempotencyKey;
import io.onceward.api.Idempotent;
import jakarta.ejb.MessageDriven;
import jakarta.ejb.Stateless;
import jakarta.ejb.TransactionAttribute;
import jakarta.ejb.TransactionAttributeType;
import jakarta.ejb.TransactionManagement;
import jakarta.ejb.TransactionManagementType;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.event.TransactionPhase;
import jakarta.enterprise.inject.Stereotype;
import jakarta.interceptor.InterceptorBinding;
import jakarta.jms.Message;
import jakarta.jms.MessageListener;
import jakarta.transaction.Transactional;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.container.AsyncResponse;
import jakarta.ws.rs.container.Suspended;
import jakarta.ws.rs.core.StreamingOutput;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.util.concurrent.CompletionStage;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Annotations of {@code @Idempotent} methods that fail the deployment. */
class IdempotentMistakesTest {

    static Stream<Arguments> mistakes() {
        return Stream.of(
                Arguments.of("OWD-0024", NoTransaction.class),
                Arguments.of("OWD-0024", NeverTransaction.class),
                Arguments.of("OWD-0024", NoTransactionByStereotype.class),
                Arguments.of("OWD-0024", BeanManaged.class),
                Arguments.of("OWD-0024", RequiresNewListener.class),
                Arguments.of("OWD-0030", OtherMethodOfListener.class),
                Arguments.of("OWD-0110", UnknownKey.class),
                Arguments.of("OWD-0111", WithoutKey.class),
                Arguments.of("OWD-0111", ClassWithoutKeys.class),
                Arguments.of("OWD-0112", UnknownPath.class),
                Arguments.of("OWD-0111", MessageKeyWithoutMessage.class),
                Arguments.of("OWD-0113", TwoKeys.class),
                Arguments.of("OWD-0113", KeyAndMessageKey.class),
                Arguments.of("OWD-0113", ResolverAndMessageKey.class),
                Arguments.of("OWD-0113", TwoParameters.class),
                Arguments.of("OWD-0114", KeyWithoutText.class),
                Arguments.of("OWD-0114", ArrayAsKey.class),
                Arguments.of("OWD-0115", Primitive.class),
                Arguments.of("OWD-0116", ReplayOfNothing.class),
                Arguments.of("OWD-0117", Later.class),
                Arguments.of("OWD-0119", Private.class),
                Arguments.of("OWD-0119", Static.class),
                Arguments.of("OWD-0119", Overriding.class),
                Arguments.of("OWD-0120", TooLate.class),
                Arguments.of("OWD-0128", PayloadWithoutMessage.class),
                Arguments.of("OWD-0128", ResourceWithPayload.class),
                Arguments.of("OWD-0126", ByStereotype.class),
                Arguments.of("OWD-0126", ByStereotypeOfStereotype.class),
                Arguments.of("OWD-0126", ByBinding.class),
                Arguments.of("OWD-0130", Streaming.class),
                Arguments.of("OWD-0130", Suspending.class),
                Arguments.of("OWD-0117", LaterResponse.class),
                Arguments.of("OWD-0131", ResourceWithKey.class),
                Arguments.of("OWD-0131", ResourceWithMessageKey.class),
                Arguments.of("OWD-0132", ResourceWithoutType.class),
                Arguments.of("OWD-0132", ResourceOfAnyType.class));
    }

    @ParameterizedTest
    @MethodSource("mistakes")
    void mistakeIsRefused(String code, Class<?> bean) {
        IdempotentRules rules = new IdempotentRules(AnnotatedTypes.of(bean), TestMessages.KINDS);
        assertThat(rules.apply()).isTrue();
        assertThatThrownBy(() -> rules.methods().forEach(rules::examine))
                .hasMessageStartingWith(code)
                .hasMessageContaining(bean.getSimpleName().replace("Overriding", "Base"));
    }

    // ---- the mistakes

    static class MessageKeyWithoutMessage {
        @Idempotent(messageKey = IdempotentRulesTest.MessageResolver.class)
        void handle(String text) {}
    }

    static class PayloadWithoutMessage {
        @Idempotent(payload = IdempotentRulesTest.Text.class)
        void handle(@IdempotencyKey String id) {}
    }

    static class ResourceWithPayload {
        @POST
        @Produces("text/plain")
        @Idempotent(payload = IdempotentRulesTest.Text.class)
        public String handle(String text) {
            return text;
        }
    }

    static class KeyAndMessageKey {
        @Idempotent(key = "property:id", messageKey = IdempotentRulesTest.MessageResolver.class)
        void handle(Message message) {}
    }

    static class ResolverAndMessageKey {
        @Idempotent(
                resolver = IdempotentRulesTest.Resolver.class,
                messageKey = IdempotentRulesTest.MessageResolver.class)
        void handle(Message message) {}
    }

    static class ResourceWithMessageKey {
        @POST
        @Produces("text/plain")
        @Idempotent(messageKey = IdempotentRulesTest.MessageResolver.class)
        public String handle(String text) {
            return text;
        }
    }

    static class NoTransaction {
        @Idempotent
        @Transactional(Transactional.TxType.NOT_SUPPORTED)
        void handle(@IdempotencyKey String id) {}
    }

    @Stereotype
    @Transactional(Transactional.TxType.NOT_SUPPORTED)
    @Retention(RetentionPolicy.RUNTIME)
    @interface Apart {}

    @Apart
    static class NoTransactionByStereotype {
        @Idempotent
        void handle(@IdempotencyKey String id) {}
    }

    @Stateless
    @TransactionAttribute(TransactionAttributeType.NEVER)
    static class NeverTransaction {
        @Idempotent
        public void handle(@IdempotencyKey String id) {}
    }

    @Stateless
    @TransactionManagement(TransactionManagementType.BEAN)
    static class BeanManaged {
        @Idempotent
        public void handle(@IdempotencyKey String id) {}
    }

    @Idempotent
    @MessageDriven
    static class RequiresNewListener implements MessageListener {
        @Override
        @TransactionAttribute(TransactionAttributeType.REQUIRES_NEW)
        public void onMessage(Message message) {}
    }

    @MessageDriven
    static class OtherMethodOfListener implements MessageListener {
        @Override
        public void onMessage(Message message) {}

        @Idempotent
        public void other(Message message) {}
    }

    static class UnknownKey {
        @Idempotent(key = "header:JMSType")
        void handle(Message message) {}
    }

    static class WithoutKey {
        @Idempotent
        void handle(String order) {}
    }

    @Idempotent
    static class ClassWithoutKeys {
        void handle(@IdempotencyKey String order) {}

        void other() {}
    }

    static class UnknownPath {
        @Idempotent
        void handle(@IdempotencyKey("width") IdempotentRulesTest.Text text) {}
    }

    static class TwoKeys {
        @Idempotent(key = "property:id")
        void handle(Message message, @IdempotencyKey String id) {}
    }

    static class TwoParameters {
        @Idempotent
        void handle(@IdempotencyKey String one, @IdempotencyKey String two) {}
    }

    static class KeyWithoutText {
        @Idempotent
        void handle(@IdempotencyKey Thread.State[][] id) {}
    }

    static class ArrayAsKey {
        @Idempotent
        void handle(@IdempotencyKey byte[] id) {}
    }

    static class Primitive {
        @Idempotent
        int handle(@IdempotencyKey String id) {
            return 1;
        }
    }

    static class ReplayOfNothing {
        @Idempotent(replay = true)
        void handle(@IdempotencyKey String id) {}
    }

    static class Later {
        @Idempotent(replay = true)
        CompletionStage<String> handle(@IdempotencyKey String id) {
            return null;
        }
    }

    static class Private {
        @Idempotent
        @SuppressWarnings({"UnusedMethod", "UnusedVariable"})
        private void handle(@IdempotencyKey String id) {}
    }

    static class Static {
        @Idempotent
        static void handle(@IdempotencyKey String id) {}
    }

    static class Base {
        @Idempotent
        void handle(@IdempotencyKey String id) {}
    }

    static class Overriding extends Base {
        @Override
        void handle(String id) {}
    }

    static class TooLate {
        @Idempotent
        void handle(@Observes(during = TransactionPhase.AFTER_SUCCESS) @IdempotencyKey String id) {}
    }

    @Idempotent
    @Stereotype
    @Retention(RetentionPolicy.RUNTIME)
    @interface IdempotentStereotype {}

    @IdempotentStereotype
    static class ByStereotype {
        void handle(@IdempotencyKey String id) {}
    }

    @IdempotentStereotype
    @Stereotype
    @Retention(RetentionPolicy.RUNTIME)
    @interface Service {}

    @Service
    static class ByStereotypeOfStereotype {
        void handle(@IdempotencyKey String id) {}
    }

    @Idempotent
    @InterceptorBinding
    @Retention(RetentionPolicy.RUNTIME)
    @interface Once {}

    static class ByBinding {
        @Once
        void handle(@IdempotencyKey String id) {}
    }

    static class Streaming {
        @POST
        @Idempotent
        @Produces("application/json")
        public StreamingOutput place(String order) {
            return null;
        }
    }

    static class Suspending {
        @POST
        @Idempotent
        @Produces("application/json")
        public void place(@Suspended AsyncResponse response) {}
    }

    static class LaterResponse {
        @POST
        @Idempotent
        @Produces("application/json")
        public CompletionStage<String> place(String order) {
            return null;
        }
    }

    static class ResourceWithKey {
        @POST
        @Idempotent
        @Produces("application/json")
        public String place(@IdempotencyKey String order) {
            return order;
        }
    }

    static class ResourceWithoutType {
        @POST
        @Idempotent
        public String place(String order) {
            return order;
        }
    }

    static class ResourceOfAnyType {
        @POST
        @Idempotent
        @Produces("*/*")
        public String place(String order) {
            return order;
        }
    }
}
