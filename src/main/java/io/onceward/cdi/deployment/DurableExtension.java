// SPDX-License-Identifier: Apache-2.0
package io.onceward.cdi.deployment;

import io.onceward.api.Durable;
import io.onceward.api.OncewardException;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.inject.Specializes;
import jakarta.enterprise.inject.spi.AfterBeanDiscovery;
import jakarta.enterprise.inject.spi.AfterDeploymentValidation;
import jakarta.enterprise.inject.spi.AnnotatedMethod;
import jakarta.enterprise.inject.spi.AnnotatedType;
import jakarta.enterprise.inject.spi.Bean;
import jakarta.enterprise.inject.spi.BeanManager;
import jakarta.enterprise.inject.spi.Extension;
import jakarta.enterprise.inject.spi.ProcessAnnotatedType;
import jakarta.enterprise.inject.spi.ProcessManagedBean;
import jakarta.enterprise.inject.spi.ProcessObserverMethod;
import jakarta.enterprise.inject.spi.ProcessProducerField;
import jakarta.enterprise.inject.spi.ProcessProducerMethod;
import jakarta.enterprise.inject.spi.ProcessSessionBean;
import jakarta.enterprise.inject.spi.ProcessSyntheticObserverMethod;
import jakarta.enterprise.inject.spi.WithAnnotations;
import java.lang.reflect.Method;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;

/** Has the events of durable observers, and the calls of durable methods, recorded instead of handled, and runs the deployment checks. */
public class DurableExtension implements Extension {

    private final Map<String, DurableObserver> observers = new TreeMap<>();
    private final Map<String, DurableMethod> methods = new TreeMap<>();

    /** The durable methods of the classes that were found, by class. Not each class becomes a bean. */
    private final Map<Class<?>, List<DurableMethod>> found = new ConcurrentHashMap<>();

    private final Map<Class<?>, Bean<?>> methodBeans = new ConcurrentHashMap<>();
    private final Set<Bean<?>> produced = ConcurrentHashMap.newKeySet();
    private final Set<Class<?>> specialized = ConcurrentHashMap.newKeySet();
    private final List<OncewardException> problems = new ArrayList<>();
    private Bean<? extends DurableRecorder> recorder;
    private BeanManager beans;

    /** Called by CDI. */
    public DurableExtension() {}

    <X> void verifyUse(@Observes @WithAnnotations(Durable.class) ProcessAnnotatedType<X> event) {
        AnnotatedType<X> type = event.getAnnotatedType();
        collect(() -> {
            type.getMethods().forEach(method -> DurableRules.verifyUse(type, method));
            type.getConstructors().forEach(constructor -> DurableRules.verifyUse(type, constructor));
            if (DurableMethodRules.isConcrete(type)) {
                type.getMethods().stream()
                        .filter(method -> DurableMethodRules.isDurable(type, method))
                        .forEach(method -> takeOver(event, method));
            }
        });
    }

    private <X> void takeOver(ProcessAnnotatedType<X> event, AnnotatedMethod<? super X> method) {
        DurableMethod durable = DurableMethodRules.verified(event.getAnnotatedType(), method);
        found.computeIfAbsent(durable.bean(), bean -> new ArrayList<>()).add(durable);
        event.configureAnnotatedType()
                .filterMethods(candidate -> candidate.getJavaMember().equals(method.getJavaMember())
                        || DurableMethodRules.isGenericForm(candidate.getJavaMember(), method.getJavaMember()))
                .forEach(configurator -> configurator.add(DurableCall.Literal.INSTANCE));
    }

    <T, X> void takeOver(@Observes ProcessObserverMethod<T, X> event, BeanManager manager) {
        if (event instanceof ProcessSyntheticObserverMethod) {
            return;
        }
        AnnotatedMethod<X> method = event.getAnnotatedMethod();
        if (DurableRules.durable(method).isEmpty()) {
            return;
        }
        try {
            DurableObserver observer = DurableRules.verified(
                    typeOf(event.getObserverMethod().getBeanClass(), method, manager),
                    method,
                    event.getObserverMethod());
            DurableObserver other = observers.putIfAbsent(observer.name(), observer);
            if (other != null) {
                throw DurableErrors.sharedName(observer.name(), other.member(), observer.member());
            }
            event.configureObserverMethod().notifyWith(context -> recorder().record(observer, context.getEvent()));
        } catch (OncewardException e) {
            event.addDefinitionError(e);
        }
    }

    /** Returns the type of the bean, which may inherit the method: then the method knows the superclass alone. */
    private static AnnotatedType<?> typeOf(Class<?> bean, AnnotatedMethod<?> method, BeanManager manager) {
        AnnotatedType<?> declaring = method.getDeclaringType();
        return declaring.getJavaClass() == bean ? declaring : manager.createAnnotatedType(bean);
    }

    void remember(@Observes ProcessManagedBean<? extends DurableRecorder> event) {
        recorder = event.getBean();
    }

    void rememberBean(@Observes ProcessManagedBean<?> event) {
        remember(event.getBean());
    }

    void rememberBean(@Observes ProcessSessionBean<?> event) {
        remember(event.getBean());
    }

    void rememberProduced(@Observes ProcessProducerMethod<?, ?> event) {
        produced.add(event.getBean());
    }

    void rememberProduced(@Observes ProcessProducerField<?, ?> event) {
        produced.add(event.getBean());
    }

    private void remember(Bean<?> bean) {
        Class<?> type = bean.getBeanClass();
        List<DurableMethod> own = found.getOrDefault(type, List.of());
        if (!own.isEmpty()) {
            methodBeans.put(type, bean);
        }
        if (type.isAnnotationPresent(Specializes.class)) {
            specialized.add(type.getSuperclass());
        }
        collect(() -> DurableMethodRules.verifyInherited(type, own));
    }

    /** Only now it is known which classes are beans: not alternatives that are not selected, nor what other beans specialize. */
    void addMethods(@Observes AfterBeanDiscovery event) {
        methodBeans.keySet().removeAll(specialized);
        methodBeans.keySet().forEach(type -> found.get(type).forEach(method -> collect(() -> add(method))));
        produced.forEach(bean -> collect(() -> verifyProduced(bean)));
    }

    /** A producer may hand out the bean of a class, which is intercepted. Without such a bean, it makes an object that is not. */
    private void verifyProduced(Bean<?> bean) {
        for (Type type : bean.getTypes()) {
            if (type instanceof Class<?> plain && methodBeans.keySet().stream().noneMatch(plain::isAssignableFrom)) {
                DurableMethodRules.verifyProduced(plain, bean);
            }
        }
    }

    private void collect(Runnable check) {
        try {
            check.run();
        } catch (OncewardException e) {
            problems.add(e);
        }
    }

    private void add(DurableMethod durable) {
        DurableMethod other = methods.putIfAbsent(durable.name(), durable);
        if (other != null) {
            throw DurableErrors.sharedName(durable.name(), other.member(), durable.member());
        }
    }

    void requireRecorder(@Observes AfterDeploymentValidation event, BeanManager manager) {
        beans = manager;
        problems.forEach(event::addDeploymentProblem);
        if (recorder == null) {
            observers
                    .values()
                    .forEach(observer -> event.addDeploymentProblem(DurableErrors.noRecorder(observer.member())));
            methods.values().forEach(method -> event.addDeploymentProblem(DurableErrors.noRecorder(method.member())));
        }
    }

    /** Returns the reference by its bean: the bean manager of an extension may not see the application's archives. */
    private DurableRecorder recorder() {
        return (DurableRecorder)
                beans.getReference(recorder, DurableRecorder.class, beans.createCreationalContext(recorder));
    }

    /** Returns the durable methods of the application. */
    public Collection<DurableMethod> methods() {
        return Collections.unmodifiableCollection(methods.values());
    }

    /** Returns the bean of a method, if its class became one. */
    public Optional<Bean<?>> beanOf(DurableMethod method) {
        return Optional.ofNullable(methodBeans.get(method.bean()));
    }

    /** Returns the durable method that a call of an object would run. */
    public DurableMethod methodOf(Object target, Method called) {
        return methods.values().stream()
                .filter(method -> method.bean().isInstance(target) && DurableMethodRules.runs(called, method.method()))
                .reduce((one, other) -> one.bean().isAssignableFrom(other.bean()) ? other : one)
                .orElseThrow();
    }

    /** Returns the durable observers of the application. */
    public Collection<DurableObserver> observers() {
        return Collections.unmodifiableCollection(observers.values());
    }
}
