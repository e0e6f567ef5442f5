// SPDX-License-Identifier: Apache-2.0
package io.onceward.cdi.deployment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jakarta.ejb.MessageDriven;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.event.TransactionPhase;
import jakarta.enterprise.inject.spi.AnnotatedMethod;
import jakarta.enterprise.inject.spi.AnnotatedType;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;
import java.util.concurrent.Future;
import org.eclipse.microprofile.reactive.messaging.Incoming;
import org.eclipse.microprofile.reactive.messaging.Outgoing;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class OutgoingRulesTest {

    static List<Arguments> mistakes() {
        return List.of(
                Arguments.of("OWD-0020", InStage.class),
                Arguments.of("OWD-0020", InCompletableFuture.class),
                Arguments.of("OWD-0020", InFuture.class),
                Arguments.of("OWD-0020", InPublisher.class),
                Arguments.of("OWD-0021", OfNothing.class),
                Arguments.of("OWD-0021", OfVoid.class),
                Arguments.of("OWD-0022", Private.class),
                Arguments.of("OWD-0022", Static.class),
                Arguments.of("OWD-0022", Final.class),
                Arguments.of("OWD-0027", OfMessageDrivenBean.class),
                Arguments.of("OWD-0032", AfterSuccess.class),
                Arguments.of("OWD-0032", AfterFailure.class),
                Arguments.of("OWD-0032", AfterCompletion.class));
    }

    @ParameterizedTest
    @MethodSource("mistakes")
    void mistakeIsRefused(String code, Class<?> bean) {
        assertThatThrownBy(() -> verify(bean, false))
                .hasMessageStartingWith(code)
                .hasMessageContaining(bean.getName() + "#send");
    }

    @Test
    void outgoingMethodThatTheServerCallsIsRefused() {
        assertThatThrownBy(() -> verify(Processor.class, true)).hasMessageStartingWith("OWD-0023");
        assertThatCode(() -> verify(Processor.class, false)).doesNotThrowAnyException();
    }

    @ParameterizedTest
    @ValueSource(classes = {Sound.class, InProgress.class, BeforeCompletion.class})
    void validMethodIsAccepted(Class<?> bean) {
        assertThatCode(() -> verify(bean, false)).doesNotThrowAnyException();
    }

    @Test
    void methodThatReactiveMessagingWouldRefuseIsForApplications() {
        assertThat(OutgoingRules.isForApplications(send(Sound.class))).isTrue();
        assertThat(OutgoingRules.isForApplications(send(Processor.class))).isFalse();
        assertThat(OutgoingRules.isForApplications(send(Source.class))).isFalse();
    }

    private static void verify(Class<?> bean, boolean incomingOfServer) {
        OutgoingRules.verify(AnnotatedTypes.of(bean), send(bean), incomingOfServer);
    }

    private static AnnotatedMethod<?> send(Class<?> bean) {
        AnnotatedType<?> type = AnnotatedTypes.of(bean);
        return type.getMethods().stream()
                .filter(method -> method.getJavaMember().getName().equals("send"))
                .<AnnotatedMethod<?>>map(method -> method)
                .findFirst()
                .orElseThrow();
    }

    static class Sound {
        @Outgoing("orders")
        String send(String order) {
            return order;
        }
    }

    static class Source {
        @Outgoing("orders")
        String send() {
            return "order";
        }
    }

    static class Processor {
        @Incoming("payments")
        @Outgoing("orders")
        String send(String payment) {
            return payment;
        }
    }

    static class InProgress {
        @Outgoing("orders")
        String send(@Observes String order) {
            return order;
        }
    }

    static class BeforeCompletion {
        @Outgoing("orders")
        String send(@Observes(during = TransactionPhase.BEFORE_COMPLETION) String order) {
            return order;
        }
    }

    static class AfterSuccess {
        @Outgoing("orders")
        String send(@Observes(during = TransactionPhase.AFTER_SUCCESS) String order) {
            return order;
        }
    }

    static class AfterFailure {
        @Outgoing("orders")
        String send(@Observes(during = TransactionPhase.AFTER_FAILURE) String order) {
            return order;
        }
    }

    static class AfterCompletion {
        @Outgoing("orders")
        String send(@Observes(during = TransactionPhase.AFTER_COMPLETION) String order) {
            return order;
        }
    }

    static class InStage {
        @Outgoing("orders")
        CompletionStage<String> send(String order) {
            return CompletableFuture.completedFuture(order);
        }
    }

    static class InCompletableFuture {
        @Outgoing("orders")
        CompletableFuture<String> send(String order) {
            return CompletableFuture.completedFuture(order);
        }
    }

    static class InFuture {
        @Outgoing("orders")
        Future<String> send(String order) {
            return CompletableFuture.completedFuture(order);
        }
    }

    static class InPublisher {
        @Outgoing("orders")
        Flow.Publisher<String> send(String order) {
            throw new UnsupportedOperationException(order);
        }
    }

    static class OfNothing {
        @Outgoing("orders")
        void send(String order) {}
    }

    static class OfVoid {
        @Outgoing("orders")
        Void send(String order) {
            return null;
        }
    }

    static class Private {
        @Outgoing("orders")
        @SuppressWarnings("UnusedMethod")
        private String send(String order) {
            return order;
        }
    }

    static class Static {
        @Outgoing("orders")
        static String send(String order) {
            return order;
        }
    }

    static class Final {
        @Outgoing("orders")
        final String send(String order) {
            return order;
        }
    }

    @MessageDriven
    static class OfMessageDrivenBean {
        @Outgoing("orders")
        String send(String order) {
            return order;
        }
    }
}
