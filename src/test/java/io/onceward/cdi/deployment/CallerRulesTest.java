// SPDX-License-Identifier: Apache-2.0
package io.onceward.cdi.deployment;

import static org.assertj.core.api.Assertions.assertThat;

import io.onceward.api.Idempotent;
import io.onceward.api.Outbox;
import io.onceward.api.OutboxMetadata;
import io.onceward.outbox.RecordsEvents;
import jakarta.annotation.PostConstruct;
import jakarta.annotation.Priority;
import jakarta.batch.api.chunk.AbstractItemWriter;
import jakarta.ejb.MessageDriven;
import jakarta.ejb.Stateless;
import jakarta.ejb.TransactionAttribute;
import jakarta.ejb.TransactionAttributeType;
import jakarta.ejb.TransactionManagement;
import jakarta.ejb.TransactionManagementType;
import jakarta.enterprise.concurrent.Asynchronous;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.context.RequestScoped;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.event.ObservesAsync;
import jakarta.enterprise.event.TransactionPhase;
import jakarta.enterprise.inject.Instance;
import jakarta.enterprise.inject.Produces;
import jakarta.enterprise.inject.Stereotype;
import jakarta.enterprise.inject.spi.BeanManager;
import jakarta.enterprise.inject.spi.Extension;
import jakarta.enterprise.inject.spi.ProcessAnnotatedType;
import jakarta.enterprise.inject.spi.ProcessInjectionTarget;
import jakarta.enterprise.inject.spi.WithAnnotations;
import jakarta.inject.Inject;
import jakarta.inject.Named;
import jakarta.inject.Qualifier;
import jakarta.interceptor.AroundInvoke;
import jakarta.interceptor.Interceptor;
import jakarta.interceptor.InterceptorBinding;
import jakarta.interceptor.InvocationContext;
import jakarta.jms.Message;
import jakarta.jms.MessageListener;
import jakarta.transaction.Transactional;
import jakarta.transaction.Transactional.TxType;
import jakarta.transaction.UserTransaction;
import java.io.Serializable;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.eclipse.microprofile.reactive.messaging.Outgoing;
import org.jboss.weld.environment.se.Weld;
import org.jboss.weld.environment.se.WeldContainer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The classes of an application in a real CDI container, which has no enterprise beans. */
class CallerRulesTest {

    /** A sender of a broker's API, as an adapter adds it. */
    interface Sender {
        void send(String event);
    }

    @Qualifier
    @RecordsEvents
    @Retention(RetentionPolicy.RUNTIME)
    @interface Recording {}

    @ApplicationScoped
    static class Senders {

        @Produces
        @Recording
        Sender sender() {
            return event -> {};
        }

        @Produces
        Sender other() {
            return event -> {};
        }

        @Produces
        Outbox outbox() {
            return new Outbox() {
                @Override
                public String record(String channel, Object payload) {
                    return "";
                }

                @Override
                public String record(String channel, Object payload, OutboxMetadata metadata) {
                    return "";
                }
            };
        }
    }

    /** Gives the events of the container to the rules, as the extension of Onceward does. */
    static final class Observer implements Extension {

        final CallerRules rules = new CallerRules();

        <X> void outgoing(@Observes @WithAnnotations(Outgoing.class) ProcessAnnotatedType<X> event) {
            event.getAnnotatedType().getMethods().stream()
                    .filter(method -> method.isAnnotationPresent(Outgoing.class))
                    .forEach(method -> rules.addOutgoing(
                            event.getAnnotatedType().getJavaClass(),
                            method.getJavaMember(),
                            method.getAnnotation(Outgoing.class).value()));
        }

        void interceptor(@Observes @WithAnnotations(Interceptor.class) ProcessAnnotatedType<?> event) {
            rules.addInterceptor(event.getAnnotatedType());
        }

        void target(@Observes ProcessInjectionTarget<?> event) {
            rules.add(event.getAnnotatedType());
        }
    }

    private static Set<String> found(Predicate<String> needsTransaction, boolean anyNeeds, Class<?>... classes) {
        Observer observer = new Observer();
        try (WeldContainer container = new Weld()
                .disableDiscovery()
                .addExtension(observer)
                .addBeanClasses(Senders.class)
                .addBeanClasses(classes)
                .initialize()) {
            assertThat(container.select(BeanManager.class).isUnsatisfied()).isFalse();
            return observer.rules.withoutTransaction(needsTransaction, anyNeeds);
        }
    }

    private static Set<String> found(Class<?>... classes) {
        return found(channel -> true, true, classes);
    }

    private static String member(Class<?> bean, String reason) {
        return bean.getName() + "#" + reason;
    }

    @Named
    @RequestScoped
    static class Page implements Serializable {

        private static final long serialVersionUID = 1L;

        @Inject
        @Recording
        private transient Sender sender;

        public String getTitle() {
            return "";
        }

        public void setTitle(String title) {}

        public void submit() {
            sender.send("");
        }
    }

    @Test
    void pageWithoutTransactionIsFoundByItsActions() {
        assertThat(found(Page.class)).containsExactly(member(Page.class, "submit (no @Transactional)"));
    }

    @ApplicationScoped
    static class ByConstructor {

        @Inject
        ByConstructor(@Recording Sender sender) {
            sender.send("");
        }

        ByConstructor() {}

        void send() {}
    }

    @ApplicationScoped
    static class ByInitializer {

        @Inject
        void initialize(@Recording Sender sender) {
            sender.send("");
        }

        void send() {}
    }

    @ApplicationScoped
    static class ByOutbox {

        @Inject
        Outbox outbox;

        void send() {}
    }

    @ParameterizedTest
    @ValueSource(classes = {ByConstructor.class, ByInitializer.class, ByOutbox.class})
    void anyInjectedSenderCounts(Class<?> bean) {
        assertThat(found(bean)).containsExactly(member(bean, "send (no @Transactional)"));
    }

    @ApplicationScoped
    static class OtherSender {

        @Inject
        Sender sender;

        void send() {}
    }

    @Transactional
    @ApplicationScoped
    static class TransactionalClass {

        @Inject
        @Recording
        Sender sender;

        @PostConstruct
        void initialize() {}

        void send() {}

        @Transactional(TxType.MANDATORY)
        void inner() {}

        @Transactional(TxType.REQUIRES_NEW)
        void outer() {}
    }

    @ApplicationScoped
    static class OneTransactionalMethod {

        @Inject
        @Recording
        Sender sender;

        @Transactional
        void send() {}

        String find() {
            return "";
        }
    }

    @Stereotype
    @Transactional
    @ApplicationScoped
    @Retention(RetentionPolicy.RUNTIME)
    @interface Service {}

    @Service
    static class ByStereotype {

        @Inject
        @Recording
        Sender sender;

        void send() {}
    }

    @Transactional
    @InterceptorBinding
    @Retention(RetentionPolicy.RUNTIME)
    @interface Secured {}

    @ApplicationScoped
    static class ByBinding {

        @Inject
        @Recording
        Sender sender;

        @Secured
        void send() {}
    }

    @InterceptorBinding
    @Retention(RetentionPolicy.RUNTIME)
    @interface InTransaction {}

    @InTransaction
    @Interceptor
    @Priority(1)
    static class InTransactionInterceptor {

        UserTransaction transaction;

        @AroundInvoke
        Object call(InvocationContext context) throws Exception {
            return context.proceed();
        }
    }

    @ApplicationScoped
    static class ByOwnInterceptor {

        @Inject
        @Recording
        Sender sender;

        @InTransaction
        void send() {}
    }

    @ApplicationScoped
    static class ManagesTransactions {

        @Inject
        @Recording
        Sender sender;

        UserTransaction transaction;

        void send() {}
    }

    @ApplicationScoped
    static class IdempotentMethodOnly {

        @Inject
        @Recording
        Sender sender;

        @Idempotent
        void handle(String key) {}
    }

    @ApplicationScoped
    static class ObservesOnly {

        @Inject
        @Recording
        Sender sender;

        void placed(@Observes String order) {}
    }

    @Named
    @ApplicationScoped
    static class ChunkWriter extends AbstractItemWriter {

        @Inject
        @Recording
        Sender sender;

        @Override
        public void writeItems(List<Object> items) {}
    }

    @Stateless
    static class Ejb {

        @Inject
        @Recording
        Sender sender;

        public void send() {}

        void notABusinessMethod() {}
    }

    @Stateless
    @TransactionManagement(TransactionManagementType.BEAN)
    static class BeanManagedEjb {

        @Inject
        @Recording
        Sender sender;

        public void send() {}
    }

    @MessageDriven
    static class MessageDrivenBean implements MessageListener {

        @Inject
        @Recording
        Sender sender;

        @Override
        public void onMessage(Message message) {}
    }

    /** Declared by a deployment descriptor. */
    @ApplicationScoped
    static class Listener implements MessageListener {

        @Inject
        @Recording
        Sender sender;

        @Override
        public void onMessage(Message message) {}
    }

    @ParameterizedTest
    @ValueSource(
            classes = {
                OtherSender.class,
                TransactionalClass.class,
                OneTransactionalMethod.class,
                ByStereotype.class,
                ManagesTransactions.class,
                IdempotentMethodOnly.class,
                ObservesOnly.class,
                ChunkWriter.class,
                Ejb.class,
                BeanManagedEjb.class,
                MessageDrivenBean.class,
                Listener.class
            })
    void classWithATransactionIsNoAlarm(Class<?> bean) {
        assertThat(found(bean)).isEmpty();
    }

    @Test
    void bindingOfATransactionalInterceptorIsNoAlarm() {
        assertThat(found(ByOwnInterceptor.class, InTransactionInterceptor.class))
                .isEmpty();
        assertThat(found(ByOwnInterceptor.class)).isNotEmpty();
    }

    @Test
    void bindingThatHasTheAnnotationIsNoAlarm() {
        assertThat(found(ByBinding.class)).isEmpty();
    }

    @ApplicationScoped
    static class Doubtful {

        @Inject
        @Recording
        Sender sender;

        @Transactional
        void send() {}

        @Transactional(TxType.NOT_SUPPORTED)
        void outside() {}

        @Transactional(TxType.SUPPORTS)
        void perhaps() {}

        @Asynchronous
        void later() {}

        void observed(@ObservesAsync String order) {}

        void committed(@Observes(during = TransactionPhase.AFTER_SUCCESS) String order) {}

        @Transactional
        void observedInTransaction(@ObservesAsync String order) {}
    }

    @Test
    void methodThatLeavesTheTransactionIsFoundBesideOthers() {
        assertThat(found(Doubtful.class))
                .containsExactlyInAnyOrder(
                        member(Doubtful.class, "outside (@Transactional(NOT_SUPPORTED))"),
                        member(Doubtful.class, "perhaps (@Transactional(SUPPORTS))"),
                        member(Doubtful.class, "later (asynchronous, no @Transactional)"),
                        member(Doubtful.class, "observed (asynchronous, no @Transactional)"),
                        member(Doubtful.class, "committed (observes AFTER_SUCCESS)"));
    }

    @Stateless
    static class DoubtfulEjb {

        @Inject
        @Recording
        Sender sender;

        public void send() {}

        @TransactionAttribute(TransactionAttributeType.NEVER)
        public void outside() {}
    }

    @Test
    void methodOfAnEnterpriseBeanIsFoundIfItLeavesTheTransaction() {
        assertThat(found(DoubtfulEjb.class))
                .containsExactly(member(DoubtfulEjb.class, "outside (transaction attribute NEVER)"));
    }

    @ApplicationScoped
    static class Messages {

        @Inject
        @Recording
        Sender sender;

        void send() {}
    }

    @Stateless
    static class EjbCaller {

        @Inject
        Messages messages;

        public void call() {}
    }

    @Named
    @RequestScoped
    static class PageCaller {

        @Inject
        Instance<Messages> messages;

        public void call() {}
    }

    @Test
    void helperThatOnlyTransactionalClassesInjectIsNoAlarm() {
        assertThat(found(Messages.class, EjbCaller.class)).isEmpty();
    }

    @Test
    void callerOfAHelperIsFoundInsteadOfTheHelper() {
        assertThat(found(Messages.class, EjbCaller.class, PageCaller.class))
                .containsExactly(
                        member(PageCaller.class, "call (no @Transactional; uses " + Messages.class.getName() + ")"));
    }

    @ApplicationScoped
    static class Orders {

        @Outgoing("orders")
        String place(String order) {
            return order;
        }

        @Outgoing("own")
        String note(String order) {
            return order;
        }

        @Transactional
        @Outgoing("orders")
        String cancel(String order) {
            return order;
        }

        String find() {
            return "";
        }
    }

    @Test
    void outgoingMethodIsFoundUnlessItsChannelNeedsNoTransaction() {
        assertThat(found(channel -> !channel.equals("own"), true, Orders.class))
                .containsExactly(member(Orders.class, "place (no @Transactional)"));
    }

    @Test
    void senderIsNoAlarmIfNoChannelNeedsATransaction() {
        assertThat(found(channel -> false, false, Page.class, Orders.class)).isEmpty();
    }

    @Test
    void applicationWithoutSendersIsNoAlarm() {
        assertThat(Stream.of(found(OtherSender.class), found()).flatMap(Set::stream))
                .isEmpty();
    }
}
