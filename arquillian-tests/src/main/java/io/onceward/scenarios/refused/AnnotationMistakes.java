// SPDX-License-Identifier: Apache-2.0
package io.onceward.scenarios.refused;

import io.onceward.api.FailurePolicy;
import io.onceward.api.IdempotencyKey;
import io.onceward.api.Idempotent;
import io.onceward.api.TenantResolver;
import jakarta.ejb.TransactionAttribute;
import jakarta.ejb.TransactionAttributeType;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.event.TransactionPhase;
import jakarta.enterprise.inject.Stereotype;
import jakarta.interceptor.InterceptorBinding;
import jakarta.transaction.Transactional;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Flow;
import java.util.concurrent.Future;
import org.eclipse.microprofile.reactive.messaging.Incoming;
import org.eclipse.microprofile.reactive.messaging.Outgoing;

/** Annotations that a deployment refuses; all of them in one application are named at once. */
final class AnnotationMistakes {

    private AnnotationMistakes() {}

    /** All of them. */
    static List<Mistake> all() {
        return List.of(
                annotated("completion-stage", LaterInStage.class)
                        .reports(
                                "OWD-0020",
                                LaterInStage.class.getName() + "#later",
                                "CompletionStage",
                                "Return the payload"),
                annotated("completable-future", LaterInCompletable.class)
                        .reports("OWD-0020", LaterInCompletable.class.getName() + "#later", "CompletableFuture"),
                annotated("future", LaterInFuture.class)
                        .reports("OWD-0020", LaterInFuture.class.getName() + "#later", "Future"),
                annotated("publisher", LaterInPublisher.class)
                        .reports("OWD-0020", LaterInPublisher.class.getName() + "#later", "Publisher"),
                annotated("void", Nothing.class)
                        .reports("OWD-0021", Nothing.class.getName() + "#nothing", "Return the event"),
                annotated("private", Private.class)
                        .reports("OWD-0022", Private.class.getName() + "#hidden", "is private"),
                annotated("static", Static.class).reports("OWD-0022", Static.class.getName() + "#shared", "is static"),
                annotated("final", Final.class).reports("OWD-0022", Final.class.getName() + "#fixed", "is final"),
                annotated("outgoing-after-success", AfterSuccess.class)
                        .reports("OWD-0032", AfterSuccess.class.getName() + "#late", "AFTER_SUCCESS", "IN_PROGRESS"),
                annotated("outgoing-on-mdb", Forwarder.class)
                        .reports("OWD-0027", Forwarder.class.getName() + "#forward", "inject Outbox"),
                annotated("idempotent-bean-managed", BeanManaged.class)
                        .reports("OWD-0024", BeanManaged.class.getName(), "bean-managed", "REQUIRED"),
                annotated("idempotent-not-supported", NotSupported.class)
                        .reports("OWD-0024", NotSupported.class.getName(), "NOT_SUPPORTED", "REQUIRED"),
                annotated("idempotent-method-not-supported", MethodNotSupported.class)
                        .reports("OWD-0024", MethodNotSupported.class.getName() + "#onMessage", "NOT_SUPPORTED"),
                annotated("idempotent-without-key", WithoutKey.class)
                        .reports("OWD-0111", WithoutKey.class.getName() + "#handle", "@IdempotencyKey"),
                annotated("idempotent-by-stereotype", ByStereotype.class, IdempotentStereotype.class)
                        .reports("OWD-0126", ByStereotype.class.getName() + "#handle", "stereotype"),
                annotated("idempotent-by-binding", ByBinding.class, IdempotentBinding.class)
                        .reports("OWD-0126", ByBinding.class.getName() + "#handle", "interceptor binding"),
                annotated("incoming-private", PrivateIncoming.class)
                        .reports("OWD-0098", PrivateIncoming.class.getName() + "#hidden", "is private"),
                annotated("incoming-jms-message", IncomingOfJms.class)
                        .reports(
                                "OWD-0098",
                                IncomingOfJms.class.getName() + "#handle",
                                "jakarta.jms.Message",
                                "Message<T>"),
                annotated("incoming-two-parameters", IncomingOfTwo.class)
                        .reports("OWD-0098", IncomingOfTwo.class.getName() + "#handle", "2 parameters"),
                annotated("incoming-that-returns", IncomingThatReturns.class)
                        .reports(
                                "OWD-0098",
                                IncomingThatReturns.class.getName() + "#handle",
                                "would discard",
                                "@Outgoing"),
                annotated("incoming-outside", IncomingOutside.class)
                        .reports(
                                "OWD-0098",
                                IncomingOutside.class.getName() + "#handle",
                                "does not join the transaction"),
                annotated("incoming-outside-by-superclass", OutsideBySuperclass.class, Outside.class)
                        .reports("OWD-0098", Outside.class.getName() + "#handle", "does not join the transaction"),
                annotated("incoming-outside-by-stereotype", OutsideByStereotype.class, Apart.class)
                        .reports(
                                "OWD-0098",
                                OutsideByStereotype.class.getName() + "#handle",
                                "does not join the transaction"),
                annotated("incoming-with-key", IncomingWithKey.class)
                        .reports("OWD-0098", IncomingWithKey.class.getName() + "#handle", "more than a handler name"),
                annotated("incoming-contradicting-failure-policy", Contradicting.class)
                        .reports("OWD-0100", Contradicting.class.getName() + "#handle", "IllegalStateException"),
                annotated("failure-policy-elsewhere", PolicyElsewhere.class)
                        .reports("OWD-0102", PolicyElsewhere.class.getName() + "#call", "@Incoming"),
                annotated("two-tenant-resolvers", OneTenant.class, OtherTenant.class)
                        .reports("OWD-0203", OneTenant.class.getName(), OtherTenant.class.getName()),
                Mistake.alone(
                                "incoming-not-decodable",
                                List.of(),
                                IncomingOfInterface.class,
                                IncomingOfInterface.Face.class)
                        .reports(
                                "OWD-0338",
                                IncomingOfInterface.class.getName() + "#handle",
                                IncomingOfInterface.Face.class.getName(),
                                "it is an interface"),
                Mistake.alone("payload-not-decodable", List.of(), Undecodable.class, Undecodable.Order.class)
                        .reports(
                                "OWD-0338",
                                Undecodable.class.getName() + "#onMessage",
                                Undecodable.Order.class.getName(),
                                "no public constructor without parameters"),
                Mistake.alone("incoming-same-handler", List.of(), IncomingTwice.class)
                        .reports("OWD-0099", IncomingTwice.class.getName() + "#one", "'the-same'"));
    }

    /** A mistake in the application of all annotations. */
    private static Mistake annotated(String name, Class<?>... classes) {
        return new Mistake(name, "annotations", List.of(), List.of(classes), List.of());
    }

    @ApplicationScoped
    static class AfterSuccess {

        @Outgoing("orders")
        String late(@Observes(during = TransactionPhase.AFTER_SUCCESS) String order) {
            return order;
        }
    }

    @ApplicationScoped
    static class LaterInCompletable {

        @Outgoing("orders")
        CompletableFuture<String> later(String order) {
            return CompletableFuture.completedFuture(order);
        }
    }

    @ApplicationScoped
    static class LaterInFuture {

        @Outgoing("orders")
        Future<String> later(String order) {
            return CompletableFuture.completedFuture(order);
        }
    }

    @ApplicationScoped
    static class LaterInPublisher {

        @Outgoing("orders")
        Flow.Publisher<String> later(String order) {
            throw new UnsupportedOperationException(order);
        }
    }

    @ApplicationScoped
    static class Nothing {

        @Outgoing("orders")
        void nothing(String order) {}
    }

    @ApplicationScoped
    static class Private {

        @Outgoing("orders")
        @SuppressWarnings("UnusedMethod")
        private String hidden(String order) {
            return order;
        }
    }

    @ApplicationScoped
    static class Static {

        @Outgoing("orders")
        static String shared(String order) {
            return order;
        }
    }

    @ApplicationScoped
    static class WithoutKey {

        @Idempotent
        void handle(String order) {}
    }

    @Idempotent
    @Stereotype
    @Retention(RetentionPolicy.RUNTIME)
    @interface IdempotentStereotype {}

    @IdempotentStereotype
    @ApplicationScoped
    static class ByStereotype {

        void handle(@IdempotencyKey String order) {}
    }

    @Idempotent
    @InterceptorBinding
    @Retention(RetentionPolicy.RUNTIME)
    @interface IdempotentBinding {}

    @ApplicationScoped
    static class ByBinding {

        @IdempotentBinding
        void handle(@IdempotencyKey String order) {}
    }

    @ApplicationScoped
    static class PrivateIncoming {

        @Incoming("orders")
        @SuppressWarnings({"UnusedMethod", "UnusedVariable"})
        private void hidden(String order) {}
    }

    @ApplicationScoped
    static class IncomingOfJms {

        @Incoming("orders")
        void handle(jakarta.jms.Message order) {}
    }

    @ApplicationScoped
    static class IncomingOfTwo {

        @Incoming("orders")
        void handle(String order, String other) {}
    }

    @ApplicationScoped
    static class IncomingThatReturns {

        @Incoming("orders")
        String handle(String order) {
            return order;
        }
    }

    @ApplicationScoped
    static class IncomingOutside {

        @Incoming("orders")
        @Transactional(Transactional.TxType.REQUIRES_NEW)
        public void handle(String order) {}
    }

    @TransactionAttribute(TransactionAttributeType.REQUIRES_NEW)
    public static class Outside {

        @Incoming("orders")
        public void handle(String order) {}
    }

    @Stereotype
    @Transactional(Transactional.TxType.REQUIRES_NEW)
    @Retention(RetentionPolicy.RUNTIME)
    @interface Apart {}

    @Apart
    @ApplicationScoped
    static class OutsideByStereotype {

        @Incoming("orders")
        public void handle(String order) {}
    }

    @ApplicationScoped
    static class IncomingWithKey {

        @Incoming("orders")
        @Idempotent(handler = "with-key", key = "property:id")
        void handle(String order) {}
    }

    @ApplicationScoped
    static class Contradicting {

        @Incoming("orders")
        @FailurePolicy(neverRetried = IllegalStateException.class, notCounted = IllegalStateException.class)
        void handle(String order) {}
    }

    @ApplicationScoped
    static class PolicyElsewhere {

        @FailurePolicy(neverRetried = IllegalStateException.class)
        void call(String order) {}
    }

    @ApplicationScoped
    static class OneTenant implements TenantResolver {

        @Override
        public String tenant() {
            return "one";
        }
    }

    @ApplicationScoped
    static class OtherTenant implements TenantResolver {

        @Override
        public String tenant() {
            return "other";
        }
    }

    @ApplicationScoped
    static class IncomingOfInterface {

        /** A payload that JSON-B can't make. */
        public interface Face {}

        @Incoming("orders")
        void handle(Face order) {}
    }

    @ApplicationScoped
    static class IncomingTwice {

        @Incoming("orders")
        @Idempotent(handler = "the-same")
        void one(String order) {}

        @Incoming("orders")
        @Idempotent(handler = "the-same")
        void two(String order) {}
    }
}
