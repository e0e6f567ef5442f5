// SPDX-License-Identifier: Apache-2.0
package io.onceward.cdi.deployment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.onceward.api.FailurePolicy;
import io.onceward.api.IdempotencyKey;
import io.onceward.api.Idempotent;
import io.onceward.api.InboxMessage;
import io.onceward.api.KeyResolver;
import io.onceward.api.MessageKeyResolver;
import io.onceward.inbox.FailureTypes;
import jakarta.ejb.Asynchronous;
import jakarta.ejb.Stateless;
import jakarta.ejb.TransactionAttribute;
import jakarta.ejb.TransactionAttributeType;
import jakarta.enterprise.inject.Stereotype;
import jakarta.enterprise.inject.spi.AnnotatedMethod;
import jakarta.enterprise.inject.spi.AnnotatedType;
import jakarta.interceptor.InterceptorBinding;
import jakarta.transaction.Transactional;
import jakarta.transaction.Transactional.TxType;
import java.io.IOException;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.util.List;
import java.util.function.Predicate;
import org.eclipse.microprofile.reactive.messaging.Incoming;
import org.eclipse.microprofile.reactive.messaging.Outgoing;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class IncomingRulesTest {

    @ParameterizedTest
    @ValueSource(
            classes = {
                OfSuperclass.class,
                OfStereotype.class,
                OfStereotypeOfSuperclass.class,
                OfBinding.class,
                OverriddenForTheWorse.class
            })
    void transactionOfItsOwnIsRefusedWhereverItIsDeclared(Class<?> bean) {
        assertThatThrownBy(() -> verified(bean))
                .hasMessageStartingWith("OWD-0098")
                .hasMessageContaining("does not join the transaction of the claim");
    }

    @Test
    void separateThreadDeclaredByTheSuperclassIsRefused() {
        assertThatThrownBy(() -> verified(OnThreadOfSuperclass.class))
                .hasMessageStartingWith("OWD-0098")
                .hasMessageContaining("runs it on another thread");
    }

    @ParameterizedTest
    @ValueSource(classes = {Overridden.class, OverriddenStereotype.class, OtherThanSuperclass.class})
    void nearestDeclarationOfATransactionCounts(Class<?> bean) {
        assertThat(verified(bean).channel()).isEqualTo("orders");
    }

    @ParameterizedTest
    @ValueSource(
            classes = {
                WithKey.class,
                WithResolver.class,
                WithMessageKey.class,
                WithParameter.class,
                WithReplay.class,
                WithSharedName.class,
                WithPayload.class
            })
    void idempotentSettingsWithoutEffectAreRefused(Class<?> bean) {
        assertThatThrownBy(() -> verified(bean))
                .hasMessageStartingWith("OWD-0098")
                .hasMessageContaining(bean.getSimpleName() + "#handle")
                .hasMessageContaining("more than a handler name");
    }

    @ParameterizedTest
    @CsvSource({
        "Private, is private",
        "OfJmsMessage, jakarta.jms.Message",
        "OfTwoParameters, 2 parameters",
        "ThatReturns, Onceward would discard",
    })
    void methodThatCannotHandleAMessageIsRefused(String bean, String why) {
        assertThatThrownBy(() -> verified(Class.forName(IncomingRulesTest.class.getName() + "$" + bean)))
                .hasMessageStartingWith("OWD-0098")
                .hasMessageContaining(bean + "#handle")
                .hasMessageContaining(why);
    }

    @ParameterizedTest
    @CsvSource({
        "OfRawList, OWD-1205, java.util.List",
        "OfAnyList, OWD-1205, java.util.List<?>",
        "OfListOfObjects, OWD-1205, java.lang.Object",
        "OfListOfRawMessages, OWD-1205, InboxMessage",
        "OfTwoLists, OWD-1206, 2 parameters",
        "OfListAndText, OWD-1206, 2 parameters",
        "ListThatReturns, OWD-1207, Return void",
        "ListWithOutgoing, OWD-1207, Outbox.record",
        "ListWithReplay, OWD-1208, own identity",
        "ListWithKey, OWD-1208, own identity",
        "OfListOfJmsMessages, OWD-0098, jakarta.jms.Message",
    })
    void batchThatCannotBeHandledIsRefused(String bean, String code, String why) {
        assertThatThrownBy(() -> verified(Class.forName(IncomingRulesTest.class.getName() + "$" + bean)))
                .hasMessageStartingWith(code)
                .hasMessageContaining(bean + "#handle")
                .hasMessageContaining(why);
    }

    @Test
    void listIsABatchAndItsElementTheMessage() {
        assertThat(verified(OfList.class))
                .returns(true, IncomingMethod::batch)
                .returns(false, IncomingMethod::wrapped)
                .returns(String.class, IncomingMethod::payload)
                .returns("named", IncomingMethod::handler);
        assertThat(verified(OfListOfMessages.class))
                .returns(true, IncomingMethod::batch)
                .returns(true, IncomingMethod::wrapped)
                .returns(String.class, IncomingMethod::payload);
        assertThat(verified(Named.class)).returns(false, IncomingMethod::batch);
    }

    @ParameterizedTest
    @ValueSource(classes = {ImpliedOnMethod.class, ImpliedOnClass.class})
    void idempotentByAnotherAnnotationIsRefused(Class<?> bean) {
        assertThatThrownBy(() -> verified(bean)).hasMessageMatching("OWD-(0126|0098): .*");
    }

    @ParameterizedTest
    @ValueSource(classes = {BlankName.class, NameWithNul.class})
    void nameThatIsBlankOrCannotBeStoredIsRefused(Class<?> bean) {
        assertThatThrownBy(() -> verified(bean)).hasMessageStartingWith("OWD-0029");
    }

    @ParameterizedTest
    @ValueSource(classes = {NameOfObserver.class, NameOfCall.class})
    void nameOfADurableObserverOrMethodIsRefused(Class<?> bean) {
        assertThatThrownBy(() -> verified(bean)).hasMessageStartingWith("OWD-0353");
    }

    @Test
    void handlerIsNamed() {
        assertThat(verified(Named.class).handler()).isEqualTo("named");
        assertThat(verified(Overridden.class).handler()).isEqualTo(Overridden.class.getName() + "#handle");
    }

    @Test
    void failurePolicyOfTheMethodReplacesThatOfTheClass() {
        assertThat(verified(WithPolicyOfClass.class).failureTypes()).isNotSameAs(FailureTypes.NONE);
        assertThat(verified(Named.class).failureTypes()).isSameAs(FailureTypes.NONE);
        assertThatThrownBy(() -> verified(WithContradictingPolicy.class))
                .hasMessageStartingWith("OWD-0100")
                .hasMessageContaining("WithContradictingPolicy#handle")
                .hasMessageContaining("java.io.IOException");
        assertThat(verified(WithPolicyOfBoth.class).channel()).isEqualTo("orders");
    }

    @ParameterizedTest
    @ValueSource(classes = {PolicyOfAnotherMethod.class, PolicyOfAClassWithoutHandlers.class})
    void failurePolicyWithoutEffectIsRefused(Class<?> bean) {
        assertThatThrownBy(() -> IncomingRules.verifyFailurePolicies(AnnotatedTypes.of(bean), IS_INCOMING))
                .hasMessageStartingWith("OWD-0102")
                .hasMessageContaining(bean.getName());
    }

    @ParameterizedTest
    @ValueSource(classes = {WithPolicyOfClass.class, WithPolicyOfBoth.class, Named.class})
    void failurePolicyOfAHandlerIsSound(Class<?> bean) {
        assertThatCode(() -> IncomingRules.verifyFailurePolicies(AnnotatedTypes.of(bean), IS_INCOMING))
                .doesNotThrowAnyException();
    }

    private static final Predicate<AnnotatedMethod<?>> IS_INCOMING =
            method -> method.isAnnotationPresent(Incoming.class);

    @FailurePolicy(neverRetried = IOException.class)
    static class WithPolicyOfClass {
        @Incoming("orders")
        void handle(String order) {}
    }

    static class WithContradictingPolicy {
        @Incoming("orders")
        @FailurePolicy(
                neverRetried = {IllegalArgumentException.class, IOException.class},
                notCounted = IOException.class)
        void handle(String order) {}
    }

    @FailurePolicy(neverRetried = IOException.class, notCounted = IOException.class)
    static class WithPolicyOfBoth {
        @Incoming("orders")
        @FailurePolicy(neverRetried = IOException.class)
        void handle(String order) {}
    }

    static class PolicyOfAnotherMethod {
        @Incoming("orders")
        void handle(String order) {}

        @FailurePolicy(neverRetried = IOException.class)
        void call(String order) {}
    }

    @FailurePolicy(neverRetried = IOException.class)
    static class PolicyOfAClassWithoutHandlers {
        void call(String order) {}
    }

    private static IncomingMethod verified(Class<?> bean) {
        return verify(AnnotatedTypes.of(bean));
    }

    private static <T> IncomingMethod verify(AnnotatedType<T> type) {
        AnnotatedMethod<? super T> method = type.getMethods().stream()
                .filter(candidate -> candidate.isAnnotationPresent(Incoming.class))
                .findFirst()
                .orElseThrow();
        return IncomingRules.verified(type, method, TestMessages.KINDS);
    }

    static class Private {
        @Incoming("orders")
        @SuppressWarnings({"UnusedMethod", "UnusedVariable"})
        private void handle(String order) {}
    }

    static class OfJmsMessage {
        @Incoming("orders")
        void handle(jakarta.jms.Message order) {}
    }

    static class OfTwoParameters {
        @Incoming("orders")
        void handle(String order, String other) {}
    }

    static class ThatReturns {
        @Incoming("orders")
        String handle(String order) {
            return order;
        }
    }

    // ---- transactions

    @TransactionAttribute(TransactionAttributeType.REQUIRES_NEW)
    static class Apart {
        @Incoming("orders")
        public void handle(String order) {}
    }

    @Stateless
    static class OfSuperclass extends Apart {}

    @Stereotype
    @Transactional(TxType.REQUIRES_NEW)
    @Retention(RetentionPolicy.RUNTIME)
    @java.lang.annotation.Inherited
    @interface Service {}

    @Service
    static class OfStereotype {
        @Incoming("orders")
        public void handle(String order) {}
    }

    static class OfStereotypeOfSuperclass extends OfStereotype {}

    @InterceptorBinding
    @Transactional(TxType.NOT_SUPPORTED)
    @Retention(RetentionPolicy.RUNTIME)
    @interface Bare {}

    static class OfBinding {
        @Bare
        @Incoming("orders")
        public void handle(String order) {}
    }

    @Transactional
    static class Joining {
        @Incoming("orders")
        public void handle(String order) {}
    }

    /** An annotation of CDI counts for what the class inherits, too. */
    @Transactional(TxType.REQUIRES_NEW)
    static class OverriddenForTheWorse extends Joining {}

    @Transactional(TxType.REQUIRES_NEW)
    static class Overridden {
        @Incoming("orders")
        @Transactional(TxType.MANDATORY)
        public void handle(String order) {}
    }

    @Service
    @Transactional
    static class OverriddenStereotype {
        @Incoming("orders")
        public void handle(String order) {}
    }

    @TransactionAttribute(TransactionAttributeType.REQUIRED)
    static class JoiningEjb {
        @Incoming("orders")
        public void handle(String order) {}
    }

    /** An annotation of EJB counts for what the class declares itself. */
    @Stateless
    @TransactionAttribute(TransactionAttributeType.REQUIRES_NEW)
    static class OtherThanSuperclass extends JoiningEjb {}

    @Asynchronous
    static class Later {
        @Incoming("orders")
        public void handle(String order) {}
    }

    @Stateless
    static class OnThreadOfSuperclass extends Later {}

    // ---- @Idempotent

    static class BlankName {
        @Incoming("orders")
        @Idempotent(handler = " ")
        public void handle(String order) {}
    }

    static class NameWithNul {
        @Incoming("orders")
        @Idempotent(handler = "billing\0")
        public void handle(String order) {}
    }

    static class NameOfObserver {
        @Incoming("orders")
        @Idempotent(handler = "observer:billing")
        public void handle(String order) {}
    }

    static class NameOfCall {
        @Incoming("orders")
        @Idempotent(handler = "call:billing")
        public void handle(String order) {}
    }

    static class Named {
        @Incoming("orders")
        @Idempotent(handler = "named")
        public void handle(String order) {}
    }

    static class WithKey {
        @Incoming("orders")
        @Idempotent(key = "property:id")
        public void handle(String order) {}
    }

    interface MessageKeys extends MessageKeyResolver {}

    static class WithMessageKey {
        @Incoming("orders")
        @Idempotent(messageKey = MessageKeys.class)
        public void handle(String order) {}
    }

    static class WithResolver {
        @Incoming("orders")
        @Idempotent(resolver = Keys.class)
        public void handle(String order) {}
    }

    interface Keys extends KeyResolver {}

    static class WithParameter {
        @Incoming("orders")
        public void handle(@IdempotencyKey String order) {}
    }

    static class WithReplay {
        @Incoming("orders")
        @Idempotent(replay = true)
        public void handle(String order) {}
    }

    static class WithSharedName {
        @Incoming("orders")
        @Idempotent(handler = "one", shared = true)
        public void handle(String order) {}
    }

    static class WithPayload {
        @Incoming("orders")
        @Idempotent(payload = String.class)
        public void handle(String order) {}
    }

    @Idempotent
    @InterceptorBinding
    @Retention(RetentionPolicy.RUNTIME)
    @interface Once {}

    static class ImpliedOnMethod {
        @Once
        @Incoming("orders")
        public void handle(String order) {}
    }

    @Once
    static class ImpliedOnClass {
        @Incoming("orders")
        public void handle(String order) {}
    }

    @SuppressWarnings("rawtypes")
    static class OfRawList {
        @Incoming("orders")
        public void handle(List messages) {}
    }

    @SuppressWarnings("rawtypes")
    static class OfListOfRawMessages {
        @Incoming("orders")
        public void handle(List<InboxMessage> messages) {}
    }

    static class OfAnyList {
        @Incoming("orders")
        public void handle(List<?> messages) {}
    }

    static class OfListOfObjects {
        @Incoming("orders")
        public void handle(List<Object> messages) {}
    }

    static class OfTwoLists {
        @Incoming("orders")
        public void handle(List<String> messages, List<String> others) {}
    }

    static class OfListAndText {
        @Incoming("orders")
        public void handle(List<String> messages, String other) {}
    }

    static class ListThatReturns {
        @Incoming("orders")
        public String handle(List<String> messages) {
            return null;
        }
    }

    static class ListWithOutgoing {
        @Incoming("orders")
        @Outgoing("invoices")
        public void handle(List<String> messages) {}
    }

    static class ListWithReplay {
        @Incoming("orders")
        @Idempotent(handler = "named", replay = true)
        public void handle(List<String> messages) {}
    }

    static class ListWithKey {
        @Incoming("orders")
        public void handle(@IdempotencyKey List<String> messages) {}
    }

    static class OfListOfJmsMessages {
        @Incoming("orders")
        public void handle(List<jakarta.jms.Message> messages) {}
    }

    static class OfList {
        @Incoming("orders")
        @Idempotent(handler = "named")
        public void handle(List<String> messages) {}
    }

    static class OfListOfMessages {
        @Incoming("orders")
        public void handle(List<InboxMessage<String>> messages) {}
    }
}
