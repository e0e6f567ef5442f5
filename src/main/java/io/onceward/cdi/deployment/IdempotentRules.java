// SPDX-License-Identifier: Apache-2.0
package io.onceward.cdi.deployment;

import io.onceward.api.Idempotent;
import io.onceward.broker.MessageKinds;
import io.onceward.cdi.deployment.IdempotentMethod.Kind;
import io.onceward.http.HttpRules;
import io.onceward.log.MemberName;
import jakarta.annotation.PostConstruct;
import jakarta.annotation.PreDestroy;
import jakarta.ejb.MessageDriven;
import jakarta.ejb.PostActivate;
import jakarta.ejb.PrePassivate;
import jakarta.ejb.Schedule;
import jakarta.ejb.Schedules;
import jakarta.ejb.Singleton;
import jakarta.ejb.Stateful;
import jakarta.ejb.Stateless;
import jakarta.ejb.Timeout;
import jakarta.ejb.TransactionAttribute;
import jakarta.ejb.TransactionAttributeType;
import jakarta.ejb.TransactionManagement;
import jakarta.ejb.TransactionManagementType;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.inject.Produces;
import jakarta.enterprise.inject.spi.Annotated;
import jakarta.enterprise.inject.spi.AnnotatedMethod;
import jakarta.enterprise.inject.spi.AnnotatedParameter;
import jakarta.enterprise.inject.spi.AnnotatedType;
import jakarta.inject.Inject;
import jakarta.interceptor.AroundInvoke;
import jakarta.interceptor.AroundTimeout;
import jakarta.interceptor.Interceptor;
import jakarta.transaction.Transactional;
import java.lang.annotation.Annotation;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.List;

/** The deployment checks of {@link Idempotent}. */
final class IdempotentRules {

    /** The annotations of methods that the container calls without interceptors of calls. */
    static final List<Class<? extends Annotation>> CALLBACKS = List.of(
            PostConstruct.class,
            PreDestroy.class,
            PostActivate.class,
            PrePassivate.class,
            AroundInvoke.class,
            AroundTimeout.class,
            Timeout.class,
            Schedule.class,
            Schedules.class,
            Inject.class,
            Produces.class);

    private static final List<Class<? extends Annotation>> SESSION_BEANS =
            List.of(Stateless.class, Stateful.class, Singleton.class);

    /** The name of an interface that a server without Jakarta Messaging does not have. */
    private static final String MESSAGE_LISTENER = "jakarta.jms.MessageListener";

    private final AnnotatedType<?> type;
    private final MessageKinds messages;
    private final Class<?> bean;
    private final boolean messageDriven;
    private final boolean sessionBean;

    /** @param messages the kinds of messages of the application's adapters */
    IdempotentRules(AnnotatedType<?> type, MessageKinds messages) {
        this.type = type;
        this.messages = messages;
        this.bean = type.getJavaClass();
        // the interface counts, too: a deployment descriptor may declare the bean
        this.messageDriven = type.isAnnotationPresent(MessageDriven.class) || isListener();
        this.sessionBean = SESSION_BEANS.stream().anyMatch(type::isAnnotationPresent);
    }

    /** Returns whether the type or one of its methods has the annotation. */
    boolean apply() {
        return !Modifier.isAbstract(bean.getModifiers())
                && !type.isAnnotationPresent(Interceptor.class)
                && (isIdempotent(type) || type.getMethods().stream().anyMatch(IdempotentRules::isIdempotent));
    }

    /** Returns whether the element has the annotation, also by a stereotype; {@link #examine} refuses the latter. */
    private static boolean isIdempotent(Annotated element) {
        return InheritedAnnotations.on(element, Idempotent.class) != null;
    }

    /** Returns the annotated methods, also illegal ones. */
    List<? extends AnnotatedMethod<?>> methods() {
        boolean all = isIdempotent(type);
        return type.getMethods().stream()
                .filter(method -> !method.getJavaMember().isBridge())
                .filter(method -> isIdempotent(method) || (all && isCalled(method)))
                .filter(method -> !isHidden(method, all))
                .toList();
    }

    private boolean isListener() {
        return isListener(bean);
    }

    /** Returns whether the class is a listener of messages, which a deployment descriptor may make a message-driven bean. */
    static boolean isListener(Class<?> type) {
        return type != null
                && (type.getName().equals(MESSAGE_LISTENER)
                        || isListener(type.getSuperclass())
                        || Arrays.stream(type.getInterfaces()).anyMatch(IdempotentRules::isListener));
    }

    private boolean isCalled(AnnotatedMethod<?> method) {
        Method java = method.getJavaMember();
        if (messageDriven && isListener()) {
            return java.getName().equals("onMessage");
        }
        boolean visible = (messageDriven || sessionBean)
                ? Modifier.isPublic(java.getModifiers())
                : !Modifier.isPrivate(java.getModifiers());
        return visible
                && !Modifier.isStatic(java.getModifiers())
                && !java.isSynthetic()
                && java.getDeclaringClass() != Object.class
                && CALLBACKS.stream().noneMatch(method::isAnnotationPresent);
    }

    /** Returns whether a subclass overrides the method. Without the annotation there, the override would run unprotected. */
    private boolean isHidden(AnnotatedMethod<?> annotated, boolean all) {
        Method method = annotated.getJavaMember();
        for (Class<?> c = bean; c != method.getDeclaringClass() && c != null; c = c.getSuperclass()) {
            try {
                Method overriding = c.getDeclaredMethod(method.getName(), method.getParameterTypes());
                if (!all && !overriding.isAnnotationPresent(Idempotent.class)) {
                    throw IdempotentErrors.notInterceptable(
                            MemberName.of(method), "is overridden by " + MemberName.of(overriding));
                }
                return true;
            } catch (NoSuchMethodException e) {
                // this class does not override it
            }
        }
        return false;
    }

    /** @throws io.onceward.api.OncewardException if claim and effects can't commit together, or the method can't be intercepted */
    IdempotentMethod examine(AnnotatedMethod<?> annotated) {
        Method method = annotated.getJavaMember();
        String member = MemberName.of(bean, method);
        Idempotent idempotent = (isIdempotent(annotated) ? annotated : type).getAnnotation(Idempotent.class);
        if (idempotent == null) {
            throw IdempotentErrors.impliedIdempotent(member);
        }
        verifyCalled(member, method);
        verifyTransaction(member, annotated);
        verifyObserver(member, annotated);
        verifyReturn(member, method, idempotent);
        Kind kind = kind(method);
        KeySource key = kind == Kind.RESOURCE
                ? KeySource.ofRequest(member, annotated, idempotent)
                : KeySource.of(member, annotated, idempotent, messages);
        verifyPayload(member, method, idempotent);
        return new IdempotentMethod(bean, method, handler(member, idempotent), kind, key, idempotent);
    }

    private Kind kind(Method method) {
        if (messageDriven) {
            return Kind.DELIVERY;
        }
        return HttpRules.isResourceMethod(bean, method) ? Kind.RESOURCE : Kind.CALL;
    }

    private String handler(String member, Idempotent idempotent) {
        if (!idempotent.handler().isEmpty()) {
            return idempotent.handler();
        }
        return isListener() ? bean.getName() : member;
    }

    private void verifyCalled(String member, Method method) {
        int modifiers = method.getModifiers();
        if (messageDriven) {
            boolean otherThanOnMessage = isListener() && !method.getName().equals("onMessage");
            if (!Modifier.isPublic(modifiers)
                    || Modifier.isStatic(modifiers)
                    || Modifier.isFinal(modifiers)
                    || otherThanOnMessage) {
                throw AnnotationErrors.idempotentNeverCalled(member);
            }
        }
        int wrong = modifiers & (Modifier.PRIVATE | Modifier.STATIC | Modifier.FINAL);
        if (wrong != 0) {
            throw IdempotentErrors.notInterceptable(member, "is " + Modifier.toString(wrong));
        }
    }

    private void verifyTransaction(String member, AnnotatedMethod<?> method) {
        String instead = messageDriven ? "REQUIRED, the default" : "REQUIRED, REQUIRES_NEW or MANDATORY";
        TransactionManagement management = type.getAnnotation(TransactionManagement.class);
        if (management != null && management.value() == TransactionManagementType.BEAN) {
            throw AnnotationErrors.idempotentWithoutTransaction(member, "bean-managed transactions", instead);
        }
        Transactionality declared = Transactionality.of(type, method);
        TransactionAttribute ofEjb = declared.ofEjb();
        if (ofEjb != null && (messageDriven ? ofEjb.value() != TransactionAttributeType.REQUIRED : isNone(ofEjb))) {
            throw AnnotationErrors.idempotentWithoutTransaction(
                    member, "transaction attribute " + ofEjb.value(), instead);
        }
        Transactional ofCdi = declared.ofCdi();
        if (ofCdi != null && isNone(ofCdi)) {
            throw AnnotationErrors.idempotentWithoutTransaction(
                    member, "@Transactional(" + ofCdi.value() + ")", instead);
        }
    }

    private static boolean isNone(TransactionAttribute attribute) {
        return attribute.value() == TransactionAttributeType.NOT_SUPPORTED
                || attribute.value() == TransactionAttributeType.NEVER;
    }

    private static boolean isNone(Transactional transactional) {
        return transactional.value() == Transactional.TxType.NOT_SUPPORTED
                || transactional.value() == Transactional.TxType.NEVER;
    }

    private static void verifyObserver(String member, AnnotatedMethod<?> method) {
        for (AnnotatedParameter<?> parameter : method.getParameters()) {
            Observes observes = parameter.getAnnotation(Observes.class);
            if (observes != null && OutgoingRules.TOO_LATE.contains(observes.during())) {
                throw IdempotentErrors.idempotentTooLate(member, observes.during());
            }
        }
    }

    private void verifyPayload(String member, Method method, Idempotent idempotent) {
        if (idempotent.payload().length > 0
                && Arrays.stream(method.getParameterTypes()).noneMatch(messages::mayBeMessage)) {
            throw IdempotentErrors.payloadWithoutMessage(member);
        }
    }

    private void verifyReturn(String member, Method method, Idempotent idempotent) {
        Class<?> returned = method.getReturnType();
        if (OutgoingRules.isAsynchronous(returned)) {
            throw IdempotentErrors.asynchronousIdempotent(member, returned.getName());
        }
        if (idempotent.replay() && returned == void.class) {
            throw IdempotentErrors.nothingToReplay(member);
        }
        if (kind(method) == Kind.RESOURCE) {
            HttpRules.verify(member, bean, method);
            return;
        }
        if (!idempotent.replay() && returned.isPrimitive() && returned != void.class) {
            throw IdempotentErrors.nothingToReturn(member, returned.getName());
        }
    }
}
