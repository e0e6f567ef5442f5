// SPDX-License-Identifier: Apache-2.0
package io.onceward.cdi.deployment;

import io.onceward.log.MemberName;
import jakarta.ejb.MessageDriven;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.event.TransactionPhase;
import jakarta.enterprise.inject.spi.AnnotatedMethod;
import jakarta.enterprise.inject.spi.AnnotatedParameter;
import jakarta.enterprise.inject.spi.AnnotatedType;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.EnumSet;
import java.util.Set;
import java.util.concurrent.Future;
import org.eclipse.microprofile.reactive.messaging.Incoming;

/** The deployment checks of {@code @Outgoing} methods that belong to Onceward. */
final class OutgoingRules {

    /** Reactive types, by name, since a server may lack them. */
    private static final Set<String> REACTIVE = Set.of(
            "org.reactivestreams.Publisher",
            "java.util.concurrent.Flow$Publisher",
            "java.util.concurrent.CompletionStage",
            "org.eclipse.microprofile.reactive.streams.operators.PublisherBuilder",
            "org.eclipse.microprofile.reactive.streams.operators.ProcessorBuilder",
            "org.eclipse.microprofile.reactive.streams.operators.SubscriberBuilder",
            "io.smallrye.mutiny.Uni",
            "io.smallrye.mutiny.Multi");

    /** The phases in which a transaction takes no more events. */
    static final Set<TransactionPhase> TOO_LATE = EnumSet.of(
            TransactionPhase.AFTER_COMPLETION, TransactionPhase.AFTER_SUCCESS, TransactionPhase.AFTER_FAILURE);

    private OutgoingRules() {}

    /** Returns whether Reactive Messaging forbids the signature, so that only the application can call the method. */
    static boolean isForApplications(AnnotatedMethod<?> method) {
        return !method.getParameters().isEmpty() && !method.isAnnotationPresent(Incoming.class);
    }

    /**
     * @param incomingOfServer whether the method gets messages of a channel of the server
     * @throws io.onceward.api.OncewardException if the method can't be intercepted, or returns no events, or runs too late
     */
    static void verify(AnnotatedType<?> bean, AnnotatedMethod<?> annotated, boolean incomingOfServer) {
        Method method = annotated.getJavaMember();
        String name = MemberName.of(method);
        if (bean.isAnnotationPresent(MessageDriven.class)) {
            throw AnnotationErrors.outgoingMessageDriven(name);
        }
        if (incomingOfServer) {
            throw AnnotationErrors.incomingOutgoing(name);
        }
        for (AnnotatedParameter<?> parameter : annotated.getParameters()) {
            Observes observes = parameter.getAnnotation(Observes.class);
            if (observes != null && TOO_LATE.contains(observes.during())) {
                throw AnnotationErrors.outgoingAfterCompletion(name, observes.during());
            }
        }
        if (isAsynchronous(method.getReturnType())) {
            throw AnnotationErrors.asynchronousOutgoing(
                    name, method.getReturnType().getName());
        }
        if (method.getReturnType() == void.class || method.getReturnType() == Void.class) {
            throw AnnotationErrors.voidOutgoing(name);
        }
        int modifiers = method.getModifiers();
        if (Modifier.isPrivate(modifiers) || Modifier.isStatic(modifiers) || Modifier.isFinal(modifiers)) {
            throw AnnotationErrors.uninterceptableOutgoing(
                    name, Modifier.toString(modifiers & (Modifier.PRIVATE | Modifier.STATIC | Modifier.FINAL)));
        }
    }

    /** Returns whether a value of this type arrives later. */
    static boolean isAsynchronous(Class<?> type) {
        if (type == null || type == Object.class) {
            return false;
        }
        return REACTIVE.contains(type.getName())
                || Future.class.isAssignableFrom(type)
                || isAsynchronous(type.getSuperclass())
                || java.util.Arrays.stream(type.getInterfaces()).anyMatch(OutgoingRules::isAsynchronous);
    }
}
