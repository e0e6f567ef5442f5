// SPDX-License-Identifier: Apache-2.0
package io.onceward.cdi.deployment;

import io.onceward.api.Durable;
import io.onceward.api.EventKey;
import io.onceward.api.Idempotent;
import io.onceward.api.OncewardException;
import io.onceward.inbox.DurableQueue;
import io.onceward.log.MemberName;
import io.onceward.queue.ColumnWidths;
import io.onceward.queue.KeyText;
import io.onceward.queue.QueueName;
import jakarta.annotation.PostConstruct;
import jakarta.annotation.PreDestroy;
import jakarta.ejb.MessageDriven;
import jakarta.ejb.Schedule;
import jakarta.ejb.Schedules;
import jakarta.ejb.Timeout;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.event.ObservesAsync;
import jakarta.enterprise.inject.spi.AnnotatedMethod;
import jakarta.enterprise.inject.spi.AnnotatedParameter;
import jakarta.enterprise.inject.spi.AnnotatedType;
import jakarta.enterprise.inject.spi.Bean;
import jakarta.inject.Inject;
import java.lang.annotation.Annotation;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.lang.reflect.WildcardType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.eclipse.microprofile.reactive.messaging.Incoming;
import org.eclipse.microprofile.reactive.messaging.Outgoing;

/** The deployment checks of durable methods. */
final class DurableMethodRules {

    private static final List<Class<? extends Annotation>> OTHERS =
            List.of(Incoming.class, Outgoing.class, Idempotent.class);

    /** The annotations of methods that the container calls without their interceptors. */
    private static final List<Class<? extends Annotation>> CALLBACKS = List.of(
            PostConstruct.class, PreDestroy.class, Inject.class, Schedule.class, Schedules.class, Timeout.class);

    private final AnnotatedType<?> bean;
    private final AnnotatedMethod<?> annotated;
    private final Method method;
    private final String member;

    private DurableMethodRules(AnnotatedType<?> bean, AnnotatedMethod<?> annotated) {
        this.bean = bean;
        this.annotated = annotated;
        this.method = annotated.getJavaMember();
        this.member = MemberName.of(bean.getJavaClass(), method);
    }

    /** @throws OncewardException if calls of the method can't be intercepted, recorded, or run later */
    static DurableMethod verified(AnnotatedType<?> bean, AnnotatedMethod<?> annotated) {
        return new DurableMethodRules(bean, annotated).verified();
    }

    private DurableMethod verified() {
        if (method.getReturnType() != void.class) {
            throw refusal(
                    "it returns " + method.getReturnType().getName(), "Return void: no caller waits for a result.");
        }
        int unusable =
                method.getModifiers() & (Modifier.PRIVATE | Modifier.STATIC | Modifier.FINAL | Modifier.ABSTRACT);
        if (unusable != 0) {
            throw refusal(
                    "it is " + Modifier.toString(unusable),
                    "Use an instance method that is not " + Modifier.toString(unusable) + ".");
        }
        if (bean.isAnnotationPresent(MessageDriven.class)) {
            throw refusal("it belongs to a message-driven bean", "Move it to another bean.");
        }
        for (Class<? extends Annotation> other : OTHERS) {
            if (annotated.isAnnotationPresent(other)) {
                throw refusal("it also has @" + other.getSimpleName(), "Remove one of the two annotations.");
            }
        }
        for (Class<? extends Annotation> callback : CALLBACKS) {
            if (annotated.isAnnotationPresent(callback)) {
                throw refusal(
                        "it has @" + callback.getSimpleName()
                                + ", so the container calls it without recording the call",
                        "Call another method, which is durable, from it.");
            }
        }
        HandlerRules.verifyScope(this::refusal, bean);
        HandlerRules.verifyThread(this::refusal, bean, annotated);
        HandlerRules.verifyTransaction(this::refusal, bean, annotated);
        List<Type> parameters = new ArrayList<>();
        int keyPosition = -1;
        for (AnnotatedParameter<?> parameter : annotated.getParameters()) {
            if (parameter.isAnnotationPresent(EventKey.class)) {
                if (keyPosition >= 0) {
                    throw refusal("several parameters have @EventKey", "Annotate the one that is the key of a call.");
                }
                keyPosition = parameters.size();
                verifyKey(parameter.getBaseType());
            }
            parameters.add(verified(parameter));
        }
        return new DurableMethod(
                name(),
                member,
                bean.getJavaClass(),
                method,
                parameters,
                version(),
                keyPosition,
                HandlerRules.failureTypes(member, bean, annotated));
    }

    private int version() {
        int version = annotated.getAnnotation(Durable.class).version();
        if (version < 1) {
            throw refusal("it has version " + version, "Set a version of 1 or more.");
        }
        return version;
    }

    private void verifyKey(Type type) {
        if (type instanceof Class<?> plain && !plain.isInterface() && KeyText.isMissing(plain)) {
            throw refusal(
                    "its parameter with @EventKey is of type " + type.getTypeName()
                            + ", which has no toString(), so that equal arguments would be different keys",
                    "Give the type a toString(), or annotate another parameter.");
        }
    }

    private Type verified(AnnotatedParameter<?> parameter) {
        if (parameter.isAnnotationPresent(Observes.class) || parameter.isAnnotationPresent(ObservesAsync.class)) {
            throw refusal("it is an observer", "Put @Durable on the parameter with @Observes.");
        }
        Type type = parameter.getBaseType();
        Class<?> raw = type instanceof ParameterizedType generic
                ? (Class<?>) generic.getRawType()
                : type instanceof Class<?> plain ? plain : Object.class;
        if (raw == Object.class || AutoCloseable.class.isAssignableFrom(raw) || OutgoingRules.isAsynchronous(raw)) {
            throw refusal(
                    "it has a parameter of type " + type.getTypeName() + ", which can't be stored",
                    "Pass the data, such as an id, and inject what the method needs.");
        }
        if (!isStorable(type)) {
            throw refusal(
                    "it has a parameter of type " + type.getTypeName()
                            + ", which leaves open to what an argument is restored",
                    "Write the class of each type argument, and not Object.");
        }
        return type;
    }

    /** Returns whether a type says what JSON is restored to: an object would come back as another class. */
    static boolean isStorable(Type type) {
        if (type instanceof Class<?> plain) {
            return plain.isArray()
                    ? isStorable(plain.getComponentType())
                    : plain != Object.class && plain.getTypeParameters().length == 0;
        }
        return type instanceof ParameterizedType generic
                ? Stream.of(generic.getActualTypeArguments()).allMatch(DurableMethodRules::isStorable)
                : type instanceof WildcardType wildcard && isStorable(wildcard.getUpperBounds()[0]);
    }

    private OncewardException refusal(String why, String instead) {
        return DurableErrors.methodNotDurable(member, why, instead);
    }

    private String name() {
        String given = annotated.getAnnotation(Durable.class).name();
        String name = given.isEmpty() ? member : given;
        int longest = ColumnWidths.QUEUE - DurableQueue.OBSERVER.length();
        if (!QueueName.isLegal(name) || name.length() > longest) {
            throw refusal(
                    "its name is blank, too long or has illegal characters", "Use at most " + longest + " characters.");
        }
        return name;
    }

    /** Returns whether methods of the type are called: it is no interface and not abstract. */
    static boolean isConcrete(AnnotatedType<?> type) {
        return !Modifier.isAbstract(type.getJavaClass().getModifiers());
    }

    /** Returns whether a method has the annotation, and no other method of the type overrides it. */
    static boolean isDurable(AnnotatedType<?> type, AnnotatedMethod<?> method) {
        Method member = method.getJavaMember();
        return method.isAnnotationPresent(Durable.class)
                && !member.isBridge()
                && type.getMethods().stream()
                        .map(AnnotatedMethod::getJavaMember)
                        .noneMatch(other -> !other.equals(member)
                                && overrides(other, member)
                                && member.getDeclaringClass().isAssignableFrom(other.getDeclaringClass()));
    }

    /**
     * @param durable the durable methods of the bean
     * @throws OncewardException if a supertype says that a method is durable, but the method of the bean does not
     */
    static void verifyInherited(Class<?> bean, List<DurableMethod> durable) {
        verifyInherited(bean, bean, durable);
    }

    private static void verifyInherited(Class<?> bean, Class<?> type, List<DurableMethod> durable) {
        List<Class<?>> supertypes = new ArrayList<>(List.of(type.getInterfaces()));
        if (type.getSuperclass() != null) {
            supertypes.add(type.getSuperclass());
        }
        for (Class<?> supertype : supertypes) {
            if (!supertype.getName().startsWith("java.")) {
                for (Method method : declared(supertype)) {
                    verifyOverridden(bean, method, durable);
                }
                verifyInherited(bean, supertype, durable);
            }
        }
    }

    /** @throws OncewardException if a class, or a superclass, has a durable method, although a producer makes its objects */
    static void verifyProduced(Class<?> type, Bean<?> producer) {
        for (Class<?> each = type; each != null && each != Object.class; each = each.getSuperclass()) {
            for (Method method : declared(each)) {
                if (method.isAnnotationPresent(Durable.class)) {
                    throw DurableErrors.methodNotDurable(
                            MemberName.of(type, method),
                            "a producer of " + producer.getBeanClass().getName()
                                    + " makes its object, so that its calls would run at once",
                            "Make the class a bean, for example with @ApplicationScoped, and remove the producer.");
                }
            }
        }
    }

    private static Method[] declared(Class<?> type) {
        try {
            return type.getDeclaredMethods();
        } catch (LinkageError e) { // it names a class that is missing
            return new Method[0];
        }
    }

    private static void verifyOverridden(Class<?> bean, Method method, List<DurableMethod> durable) {
        if (!method.isAnnotationPresent(Durable.class) || method.isBridge()) {
            return;
        }
        for (DurableMethod own : durable) {
            if (mayOverride(own.method(), method)) {
                return;
            }
        }
        throw DurableErrors.methodNotDurable(
                MemberName.of(bean, method),
                MemberName.of(method) + " has @Durable, but the method that overrides it has not",
                "Put the annotation on the method of the class.");
    }

    /** Returns whether a method has the name and the parameters of another one. A type parameter of that stands for each class. */
    private static boolean mayOverride(Method own, Method other) {
        Class<?>[] types = own.getParameterTypes();
        if (!own.getName().equals(other.getName()) || types.length != other.getParameterCount()) {
            return false;
        }
        Type[] generic = other.getGenericParameterTypes();
        for (int i = 0; i < types.length; i++) {
            boolean isFixed = generic[i] instanceof Class || generic[i] instanceof ParameterizedType;
            if (isFixed && types[i] != other.getParameterTypes()[i]) {
                return false;
            }
        }
        return true;
    }

    /** Returns whether a call of the one method runs the other one, which may be the form of it for one class. */
    static boolean runs(Method called, Method durable) {
        return overrides(called, durable) || isGenericForm(called, durable);
    }

    /**
     * Returns whether a method is the form with type parameters of a durable one, in a superclass: Weld calls that one without the
     * interceptors of the method that overrides it.
     */
    static boolean isGenericForm(Method called, Method durable) {
        return !called.isBridge()
                && called.getDeclaringClass() != durable.getDeclaringClass()
                && !overrides(called, durable)
                && mayOverride(durable, called)
                && hasBridge(durable.getDeclaringClass(), called);
    }

    /** Returns whether a class overrides a method by one with other parameters; if not, that one is only an overload. */
    private static boolean hasBridge(Class<?> type, Method overridden) {
        return Arrays.stream(declared(type)).anyMatch(method -> method.isBridge() && overrides(method, overridden));
    }

    /** Returns whether two methods have the same name and parameters. */
    static boolean overrides(Method one, Method other) {
        return one.getName().equals(other.getName())
                && Arrays.equals(one.getParameterTypes(), other.getParameterTypes());
    }
}
