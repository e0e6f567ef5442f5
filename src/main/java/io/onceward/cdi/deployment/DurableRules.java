// SPDX-License-Identifier: Apache-2.0
package io.onceward.cdi.deployment;

import io.onceward.api.Alert;
import io.onceward.api.Durable;
import io.onceward.api.OncewardException;
import io.onceward.inbox.DurableQueue;
import io.onceward.log.MemberName;
import io.onceward.queue.ColumnWidths;
import io.onceward.queue.QueueName;
import jakarta.annotation.Priority;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.event.ObservesAsync;
import jakarta.enterprise.event.Reception;
import jakarta.enterprise.event.TransactionPhase;
import jakarta.enterprise.inject.spi.AnnotatedCallable;
import jakarta.enterprise.inject.spi.AnnotatedMethod;
import jakarta.enterprise.inject.spi.AnnotatedParameter;
import jakarta.enterprise.inject.spi.AnnotatedType;
import jakarta.enterprise.inject.spi.EventMetadata;
import jakarta.enterprise.inject.spi.InjectionPoint;
import jakarta.enterprise.inject.spi.ObserverMethod;
import java.lang.reflect.Modifier;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The deployment checks of durable observers. */
final class DurableRules {

    /** What the event of the call alone has, and a later call can't get. */
    private static final Set<Type> OF_THE_CALL = Set.of(EventMetadata.class, InjectionPoint.class);

    private final AnnotatedMethod<?> annotated;
    private final AnnotatedType<?> bean;
    private final ObserverMethod<Object> method;
    private final String member;

    @SuppressWarnings("unchecked")
    private DurableRules(AnnotatedType<?> bean, AnnotatedMethod<?> annotated, ObserverMethod<?> method) {
        this.annotated = annotated;
        this.bean = bean;
        this.method = (ObserverMethod<Object>) method;
        this.member = MemberName.of(bean.getJavaClass(), annotated.getJavaMember());
    }

    /** Returns the annotation of a parameter that makes the method a durable observer; empty if there is none. */
    static Optional<Durable> durable(AnnotatedCallable<?> callable) {
        return callable.getParameters().stream()
                .flatMap(parameter -> Optional.ofNullable(parameter.getAnnotation(Durable.class)).stream())
                .findFirst();
    }

    /** @throws OncewardException if the annotation stands on a parameter that is no event */
    static void verifyUse(AnnotatedType<?> type, AnnotatedCallable<?> callable) {
        for (AnnotatedParameter<?> parameter : callable.getParameters()) {
            if (parameter.isAnnotationPresent(Durable.class)
                    && !parameter.isAnnotationPresent(Observes.class)
                    && !parameter.isAnnotationPresent(ObservesAsync.class)) {
                throw DurableErrors.uselessDurable(type.getJavaClass().getName() + "#"
                        + callable.getJavaMember().getName());
            }
        }
    }

    /**
     * @param bean the type of the bean, which may inherit the method
     * @throws OncewardException if the method can't run later with a copy of the event
     */
    static DurableObserver verified(AnnotatedType<?> bean, AnnotatedMethod<?> annotated, ObserverMethod<?> method) {
        return new DurableRules(bean, annotated, method).verified();
    }

    private DurableObserver verified() {
        if (method.isAsync()) {
            throw refusal("it has @ObservesAsync", "Use @Observes: a durable observer runs on another thread anyway.");
        }
        if (method.getTransactionPhase() != TransactionPhase.IN_PROGRESS) {
            throw refusal(
                    "it observes during " + method.getTransactionPhase(),
                    "Remove the phase: a durable observer runs after the commit.");
        }
        if (method.getReception() != Reception.ALWAYS) {
            throw refusal("it has notifyObserver = IF_EXISTS, so its event could be dropped", "Remove notifyObserver.");
        }
        for (AnnotatedParameter<?> parameter : annotated.getParameters()) {
            if (parameter.isAnnotationPresent(Priority.class)) {
                throw refusal(
                        "it has @Priority, but durable observers run independently of each other",
                        "Remove @Priority, or fire a further event at the end of the first observer.");
            }
            if (OF_THE_CALL.contains(parameter.getBaseType())) {
                throw refusal(
                        "it has a parameter of type " + parameter.getBaseType().getTypeName()
                                + ", which exists only while the event is fired",
                        "Put what the observer needs into the event.");
            }
        }
        if (durable(annotated).orElseThrow().version() != 1) {
            throw refusal("it has a version, but that of an event is in its class", "Put the version into @EventType.");
        }
        if (!annotated.isStatic()) {
            HandlerRules.verifyScope(this::refusal, bean);
        }
        HandlerRules.verifyThread(this::refusal, bean, annotated);
        HandlerRules.verifyTransaction(this::refusal, bean, annotated);
        return new DurableObserver(
                name(),
                member,
                eventClass(),
                method.getObservedType(),
                method,
                HandlerRules.failureTypes(member, bean, annotated));
    }

    private OncewardException refusal(String why, String instead) {
        return DurableErrors.notDurable(member, why, instead);
    }

    private String name() {
        String given = durable(annotated).map(Durable::name).orElse("");
        String name = given.isEmpty() ? member : given;
        int longest = ColumnWidths.QUEUE - DurableQueue.OBSERVER.length();
        if (!QueueName.isLegal(name) || name.length() > longest) {
            throw refusal(
                    "its name has " + name.length() + " characters",
                    "Use a name of 1 to " + longest
                            + " characters that is not blank and has neither the character NUL nor an unpaired surrogate.");
        }
        return name;
    }

    private Class<?> eventClass() {
        Type type = method.getObservedType();
        boolean complete = isComplete(type);
        if (type == Alert.class) {
            throw refusal(
                    "alerts are told outside of transactions",
                    "Observe the alert without @Durable, and record an event.");
        }
        if (type == List.class || (type instanceof ParameterizedType generic && generic.getRawType() == List.class)) {
            throw IncomingErrors.observedList(member, type.getTypeName());
        }
        Class<?> raw = type instanceof ParameterizedType generic
                ? (Class<?>) generic.getRawType()
                : type instanceof Class<?> plain ? plain : Object.class;
        if (!complete || raw.isInterface() || (Modifier.isAbstract(raw.getModifiers()) && !raw.isEnum())) {
            throw refusal(
                    "it observes " + type.getTypeName() + ", to which no event can be restored",
                    "Observe a class that is not abstract, with classes as type arguments.");
        }
        return raw;
    }

    /** Returns whether a type has a class for each of its type parameters, and not any object. */
    private static boolean isComplete(Type type) {
        return type instanceof ParameterizedType generic
                ? Arrays.stream(generic.getActualTypeArguments()).allMatch(DurableRules::isComplete)
                : type instanceof Class<?> && DurableMethodRules.isStorable(type);
    }
}
