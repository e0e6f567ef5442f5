// SPDX-License-Identifier: Apache-2.0
package io.onceward.cdi.deployment;

import io.onceward.cdi.deployment.CalledMethods.Called;
import io.onceward.log.MemberName;
import java.io.IOException;
import java.lang.invoke.MethodType;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

/**
 * Finds intercepted methods that their own class calls, for a warning: a call within an object, such as {@code this.place(order)},
 * passes no interceptor, so it records or claims nothing.
 *
 * <p>The danger is a false warning. The class file shows which methods the code of a class calls, but not on which object. So a class
 * that can get another object of itself, by a field, a parameter or a look-up, is taken to call that one. Thread-safe while methods
 * are added.
 */
final class SelfCalls {

    /** The owners of methods that look a bean up. */
    private static final Set<String> LOOK_UPS = Set.of(
            "jakarta/ejb/SessionContext",
            "jakarta/enterprise/inject/Instance",
            "jakarta/enterprise/inject/spi/BeanManager",
            "jakarta/enterprise/inject/spi/CDI",
            "javax/naming/InitialContext");

    private final Map<Class<?>, Set<Method>> intercepted = new ConcurrentHashMap<>();

    /** Adds an intercepted method, which a superclass of the bean may declare. */
    void add(Class<?> bean, Method method) {
        intercepted.computeIfAbsent(bean, key -> ConcurrentHashMap.newKeySet()).add(method);
    }

    /** Returns the names of the methods that are called from within their object. */
    Set<String> found() {
        Set<String> names = new TreeSet<>();
        intercepted.forEach((bean, methods) -> {
            for (Class<?> c = bean; c != null && c != Object.class; c = c.getSuperclass()) {
                calledIn(c, methods).forEach(method -> names.add(MemberName.of(bean, method)));
            }
        });
        return names;
    }

    /** A class file, or a class that it names, may be missing; a warning that is missing costs little. */
    private static List<Method> calledIn(Class<?> type, Set<Method> methods) {
        try {
            return knowsAnother(type) ? List.of() : calledOnItself(type, methods);
        } catch (IOException | RuntimeException | LinkageError e) {
            return List.of();
        }
    }

    private static List<Method> calledOnItself(Class<?> type, Set<Method> methods) throws IOException {
        Set<Called> called = CalledMethods.of(type);
        if (called.stream().anyMatch(method -> LOOK_UPS.contains(method.owner()))) {
            return List.of();
        }
        String owner = type.getName().replace('.', '/');
        return methods.stream()
                .filter(method -> called.contains(new Called(owner, method.getName(), descriptor(method))))
                .filter(method -> !hasBridge(type, method))
                .toList();
    }

    /** A bridge, which the compiler makes for a method with type parameters, calls the method itself. */
    private static boolean hasBridge(Class<?> type, Method method) {
        return Arrays.stream(type.getDeclaredMethods())
                .anyMatch(other -> other.isBridge() && other.getName().equals(method.getName()));
    }

    private static String descriptor(Method method) {
        return MethodType.methodType(method.getReturnType(), method.getParameterTypes())
                .toMethodDescriptorString();
    }

    private static boolean knowsAnother(Class<?> type) {
        Stream<Type> fields = Arrays.stream(type.getDeclaredFields()).map(Field::getGenericType);
        Stream<Type> parameters = Stream.concat(
                        Arrays.stream(type.getDeclaredMethods()), Arrays.stream(type.getDeclaredConstructors()))
                .flatMap(member -> Arrays.stream(member.getGenericParameterTypes()));
        return Stream.concat(fields, parameters).anyMatch(declared -> isOf(declared, type));
    }

    private static boolean isOf(Type declared, Class<?> type) {
        return declared == type
                || (declared instanceof ParameterizedType p
                        && Arrays.stream(p.getActualTypeArguments()).anyMatch(argument -> isOf(argument, type)));
    }
}
