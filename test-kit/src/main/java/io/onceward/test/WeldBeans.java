// SPDX-License-Identifier: Apache-2.0
package io.onceward.test;

import io.onceward.api.OncewardException;
import io.onceward.cdi.beans.AdapterOutboxBean;
import io.onceward.cdi.beans.DurableCallInterceptor;
import io.onceward.cdi.beans.DurableCallsBean;
import io.onceward.cdi.beans.DurableRecorderBean;
import io.onceward.cdi.beans.EmitterProducer;
import io.onceward.cdi.beans.HttpRequest;
import io.onceward.cdi.beans.IdempotentBeans;
import io.onceward.cdi.beans.IdempotentInterceptor;
import io.onceward.cdi.beans.IdempotentRequests;
import io.onceward.cdi.beans.InboxAdminBean;
import io.onceward.cdi.beans.InboxBean;
import io.onceward.cdi.beans.OutboxAdminBean;
import io.onceward.cdi.beans.OutboxBean;
import io.onceward.cdi.beans.RecordedInterceptor;
import io.onceward.cdi.deployment.DurableExtension;
import io.onceward.cdi.deployment.OncewardExtension;
import io.onceward.cdi.start.HandlerBeans;
import io.onceward.cdi.start.RecordedCalls;
import io.onceward.inbox.DurableQueue;
import jakarta.enterprise.context.control.RequestContextController;
import jakarta.enterprise.inject.spi.BeanManager;
import jakarta.enterprise.inject.spi.InjectionTarget;
import jakarta.enterprise.inject.spi.InjectionTargetFactory;
import java.lang.reflect.Field;
import java.lang.reflect.InaccessibleObjectException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.regex.Pattern;
import org.jboss.weld.bootstrap.api.Service;
import org.jboss.weld.environment.se.Weld;
import org.jboss.weld.environment.se.WeldContainer;

/** Weld SE with the beans under test, and the beans and interceptors of the product. Thread-safe. */
final class WeldBeans implements Beans {

    /** What the product adds to an application, without its start and what only Jakarta REST uses. */
    private static final Class<?>[] PRODUCT = {
        AdapterOutboxBean.class,
        DurableCallInterceptor.class,
        DurableCallsBean.class,
        DurableRecorderBean.class,
        EmitterProducer.class,
        HandlerBeans.class,
        HttpRequest.class,
        IdempotentBeans.class,
        IdempotentInterceptor.class,
        IdempotentRequests.class,
        InboxAdminBean.class,
        InboxBean.class,
        OutboxAdminBean.class,
        OutboxBean.class,
        RecordedCalls.class,
        RecordedInterceptor.class
    };

    private static final Class<?>[] KIT = {
        IdempotentCalls.class,
        IdempotentRuns.class,
        KitEnterpriseInterceptor.class,
        KitValidation.class,
        TransactionalInterceptor.class
    };

    /**
     * JSON-B asks {@code CDI.current()} for a container, and may get one that another thread is starting. Two starts would wait for each
     * other.
     */
    private static final Object ONE_START = new Object();

    /** An error of a deployment check in the text of the container, which lists several with their stack traces. */
    private static final Pattern PROBLEM = Pattern.compile("(?m)^io\\.onceward\\.api\\.\\w+: (OWD-\\d{4}: .*)$");

    private final WeldContainer container;
    private final DurableExtension durable;
    private final OncewardExtension onceward;
    private final KitGate gate;
    private final List<Class<?>> beans;
    private final AnnotatedMembers members;

    /** {@code null} if no test runs. */
    private volatile RequestContextController request;

    private WeldBeans(
            WeldContainer container,
            DurableExtension durable,
            OncewardExtension onceward,
            KitGate gate,
            List<Class<?>> beans) {
        this.container = container;
        this.durable = durable;
        this.onceward = onceward;
        this.gate = gate;
        this.beans = beans;
        this.members = AnnotatedMembers.of(beans);
    }

    /** Returns the beans and interceptors of the product that the container has. */
    static List<Class<?>> ofProduct() {
        return List.of(PRODUCT);
    }

    /** @throws OncewardException if a deployment check or the container refuses the beans */
    static WeldBeans start(BeanEnvironment environment) {
        DurableExtension durable = new DurableExtension();
        OncewardExtension onceward = new OncewardExtension(environment.config(), List.of(environment.adapter()));
        KitGate gate = new KitGate(attempt -> environment.outbox().follow(attempt));
        List<Service> services = new ArrayList<>();
        services.add(new KitTransactionServices(environment.transactions()));
        services.add(new KitResources(environment));
        if (hasPersistence()) {
            services.add(new KitPersistenceServices(environment.persistence()));
        }
        Weld weld = new Weld("onceward-test-" + UUID.randomUUID())
                .disableDiscovery()
                .skipShutdownHook()
                .property("org.jboss.weld.bootstrap.concurrentDeployment", false)
                .property("org.jboss.weld.executor.threadPoolType", "NONE")
                .addServices(services.toArray(Service[]::new))
                .addExtension(durable)
                .addExtension(onceward)
                .addExtension(new KitExtension(environment, onceward, gate))
                .addBeanClasses(PRODUCT)
                .addBeanClasses(KIT)
                .addBeanClasses(environment.beans().toArray(Class<?>[]::new));
        try {
            synchronized (ONE_START) {
                return new WeldBeans(weld.initialize(), durable, onceward, gate, environment.beans());
            }
        } catch (RuntimeException e) {
            throw refused(e);
        }
    }

    /** Returns whether the class path has the API; without it, no bean asks for an entity manager. */
    private static boolean hasPersistence() {
        try {
            Class.forName("jakarta.persistence.EntityManager", false, WeldBeans.class.getClassLoader());
            return true;
        } catch (ClassNotFoundException e) {
            return false;
        }
    }

    /** Returns the error of a deployment check, if it is the cause: it says what to correct. */
    private static OncewardException refused(RuntimeException failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof OncewardException coded) {
                return coded;
            }
        }
        List<String> problems = PROBLEM.matcher(String.valueOf(failure.getMessage()))
                .results()
                .map(found -> found.group(1))
                .toList();
        return problems.isEmpty()
                ? TestKitErrors.containerRefused(failure.getMessage(), failure)
                : TestKitErrors.containerRefused(String.join(System.lineSeparator(), problems), failure);
    }

    @Override
    public <T> T get(Class<T> type) {
        try {
            return container.select(type).get();
        } catch (RuntimeException e) {
            throw TestKitErrors.noBean(type, names(), e);
        }
    }

    @Override
    public void inject(Object target) {
        refuseUninterpreted(target);
        injectAs(target.getClass(), target);
    }

    private <T> void injectAs(Class<T> type, Object target) {
        BeanManager manager = container.getBeanManager();
        InjectionTarget<T> injection;
        try {
            InjectionTargetFactory<T> factory = manager.getInjectionTargetFactory(manager.createAnnotatedType(type));
            KitExtension.injectEnterpriseBeans(factory.configure());
            injection = factory.createInjectionTarget(null);
            injection.getInjectionPoints().forEach(manager::validate);
        } catch (OncewardException e) {
            throw e;
        } catch (RuntimeException e) {
            throw TestKitErrors.notInjected(type.getName(), names(), e);
        }
        injection.inject(type.cast(target), manager.createCreationalContext(null));
    }

    /** A test that makes a bean by {@code new} would pass or fail for a reason that it does not see. */
    private void refuseUninterpreted(Object target) {
        for (Class<?> type = target.getClass(); type != null && type != Object.class; type = type.getSuperclass()) {
            for (Field field : type.getDeclaredFields()) {
                Object value = value(field, target);
                if (value != null && members.interpreted().contains(value.getClass())) {
                    throw TestKitErrors.madeByNew(type.getName() + "." + field.getName(), value.getClass());
                }
            }
        }
    }

    private static Object value(Field field, Object target) {
        if (field.getType().isPrimitive()) {
            return null;
        }
        try {
            field.setAccessible(true);
            return field.get(target);
        } catch (IllegalAccessException | InaccessibleObjectException e) {
            return null; // a field of a superclass in a module; no bean under test is there
        }
    }

    @Override
    public List<String> handlersOf(Class<?> bean, String method) {
        Set<String> names = new TreeSet<>();
        String member = bean.getName() + "#" + method;
        durable.observers().stream()
                .filter(observer -> observer.member().equals(member))
                .forEach(observer -> names.add(DurableQueue.observer(observer.name())));
        durable.methods().stream()
                .filter(each -> each.bean() == bean && each.method().getName().equals(method))
                .forEach(each -> names.add(DurableQueue.call(each.name())));
        onceward.incoming().stream()
                .filter(each -> each.bean() == bean && each.method().getName().equals(method))
                .forEach(each -> names.add(each.handler()));
        onceward.idempotentMethods().all().stream()
                .filter(each -> each.bean() == bean && each.method().getName().equals(method))
                .forEach(each -> names.add(each.handler()));
        return List.copyOf(names);
    }

    @Override
    public String whyNotRecorded(String channel) {
        Set<String> recorders = members.recorders().getOrDefault(channel, Set.of());
        if (recorders.isEmpty()) {
            return TestKitErrors.noRecorder(channel, members.recorders().keySet(), names())
                    .getMessage();
        }
        return gate.hasRecorded(channel)
                ? ""
                : TestKitErrors.notCalled(String.join(" and ", recorders)).getMessage();
    }

    @Override
    public String whyNotHandled(String handler) {
        if (DurableQueue.isOne(handler)) {
            return gate.hasRecorded(handler)
                    ? ""
                    : TestKitErrors.notCalled(DurableQueue.nameOf(handler)).getMessage();
        }
        return onceward.idempotentMethods().handlers().contains(handler)
                ? TestKitErrors.notCalled(handler).getMessage()
                : "";
    }

    private List<String> names() {
        return beans.stream().map(Class::getSimpleName).toList();
    }

    @Override
    public void reset() {
        gate.reset();
    }

    @Override
    public void beginRequest() {
        RequestContextController begun =
                container.select(RequestContextController.class).get();
        begun.activate();
        request = begun;
    }

    @Override
    public void endRequest() {
        RequestContextController begun = request;
        request = null;
        if (begun != null) {
            begun.deactivate();
            container.destroy(begun);
        }
    }

    @Override
    public void close() {
        container.close();
    }
}
