// SPDX-License-Identifier: Apache-2.0
package io.onceward.cdi.deployment;

import io.onceward.api.FailurePolicy;
import io.onceward.api.OncewardException;
import io.onceward.inbox.FailureTypes;
import jakarta.ejb.Stateful;
import jakarta.ejb.TransactionAttribute;
import jakarta.ejb.TransactionAttributeType;
import jakarta.ejb.TransactionManagement;
import jakarta.ejb.TransactionManagementType;
import jakarta.enterprise.context.ConversationScoped;
import jakarta.enterprise.context.SessionScoped;
import jakarta.enterprise.inject.spi.AnnotatedMethod;
import jakarta.enterprise.inject.spi.AnnotatedType;
import jakarta.transaction.Transactional;
import jakarta.transaction.Transactional.TxType;
import java.lang.annotation.Annotation;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** The deployment checks of methods that run in the transaction in which their message is claimed or removed. */
final class HandlerRules {

    /** The annotations of methods that run on another thread, by name, since a server may lack them. */
    static final Set<String> ASYNCHRONOUS = Set.of(
            "jakarta.ejb.Asynchronous",
            "jakarta.enterprise.concurrent.Asynchronous",
            "org.eclipse.microprofile.faulttolerance.Asynchronous");

    /** The annotations of beans that have an object for each user. */
    private static final Set<Class<? extends Annotation>> STATEFUL =
            Set.of(SessionScoped.class, ConversationScoped.class, Stateful.class);

    private static final Set<TransactionAttributeType> JOINING = EnumSet.of(
            TransactionAttributeType.REQUIRED, TransactionAttributeType.MANDATORY, TransactionAttributeType.SUPPORTS);

    private static final Set<TxType> JOINING_BY_INTERCEPTOR =
            EnumSet.of(TxType.REQUIRED, TxType.MANDATORY, TxType.SUPPORTS);

    private HandlerRules() {}

    /** Makes the error of a method. */
    interface Refusal {
        OncewardException of(String why, String instead);
    }

    /** @throws OncewardException if the method runs on another thread */
    static void verifyThread(Refusal refusal, AnnotatedType<?> bean, AnnotatedMethod<?> annotated) {
        Stream<Annotation> ofDeclaring =
                Stream.of(annotated.getJavaMember().getDeclaringClass().getAnnotations());
        Stream.of(InheritedAnnotations.on(annotated).stream(), InheritedAnnotations.on(bean).stream(), ofDeclaring)
                .flatMap(annotations -> annotations)
                .map(annotation -> annotation.annotationType().getName())
                .filter(ASYNCHRONOUS::contains)
                .findFirst()
                .ifPresent(type -> {
                    throw refusal.of(
                            "@" + type + " runs it on another thread",
                            "Remove the annotation: Onceward calls each handler on its own threads.");
                });
    }

    /** @throws OncewardException if the method would run on another object than that of the caller, without its state */
    static void verifyScope(Refusal refusal, AnnotatedType<?> bean) {
        InheritedAnnotations.on(bean).stream()
                .map(Annotation::annotationType)
                .filter(STATEFUL::contains)
                .findFirst()
                .ifPresent(type -> {
                    throw refusal.of(
                            "its bean has @" + type.getSimpleName()
                                    + ", and after the commit there is no such object of a user",
                            "Move the method to a bean without state, such as one with @ApplicationScoped.");
                });
    }

    /** @throws OncewardException if the method does not join the transaction of its caller */
    static void verifyTransaction(Refusal refusal, AnnotatedType<?> bean, AnnotatedMethod<?> annotated) {
        TransactionManagement management = bean.getAnnotation(TransactionManagement.class);
        TransactionAttribute attribute = Transactionality.of(bean, annotated).ofEjb();
        Transactional transactional = Transactionality.of(bean, annotated).ofCdi();
        if ((management != null && management.value() == TransactionManagementType.BEAN)
                || (attribute != null && !JOINING.contains(attribute.value()))
                || (transactional != null && !JOINING_BY_INTERCEPTOR.contains(transactional.value()))) {
            throw refusal.of("it does not join the transaction of the claim", "Use REQUIRED, the default.");
        }
    }

    /** Returns the exception types of the method, or of its class. */
    static FailureTypes failureTypes(String name, AnnotatedType<?> bean, AnnotatedMethod<?> annotated) {
        FailurePolicy policy = annotated.isAnnotationPresent(FailurePolicy.class)
                ? annotated.getAnnotation(FailurePolicy.class)
                : bean.getAnnotation(FailurePolicy.class);
        return policy == null
                ? FailureTypes.NONE
                : FailureTypes.of(name, List.of(policy.neverRetried()), List.of(policy.notCounted()));
    }
}
