// SPDX-License-Identifier: Apache-2.0
package io.onceward.test;

import static io.onceward.test.OncewardAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.onceward.api.Durable;
import jakarta.ejb.ApplicationException;
import jakarta.ejb.EJB;
import jakarta.ejb.Stateless;
import jakarta.ejb.TransactionAttribute;
import jakarta.ejb.TransactionAttributeType;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.transaction.InvalidTransactionException;
import jakarta.transaction.Status;
import jakarta.transaction.TransactionManager;
import jakarta.transaction.TransactionRequiredException;
import jakarta.transaction.Transactional;
import jakarta.transaction.Transactional.TxType;
import jakarta.transaction.TransactionalException;
import java.io.FileNotFoundException;
import java.io.IOException;
import org.eclipse.microprofile.reactive.messaging.Channel;
import org.eclipse.microprofile.reactive.messaging.Emitter;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** Which transaction a method of a bean has, and which of its exceptions roll it back. */
@OncewardTest({
    BeanTransactionsTest.Entry.class,
    BeanTransactionsTest.Mails.class,
    BeanTransactionsTest.Service.class,
    BeanTransactionsTest.Self.class,
    BeanTransactionsTest.Ping.class,
    BeanTransactionsTest.Pong.class,
    BeanTransactionsTest.Methods.class
})
class BeanTransactionsTest {

    static class Refused extends RuntimeException {
        private static final long serialVersionUID = 1L;
    }

    @ApplicationException
    static class Expected extends RuntimeException {
        private static final long serialVersionUID = 1L;
    }

    static class ExpectedToo extends Expected {
        private static final long serialVersionUID = 1L;
    }

    @ApplicationException(rollback = true)
    static class Fatal extends Exception {
        private static final long serialVersionUID = 1L;
    }

    /** An enterprise bean that others inject. */
    @Stateless
    static class Service {

        @Inject
        private TransactionManager manager;

        @Inject
        @Channel("events")
        private Emitter<String> events;

        public void record(String text, Exception failure) throws Exception {
            events.send(text);
            if (failure != null) {
                throw failure;
            }
        }

        @TransactionAttribute(TransactionAttributeType.REQUIRES_NEW)
        public Object inNew(String text, Exception failure) throws Exception {
            record(text, failure);
            return manager.getTransaction();
        }

        @TransactionAttribute(TransactionAttributeType.NOT_SUPPORTED)
        public int without() throws Exception {
            return manager.getStatus();
        }

        @TransactionAttribute(TransactionAttributeType.SUPPORTS)
        public int asCalled() throws Exception {
            return manager.getStatus();
        }
    }

    /** An enterprise bean with durable methods. */
    @Stateless
    static class Mails {

        @Inject
        private TransactionManager manager;

        int sentInTransaction;

        @Durable
        public void send(String to) throws Exception {
            sentInTransaction += manager.getStatus() == Status.STATUS_ACTIVE ? 1 : 0;
        }

        @Durable
        @TransactionAttribute(TransactionAttributeType.SUPPORTS)
        public void sendAsCalled(String to) {}

        public int sent() {
            return sentInTransaction;
        }
    }

    /** An enterprise bean that calls another one. */
    @Stateless
    @TransactionAttribute(TransactionAttributeType.REQUIRED)
    static class Entry {

        @EJB
        private Service field;

        private Service setter;

        @Inject
        private TransactionManager manager;

        @EJB
        public void setService(Service service) {
            setter = service;
        }

        public void recordBoth(Exception failure) throws Exception {
            field.record("outer", null);
            assertThat(setter.inNew("inner", null)).isNotEqualTo(manager.getTransaction());
            throw failure;
        }

        public void recordInNewThatFails() throws Exception {
            field.record("outer", null);
            try {
                field.inNew("inner", new Refused());
            } catch (Refused e) {
                // the transaction of the caller goes on
            }
        }

        public void recordInSameThatFails(Exception failure) throws Exception {
            field.record("outer", null);
            try {
                field.record("inner", failure);
            } catch (Exception e) {
                assertThat(e).isSameAs(failure);
            }
        }

        public void callWithout() throws Exception {
            assertThat(field.asCalled()).isEqualTo(Status.STATUS_ACTIVE);
            assertThat(field.without()).isEqualTo(Status.STATUS_NO_TRANSACTION);
            assertThat(manager.getStatus()).isEqualTo(Status.STATUS_ACTIVE);
        }
    }

    /** An enterprise bean that calls itself through the container. */
    @Stateless
    static class Self {

        @EJB
        private Self self;

        @Inject
        private TransactionManager manager;

        public boolean isNewForItself() throws Exception {
            return !manager.getTransaction().equals(self.inNew());
        }

        @TransactionAttribute(TransactionAttributeType.REQUIRES_NEW)
        public Object inNew() throws Exception {
            return manager.getTransaction();
        }
    }

    /** Two enterprise beans that inject each other. */
    @Stateless
    static class Ping {

        @Inject
        private Pong pong;

        public String ping(int times) {
            return times == 0 ? "end" : pong.pong(times - 1);
        }
    }

    @Stateless
    static class Pong {

        @Inject
        private Ping ping;

        public String pong(int times) {
            return ping.ping(times);
        }
    }

    /** A bean of CDI with each kind of {@code @Transactional}. */
    @ApplicationScoped
    static class Methods {

        @Inject
        private TransactionManager manager;

        @Inject
        @Channel("events")
        private Emitter<String> events;

        private Object transaction(Exception failure) throws Exception {
            if (manager.getStatus() == Status.STATUS_ACTIVE) {
                events.send("event");
            }
            if (failure != null) {
                throw failure;
            }
            return manager.getTransaction();
        }

        @Transactional
        public Object required(Exception failure) throws Exception {
            return transaction(failure);
        }

        @Transactional(TxType.REQUIRES_NEW)
        public Object requiresNew() throws Exception {
            return transaction(null);
        }

        @Transactional(TxType.MANDATORY)
        public Object mandatory() throws Exception {
            return transaction(null);
        }

        @Transactional(TxType.NEVER)
        public Object never() throws Exception {
            return transaction(null);
        }

        @Transactional(TxType.SUPPORTS)
        public Object supports() throws Exception {
            return transaction(null);
        }

        @Transactional(TxType.NOT_SUPPORTED)
        public Object notSupported() throws Exception {
            return transaction(null);
        }

        @Transactional(rollbackOn = IOException.class)
        public Object rollsBackOnIo(Exception failure) throws Exception {
            return transaction(failure);
        }

        @Transactional(dontRollbackOn = Refused.class)
        public Object keepsRefused(Exception failure) throws Exception {
            return transaction(failure);
        }

        @Transactional(rollbackOn = IOException.class, dontRollbackOn = FileNotFoundException.class)
        public Object both(Exception failure) throws Exception {
            return transaction(failure);
        }
    }

    @EJB
    private Entry entry;

    @EJB
    private Service service;

    @Inject
    private Self self;

    @Inject
    private Ping ping;

    @Inject
    private Methods methods;

    @Inject
    private TransactionManager manager;

    @Nested
    class OfEnterpriseBeans {

        @Inject
        Mails mails;

        /** Its transaction begins before the call is recorded. Before, the call was refused, although no server refuses it. */
        @Test
        void callOfADurableMethodOfAnEnterpriseBeanNeedsNoTransaction(TestOutbox outbox) throws Exception {
            int before = mails.sent();
            mails.send("zoe");
            outbox.deliver();
            assertThat(mails.sent()).isEqualTo(before + 1);
            assertThatThrownBy(() -> mails.sendAsCalled("zoe")).hasMessageStartingWith("OWD-0348");
        }

        @Test
        void requiresNewCommitsAlthoughTheCallerRollsBack(TestOutbox outbox) {
            assertThatThrownBy(() -> entry.recordBoth(new Refused())).isInstanceOf(Refused.class);
            assertThat(assertThat(outbox).recorded("events").payload(String.class))
                    .isEqualTo("inner");
        }

        @Test
        void requiresNewThatFailsLeavesTheCaller(TestOutbox outbox) throws Exception {
            entry.recordInNewThatFails();
            assertThat(assertThat(outbox).recorded("events").payload(String.class))
                    .isEqualTo("outer");
        }

        @Test
        void failureInTheTransactionOfTheCallerRollsItBack(TestOutbox outbox) throws Exception {
            entry.recordInSameThatFails(new Refused());
            assertThat(outbox).recordedNothing();
        }

        @Test
        void notSupportedSuspendsTheTransaction() throws Exception {
            entry.callWithout();
            assertThat(service.asCalled()).isEqualTo(Status.STATUS_NO_TRANSACTION);
        }

        @Test
        void checkedExceptionDoesNotRollBack(TestOutbox outbox) {
            assertThatThrownBy(() -> entry.recordBoth(new IOException("on purpose")))
                    .hasMessage("on purpose");
            assertThat(outbox).recorded("events").times(2);
        }

        @Test
        void applicationExceptionDecidesItself(TestOutbox outbox) throws Exception {
            entry.recordInSameThatFails(new Expected());
            entry.recordInSameThatFails(new ExpectedToo());
            assertThat(outbox).recorded("events").times(4);
            assertThatThrownBy(() -> service.record("event", new Fatal())).isInstanceOf(Fatal.class);
            assertThat(outbox).recorded("events").times(4);
        }

        @Test
        void beanCallsItselfThroughTheContainer() throws Exception {
            assertThat(self.isNewForItself()).isTrue();
        }

        @Test
        void beansInjectEachOther() {
            assertThat(ping.ping(3)).isEqualTo("end");
        }
    }

    @Nested
    class OfTransactional {

        @Test
        void requiresNewSuspendsTheTransaction(TestOutbox outbox) {
            assertThatThrownBy(() -> outbox.inTransaction(() -> {
                        assertThat(methods.requiresNew()).isNotNull().isNotEqualTo(manager.getTransaction());
                        assertThat(methods.required(null)).isEqualTo(manager.getTransaction());
                        throw new IOException("on purpose");
                    }))
                    .hasMessage("on purpose");
            assertThat(outbox).recorded("events").times(1);
        }

        @Test
        void mandatoryNeedsATransaction(TestOutbox outbox) throws Exception {
            assertThatThrownBy(() -> methods.mandatory())
                    .isInstanceOf(TransactionalException.class)
                    .hasCauseInstanceOf(TransactionRequiredException.class);
            outbox.inTransaction(() -> {
                assertThat(methods.mandatory()).isEqualTo(manager.getTransaction());
            });
            assertThat(outbox).recorded("events").times(1);
        }

        @Test
        void neverRefusesATransaction(TestOutbox outbox) throws Exception {
            assertThat(methods.never()).isNull();
            assertThatThrownBy(() -> outbox.inTransaction(() -> {
                        methods.never();
                    }))
                    .isInstanceOf(TransactionalException.class)
                    .hasCauseInstanceOf(InvalidTransactionException.class);
        }

        @Test
        void supportsAndNotSupportedBeginNone(TestOutbox outbox) throws Exception {
            assertThat(methods.supports()).isNull();
            assertThat(methods.notSupported()).isNull();
            outbox.inTransaction(() -> {
                assertThat(methods.supports()).isEqualTo(manager.getTransaction());
                assertThat(methods.notSupported()).isNull();
                assertThat(manager.getTransaction()).isNotNull();
            });
        }

        @Test
        void uncheckedExceptionRollsBackAndCheckedDoesNot(TestOutbox outbox) {
            assertThatThrownBy(() -> methods.required(new Refused())).isInstanceOf(Refused.class);
            assertThat(outbox).recordedNothing();
            assertThatThrownBy(() -> methods.required(new IOException("on purpose")))
                    .hasMessage("on purpose");
            assertThat(outbox).recorded("events").times(1);
        }

        @Test
        void rollbackOnAddsAndDontRollbackOnTakesAway(TestOutbox outbox) {
            assertThatThrownBy(() -> methods.rollsBackOnIo(new FileNotFoundException("on purpose")))
                    .hasMessage("on purpose");
            assertThatThrownBy(() -> methods.both(new IOException("on purpose")))
                    .hasMessage("on purpose");
            assertThat(outbox).recordedNothing();
            assertThatThrownBy(() -> methods.keepsRefused(new Refused())).isInstanceOf(Refused.class);
            assertThatThrownBy(() -> methods.both(new FileNotFoundException("on purpose")))
                    .hasMessage("on purpose");
            assertThat(outbox).recorded("events").times(2);
        }

        /** The transaction that the method found is marked, and its owner learns of it. */
        @Test
        void failureInTheTransactionOfTheCallerRollsItBack(TestOutbox outbox) {
            assertThatThrownBy(() -> outbox.inTransaction(() -> {
                        assertThatThrownBy(() -> methods.required(new Refused()))
                                .isInstanceOf(Refused.class);
                    }))
                    .hasMessageContaining("marked for rollback");
            assertThat(outbox).recordedNothing();
        }
    }
}
