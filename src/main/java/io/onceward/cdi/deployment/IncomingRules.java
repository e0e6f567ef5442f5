// SPDX-License-Identifier: Apache-2.0
package io.onceward.cdi.deployment;

import io.onceward.api.FailurePolicy;
import io.onceward.api.IdempotencyKey;
import io.onceward.api.Idempotent;
import io.onceward.api.InboxMessage;
import io.onceward.broker.MessageKinds;
import io.onceward.inbox.DurableQueue;
import io.onceward.log.MemberName;
import io.onceward.queue.ColumnWidths;
import io.onceward.queue.QueueName;
import jakarta.ejb.MessageDriven;
import jakarta.enterprise.inject.spi.AnnotatedMethod;
import jakarta.enterprise.inject.spi.AnnotatedType;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;
import java.lang.reflect.WildcardType;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import org.eclipse.microprofile.reactive.messaging.Incoming;
import org.eclipse.microprofile.reactive.messaging.Message;
import org.eclipse.microprofile.reactive.messaging.Outgoing;

/** The deployment checks of {@code @Incoming} methods that belong to Onceward. */
final class IncomingRules {

    private static final Set<Type> MESSAGES = Set.of(Message.class, InboxMessage.class);

    private static final String PARAMETER =
            "Declare one parameter: the payload as a class, String or byte[], or a Message<T> or InboxMessage<T> of it.";

    private IncomingRules() {}

    /**
     * @param messages the kinds of messages of the adapters
     * @throws io.onceward.api.OncewardException if the method can't be called, or not in the transaction of the claim
     */
    static IncomingMethod verified(AnnotatedType<?> bean, AnnotatedMethod<?> annotated, MessageKinds messages) {
        Method method = annotated.getJavaMember();
        String name = MemberName.of(method);
        if (bean.isAnnotationPresent(MessageDriven.class)) {
            throw IncomingErrors.unusableIncoming(
                    name,
                    "it belongs to a message-driven bean",
                    "Move the method to another bean, or use onMessage with @Idempotent.");
        }
        verifyCallable(name, method);
        HandlerRules.Refusal refusal = (why, instead) -> IncomingErrors.unusableIncoming(name, why, instead);
        HandlerRules.verifyThread(refusal, bean, annotated);
        HandlerRules.verifyTransaction(refusal, bean, annotated);
        boolean batch = isBatch(annotated);
        if (batch) {
            verifyBatch(name, annotated);
        }
        verifyIdempotent(name, bean, annotated, batch);
        boolean returns = method.getReturnType() != void.class && method.getReturnType() != Void.class;
        if (returns && !annotated.isAnnotationPresent(Outgoing.class)) {
            throw IncomingErrors.unusableIncoming(
                    name,
                    "it returns " + method.getReturnType().getName() + ", which Onceward would discard",
                    "Return void, or add @Outgoing to record the returned event.");
        }
        Type parameter = batch ? element(name, annotated) : parameter(name, annotated);
        boolean wrapped = parameter instanceof ParameterizedType type && MESSAGES.contains(type.getRawType());
        Type payload = wrapped ? ((ParameterizedType) parameter).getActualTypeArguments()[0] : parameter;
        verifyPayload(name, payload, messages);
        return new IncomingMethod(
                bean.getJavaClass(),
                method,
                annotated.getAnnotation(Incoming.class).value(),
                handler(bean, annotated),
                payload,
                wrapped,
                batch,
                HandlerRules.failureTypes(name, bean, annotated));
    }

    /**
     * @param handles whether a method is a handler of stored messages
     * @throws io.onceward.api.OncewardException if the class, or a method of it, has a {@link FailurePolicy} without effect
     */
    static void verifyFailurePolicies(AnnotatedType<?> type, Predicate<AnnotatedMethod<?>> handles) {
        Class<?> declaring = type.getJavaClass();
        for (AnnotatedMethod<?> method : type.getMethods()) {
            if (method.isAnnotationPresent(FailurePolicy.class) && !handles.test(method)) {
                throw IncomingErrors.uselessFailurePolicy(MemberName.of(method.getJavaMember()));
            }
        }
        boolean concrete = !Modifier.isAbstract(declaring.getModifiers());
        if (concrete
                && declaring.getDeclaredAnnotation(FailurePolicy.class) != null
                && type.getMethods().stream().noneMatch(handles)) {
            throw IncomingErrors.uselessFailurePolicy(declaring.getName());
        }
    }

    private static void verifyCallable(String name, Method method) {
        int unusable =
                method.getModifiers() & (Modifier.PRIVATE | Modifier.STATIC | Modifier.FINAL | Modifier.ABSTRACT);
        if (unusable != 0) {
            throw IncomingErrors.unusableIncoming(
                    name,
                    "it is " + Modifier.toString(unusable),
                    "Use an instance method that is not " + Modifier.toString(unusable) + ".");
        }
    }

    /** Refuses other members of {@code @Idempotent}: on an {@code @Incoming} method it only names the handler. */
    private static void verifyIdempotent(
            String name, AnnotatedType<?> bean, AnnotatedMethod<?> annotated, boolean batch) {
        if (InheritedAnnotations.on(bean, Idempotent.class) != null) {
            throw IncomingErrors.unusableIncoming(
                    name, "its class has @Idempotent", "Put @Idempotent on the methods to name their handlers.");
        }
        boolean marked = annotated.getParameters().stream()
                .anyMatch(parameter -> parameter.isAnnotationPresent(IdempotencyKey.class));
        Idempotent idempotent = annotated.getAnnotation(Idempotent.class);
        if (idempotent == null && InheritedAnnotations.on(annotated, Idempotent.class) != null) {
            throw IdempotentErrors.impliedIdempotent(name);
        }
        boolean more = idempotent != null
                && (KeySource.configured(idempotent) > 0
                        || idempotent.replay()
                        || idempotent.shared()
                        || idempotent.payload().length > 0);
        if (batch && (marked || more)) {
            throw IncomingErrors.batchIdempotent(name);
        }
        if (marked || more) {
            throw IncomingErrors.unusableIncoming(
                    name,
                    "it has @IdempotencyKey, or @Idempotent with more than a handler name",
                    "Keep only the handler name: a stored message has its own identity, the parameter is its payload, and no"
                            + " caller waits for a result.");
        }
    }

    /** Returns whether a method takes a list, which means several messages: a single one with a list is an {@code InboxMessage<List<T>>}. */
    private static boolean isBatch(AnnotatedMethod<?> method) {
        return Arrays.asList(method.getJavaMember().getParameterTypes()).contains(List.class);
    }

    private static void verifyBatch(String name, AnnotatedMethod<?> method) {
        Class<?> returned = method.getJavaMember().getReturnType();
        if (method.getParameters().size() != 1) {
            throw IncomingErrors.batchWithMore(name, method.getParameters().size());
        }
        if (method.isAnnotationPresent(Outgoing.class) || (returned != void.class && returned != Void.class)) {
            throw IncomingErrors.batchReturns(name);
        }
    }

    private static Type element(String name, AnnotatedMethod<?> method) {
        Type list = method.getParameters().get(0).getBaseType();
        Type element = list instanceof ParameterizedType type ? type.getActualTypeArguments()[0] : null;
        boolean open = element == null || element instanceof TypeVariable || element instanceof WildcardType;
        if (open || element == Object.class || MESSAGES.contains(element)) {
            throw IncomingErrors.batchWithoutElement(name, list.getTypeName());
        }
        return element;
    }

    private static Type parameter(String name, AnnotatedMethod<?> method) {
        if (method.getParameters().size() != 1) {
            throw IncomingErrors.unusableIncoming(
                    name, "it has " + method.getParameters().size() + " parameters", PARAMETER);
        }
        return method.getParameters().get(0).getBaseType();
    }

    private static void verifyPayload(String name, Type payload, MessageKinds messages) {
        boolean open = payload instanceof TypeVariable || payload instanceof WildcardType || MESSAGES.contains(payload);
        if (open || (payload instanceof Class<?> type && type.isPrimitive())) {
            throw IncomingErrors.unusableIncoming(name, "it takes " + payload.getTypeName(), PARAMETER);
        }
        Class<?> raw = payload instanceof ParameterizedType generic
                ? (Class<?>) generic.getRawType()
                : payload instanceof Class<?> plain ? plain : Object.class;
        if (messages.isMessage(raw)) {
            throw IncomingErrors.unusableIncoming(
                    name,
                    "it takes " + raw.getName() + ", but the broker no longer has the message when the handler runs",
                    PARAMETER);
        }
        if (OutgoingRules.isAsynchronous(raw)) {
            throw IncomingErrors.unusableIncoming(name, "it takes " + raw.getName() + ", a stream", PARAMETER);
        }
    }

    private static String handler(AnnotatedType<?> bean, AnnotatedMethod<?> annotated) {
        Idempotent idempotent = annotated.getAnnotation(Idempotent.class);
        String name = idempotent == null || idempotent.handler().isEmpty()
                ? MemberName.of(bean.getJavaClass(), annotated.getJavaMember())
                : idempotent.handler();
        if (!QueueName.isLegal(name)) {
            throw AnnotationErrors.illegalHandler(bean.getJavaClass().getName(), name.length(), ColumnWidths.QUEUE);
        }
        DurableQueue.requireOther(name);
        return name;
    }
}
