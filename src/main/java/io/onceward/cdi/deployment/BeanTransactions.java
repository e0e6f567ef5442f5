// SPDX-License-Identifier: Apache-2.0
package io.onceward.cdi.deployment;

import io.onceward.api.Idempotent;
import jakarta.ejb.TransactionAttribute;
import jakarta.ejb.TransactionAttributeType;
import jakarta.ejb.TransactionManagement;
import jakarta.ejb.TransactionManagementType;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.event.ObservesAsync;
import jakarta.enterprise.inject.spi.AnnotatedMethod;
import jakarta.enterprise.inject.spi.AnnotatedParameter;
import jakarta.enterprise.inject.spi.AnnotatedType;
import jakarta.transaction.TransactionManager;
import jakarta.transaction.Transactional;
import jakarta.transaction.Transactional.TxType;
import jakarta.transaction.UserTransaction;
import java.lang.annotation.Annotation;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The transactions of the methods that others call, of one class, as far as its annotations tell. What they do not tell counts as a
 * transaction: a deployment descriptor may say more.
 *
 * @param type the class
 * @param enterpriseBean whether its container begins transactions by default
 * @param beginning the interceptor bindings of the application whose interceptors begin transactions
 */
record BeanTransactions(AnnotatedType<?> type, boolean enterpriseBean, Set<Class<? extends Annotation>> beginning) {

    private static final Set<TransactionAttributeType> SURE = EnumSet.of(
            TransactionAttributeType.REQUIRED,
            TransactionAttributeType.REQUIRES_NEW,
            TransactionAttributeType.MANDATORY);

    private static final Set<TxType> SURE_BY_INTERCEPTOR =
            EnumSet.of(TxType.REQUIRED, TxType.REQUIRES_NEW, TxType.MANDATORY);

    /** The interfaces of the parts of a batch step that run in the transaction of a chunk. */
    private static final String CHUNK = "jakarta.batch.api.chunk.";

    private static final Set<String> OF_ANY_OBJECT = Set.of("equals", "hashCode", "toString");

    /** Returns the methods that others call, each with its transaction. */
    List<MethodTransaction> methods() {
        return type.getMethods().stream().filter(this::isCalled).map(this::of).toList();
    }

    private boolean isCalled(AnnotatedMethod<?> annotated) {
        Method method = annotated.getJavaMember();
        int modifiers = method.getModifiers();
        return !Modifier.isPrivate(modifiers)
                && !Modifier.isStatic(modifiers)
                && !method.isSynthetic()
                && (!enterpriseBean || Modifier.isPublic(modifiers))
                && method.getDeclaringClass() != Object.class
                && !OF_ANY_OBJECT.contains(method.getName())
                && IdempotentRules.CALLBACKS.stream().noneMatch(annotated::isAnnotationPresent)
                && !isOverridden(method);
    }

    private boolean isOverridden(Method method) {
        for (Class<?> c = type.getJavaClass(); c != null && c != method.getDeclaringClass(); c = c.getSuperclass()) {
            if (Arrays.stream(c.getDeclaredMethods()).anyMatch(each -> isSame(each, method))) {
                return true;
            }
        }
        return false;
    }

    private static boolean isSame(Method one, Method other) {
        return one.getName().equals(other.getName())
                && Arrays.equals(one.getParameterTypes(), other.getParameterTypes());
    }

    private MethodTransaction of(AnnotatedMethod<?> method) {
        if (managesTransactions(type) || InheritedAnnotations.on(type, Idempotent.class) != null) {
            return MethodTransaction.always(method.getJavaMember());
        }
        return enterpriseBean ? ofEnterpriseBean(method) : ofManagedBean(method);
    }

    /** Returns whether a class has an object by which it begins transactions itself. */
    static boolean managesTransactions(AnnotatedType<?> type) {
        return type.getFields().stream()
                .map(field -> field.getJavaMember().getType())
                .anyMatch(each -> each == UserTransaction.class || each == TransactionManager.class);
    }

    private MethodTransaction ofEnterpriseBean(AnnotatedMethod<?> method) {
        TransactionManagement management = type.getAnnotation(TransactionManagement.class);
        TransactionAttribute attribute = Transactionality.of(type, method).ofEjb();
        boolean sure = attribute == null
                || SURE.contains(attribute.value())
                || (management != null && management.value() == TransactionManagementType.BEAN)
                || InheritedAnnotations.on(method, Idempotent.class) != null;
        return sure
                ? MethodTransaction.always(method.getJavaMember())
                : MethodTransaction.doubtful(method.getJavaMember(), "transaction attribute " + attribute.value());
    }

    private MethodTransaction ofManagedBean(AnnotatedMethod<?> annotated) {
        Method method = annotated.getJavaMember();
        Transactional declared = Transactionality.of(type, annotated).ofCdi();
        if (declared != null && !SURE_BY_INTERCEPTOR.contains(declared.value())) {
            return MethodTransaction.doubtful(method, "@Transactional(" + declared.value() + ")");
        }
        if (declared != null || annotations(annotated).anyMatch(this::begins) || isPartOfChunk(type.getJavaClass())) {
            return MethodTransaction.always(method);
        }
        if (annotations(annotated)
                        .anyMatch(each -> IncomingRules.ASYNCHRONOUS.contains(
                                each.annotationType().getName()))
                || hasParameter(annotated, ObservesAsync.class)) {
            return MethodTransaction.doubtful(method, "asynchronous, no @Transactional");
        }
        for (AnnotatedParameter<?> parameter : annotated.getParameters()) {
            Observes observes = parameter.getAnnotation(Observes.class);
            if (observes != null) {
                return OutgoingRules.TOO_LATE.contains(observes.during())
                        ? MethodTransaction.doubtful(method, "observes " + observes.during())
                        : MethodTransaction.unknown(method);
            }
        }
        return MethodTransaction.ofCaller(method);
    }

    private Stream<Annotation> annotations(AnnotatedMethod<?> method) {
        return Stream.concat(InheritedAnnotations.on(method).stream(), InheritedAnnotations.on(type).stream());
    }

    /** Returns whether an interceptor of this annotation begins a transaction: a known one, or one of a framework. */
    private boolean begins(Annotation annotation) {
        Class<? extends Annotation> binding = annotation.annotationType();
        return binding == Idempotent.class
                || beginning.contains(binding)
                || binding.getSimpleName().equals(Transactional.class.getSimpleName());
    }

    private static boolean hasParameter(AnnotatedMethod<?> method, Class<? extends Annotation> annotation) {
        return method.getParameters().stream().anyMatch(parameter -> parameter.isAnnotationPresent(annotation));
    }

    private static boolean isPartOfChunk(Class<?> type) {
        return type != null
                && (type.getName().startsWith(CHUNK)
                        || isPartOfChunk(type.getSuperclass())
                        || Stream.of(type.getInterfaces()).anyMatch(BeanTransactions::isPartOfChunk));
    }
}
