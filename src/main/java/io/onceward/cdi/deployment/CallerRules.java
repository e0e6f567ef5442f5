// SPDX-License-Identifier: Apache-2.0
package io.onceward.cdi.deployment;

import io.onceward.api.Outbox;
import io.onceward.cdi.deployment.MethodTransaction.Kind;
import io.onceward.log.MemberName;
import io.onceward.outbox.RecordsEvents;
import jakarta.decorator.Decorator;
import jakarta.ejb.EJB;
import jakarta.ejb.MessageDriven;
import jakarta.ejb.Singleton;
import jakarta.ejb.Stateful;
import jakarta.ejb.Stateless;
import jakarta.enterprise.inject.spi.Annotated;
import jakarta.enterprise.inject.spi.AnnotatedMethod;
import jakarta.enterprise.inject.spi.AnnotatedType;
import jakarta.inject.Inject;
import jakarta.inject.Named;
import jakarta.interceptor.Interceptor;
import jakarta.interceptor.InterceptorBinding;
import jakarta.transaction.Transactional;
import java.lang.annotation.Annotation;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * Finds the methods that may record events without a transaction, for a warning. The search runs against the direction of the calls:
 *
 * <ol>
 *   <li>It starts at each {@code @Outgoing} method, and at all methods of each class that injects an emitter or {@code Outbox}.
 *   <li>A method that surely has a transaction ends the search. A method that leaves its transaction, or may lack one, is found.
 *   <li>A method that has the transaction of its caller is followed to the classes that inject its class. It is found itself if
 *       there is none, or if a container or a page calls the class.
 * </ol>
 *
 * <p>The danger is a false warning, which teaches operators to ignore the true ones. Annotations don't show which method calls
 * which, so a class that begins transactions in one method is taken to have decided on the others, and what can't be told counts as a
 * transaction. A warning that is missing costs little: recording without a transaction fails. Thread-safe while classes are added.
 */
final class CallerRules {

    private static final List<Class<? extends Annotation>> ENTERPRISE_BEANS =
            List.of(Stateless.class, Stateful.class, Singleton.class, MessageDriven.class);

    /** The beginnings of the names of annotations by which a container or a page calls a class. */
    private static final List<String> ENTRIES = List.of(
            Named.class.getName(),
            "jakarta.faces.",
            "jakarta.jws.",
            "jakarta.servlet.",
            "jakarta.websocket.",
            "jakarta.ws.rs.");

    private final Map<Class<?>, AnnotatedType<?>> types = new ConcurrentHashMap<>();
    private final Set<Class<?>> sessionBeans = ConcurrentHashMap.newKeySet();
    private final Set<Class<? extends Annotation>> beginning = ConcurrentHashMap.newKeySet();
    private final Map<Member, String> outgoing = new ConcurrentHashMap<>();
    private final Set<Member> handlers = ConcurrentHashMap.newKeySet();

    /** A method of a bean, which may inherit it. */
    private record Member(Class<?> bean, Method method) {}

    /** Adds a class into which the container injects. */
    void add(AnnotatedType<?> type) {
        if (!type.isAnnotationPresent(Interceptor.class)
                && !type.isAnnotationPresent(Decorator.class)
                && !Modifier.isAbstract(type.getJavaClass().getModifiers())) {
            types.put(type.getJavaClass(), type);
        }
    }

    /** Adds the class of a session bean, which a deployment descriptor may have declared. */
    void addSessionBean(Class<?> bean) {
        sessionBeans.add(bean);
    }

    /** Adds an interceptor, which may begin transactions. */
    void addInterceptor(AnnotatedType<?> interceptor) {
        boolean begins = InheritedAnnotations.on(interceptor, Transactional.class) != null
                || interceptor.getMethods().stream()
                        .anyMatch(method -> InheritedAnnotations.on(method, Transactional.class) != null)
                || BeanTransactions.managesTransactions(interceptor);
        if (begins) {
            interceptor.getAnnotations().stream()
                    .map(Annotation::annotationType)
                    .filter(type -> type.isAnnotationPresent(InterceptorBinding.class))
                    .forEach(beginning::add);
        }
    }

    /** Adds a method whose returned events are recorded. */
    void addOutgoing(Class<?> bean, Method method, String channel) {
        outgoing.put(new Member(bean, method), channel);
    }

    /** Adds a method that Onceward calls, in a transaction. */
    void addHandler(Class<?> bean, Method method) {
        handlers.add(new Member(bean, method));
    }

    /**
     * Returns the names of the methods, each with the reason, and forgets the classes.
     *
     * @param needsTransaction whether an event of a channel needs the transaction of its caller
     * @param anyNeeds whether this may be so for a channel that a message names when it is sent
     */
    Set<String> withoutTransaction(Predicate<String> needsTransaction, boolean anyNeeds) {
        Set<String> found = new TreeSet<>();
        for (AnnotatedType<?> type : types.values()) {
            if (injected(type).anyMatch(each -> isSender(each, needsTransaction, anyNeeds))) {
                new Search(found).ofCallers(type, "");
            }
            Predicate<Method> sends = method -> {
                String channel = outgoing.get(new Member(type.getJavaClass(), method));
                return channel != null && needsTransaction.test(channel);
            };
            new Search(found).ofSenders(type, sends);
        }
        types.clear();
        return found;
    }

    /** A search for the callers of one sender. */
    private final class Search {

        private final Set<String> found;
        private final Set<Class<?>> visited = new HashSet<>();

        Search(Set<String> found) {
            this.found = found;
        }

        void ofSenders(AnnotatedType<?> type, Predicate<Method> sends) {
            List<MethodTransaction> methods = methods(type).stream()
                    .filter(each -> sends.test(each.method()))
                    .toList();
            addDoubtful(type, methods, "");
            addUndeclared(type, methods, "");
        }

        void ofCallers(AnnotatedType<?> type, String through) {
            if (!visited.add(type.getJavaClass())) {
                return;
            }
            List<MethodTransaction> methods = methods(type);
            addDoubtful(type, methods, through);
            if (methods.stream().noneMatch(each -> each.kind() == Kind.ALWAYS)) {
                addUndeclared(type, methods, through);
            }
        }

        private void addDoubtful(AnnotatedType<?> type, List<MethodTransaction> methods, String through) {
            methods.stream()
                    .filter(each -> each.kind() == Kind.DOUBTFUL)
                    .forEach(each -> found.add(text(type, each, through)));
        }

        /** Adds the methods that have the transaction of their callers, or looks at the callers if injection shows them. */
        private void addUndeclared(AnnotatedType<?> type, List<MethodTransaction> methods, String through) {
            List<MethodTransaction> undeclared = methods.stream()
                    .filter(each -> each.kind() == Kind.OF_CALLER)
                    .toList();
            if (undeclared.isEmpty()) {
                return;
            }
            List<AnnotatedType<?>> callers = callers(type.getJavaClass());
            if (callers.isEmpty() || isEntry(type)) {
                withoutAccessors(undeclared).forEach(each -> found.add(text(type, each, through)));
            } else {
                String name = type.getJavaClass().getName();
                callers.forEach(caller -> ofCallers(caller, "; uses " + name));
            }
        }
    }

    private static String text(AnnotatedType<?> type, MethodTransaction method, String through) {
        return MemberName.of(type.getJavaClass(), method.method()) + " (" + method.why() + through + ")";
    }

    private List<MethodTransaction> methods(AnnotatedType<?> type) {
        Class<?> bean = type.getJavaClass();
        boolean enterpriseBean = sessionBeans.contains(bean)
                || ENTERPRISE_BEANS.stream().anyMatch(type::isAnnotationPresent)
                || IdempotentRules.isListener(bean);
        return new BeanTransactions(type, enterpriseBean, beginning)
                .methods().stream()
                        .map(each -> handlers.contains(new Member(bean, each.method()))
                                ? MethodTransaction.always(each.method())
                                : each)
                        .toList();
    }

    private static List<MethodTransaction> withoutAccessors(List<MethodTransaction> methods) {
        List<MethodTransaction> others =
                methods.stream().filter(each -> !isAccessor(each.method())).toList();
        return others.isEmpty() ? methods : others;
    }

    private static boolean isAccessor(Method method) {
        String name = method.getName();
        return method.getParameterCount() == 0
                ? method.getReturnType() != void.class && (name.startsWith("get") || name.startsWith("is"))
                : method.getParameterCount() == 1 && method.getReturnType() == void.class && name.startsWith("set");
    }

    private List<AnnotatedType<?>> callers(Class<?> bean) {
        List<AnnotatedType<?>> callers = new ArrayList<>();
        for (AnnotatedType<?> type : types.values()) {
            if (type.getJavaClass() != bean
                    && injected(type)
                            .flatMap(each -> classes(each.getBaseType()))
                            .anyMatch(each -> isOf(bean, each))) {
                callers.add(type);
            }
        }
        return callers;
    }

    private static boolean isOf(Class<?> bean, Class<?> injected) {
        String name = injected.getName();
        return !name.startsWith("java.") && !name.startsWith("jakarta.") && injected.isAssignableFrom(bean);
    }

    /** Returns the class of a type and of its arguments: an instance of a bean is injected with a wrapper, too. */
    private static Stream<Class<?>> classes(Type type) {
        if (type instanceof Class<?> plain) {
            return Stream.of(plain);
        }
        return type instanceof ParameterizedType generic
                ? Stream.concat(
                        classes(generic.getRawType()),
                        Stream.of(generic.getActualTypeArguments()).flatMap(CallerRules::classes))
                : Stream.empty();
    }

    /** Returns the fields and parameters into which the container injects. */
    private static Stream<Annotated> injected(AnnotatedType<?> type) {
        Stream<Annotated> fields = type.getFields().stream()
                .filter(field -> field.isAnnotationPresent(Inject.class) || field.isAnnotationPresent(EJB.class))
                .map(Annotated.class::cast);
        Stream<Annotated> ofConstructors = type.getConstructors().stream()
                .filter(constructor -> constructor.isAnnotationPresent(Inject.class))
                .flatMap(constructor -> constructor.getParameters().stream());
        Stream<Annotated> ofMethods = type.getMethods().stream()
                .filter(method -> method.isAnnotationPresent(Inject.class))
                .flatMap((AnnotatedMethod<?> method) -> method.getParameters().stream());
        return Stream.of(fields, ofConstructors, ofMethods).flatMap(each -> each);
    }

    private static boolean isSender(Annotated injected, Predicate<String> needsTransaction, boolean anyNeeds) {
        OutboxChannel channel = injected.getAnnotation(OutboxChannel.class);
        if (channel != null) {
            return needsTransaction.test(channel.value());
        }
        return anyNeeds
                && (injected.getBaseType() == Outbox.class
                        || injected.getAnnotations().stream()
                                .anyMatch(each -> each.annotationType().isAnnotationPresent(RecordsEvents.class)));
    }

    private static boolean isEntry(AnnotatedType<?> type) {
        return InheritedAnnotations.on(type).stream()
                .map(annotation -> annotation.annotationType().getName())
                .anyMatch(name -> ENTRIES.stream().anyMatch(name::startsWith));
    }
}
