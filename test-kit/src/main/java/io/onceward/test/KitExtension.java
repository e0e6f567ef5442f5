// SPDX-License-Identifier: Apache-2.0
package io.onceward.test;

import io.onceward.api.DurableCalls;
import io.onceward.cdi.beans.DurableCallsBean;
import io.onceward.cdi.deployment.OncewardExtension;
import io.onceward.cdi.start.EngineGate;
import io.onceward.cdi.start.TransactionKeeper;
import jakarta.annotation.Priority;
import jakarta.ejb.EJB;
import jakarta.ejb.MessageDriven;
import jakarta.ejb.Stateful;
import jakarta.ejb.Stateless;
import jakarta.ejb.TransactionAttribute;
import jakarta.ejb.TransactionAttributeType;
import jakarta.ejb.TransactionManagement;
import jakarta.ejb.TransactionManagementType;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.context.Dependent;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.inject.Instance;
import jakarta.enterprise.inject.Typed;
import jakarta.enterprise.inject.literal.InjectLiteral;
import jakarta.enterprise.inject.spi.AfterBeanDiscovery;
import jakarta.enterprise.inject.spi.AnnotatedType;
import jakarta.enterprise.inject.spi.BeforeBeanDiscovery;
import jakarta.enterprise.inject.spi.Extension;
import jakarta.enterprise.inject.spi.ProcessAnnotatedType;
import jakarta.enterprise.inject.spi.ProcessBean;
import jakarta.enterprise.inject.spi.WithAnnotations;
import jakarta.enterprise.inject.spi.configurator.AnnotatedTypeConfigurator;
import jakarta.enterprise.util.Nonbinding;
import jakarta.inject.Singleton;
import jakarta.interceptor.InvocationContext;
import jakarta.transaction.TransactionManager;
import jakarta.transaction.TransactionSynchronizationRegistry;
import jakarta.transaction.Transactional;
import java.lang.annotation.Annotation;
import java.lang.reflect.Type;
import java.time.Clock;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import javax.sql.DataSource;

/** Gives the beans under test what a server has: the services of Onceward, transactions, a datasource, and the beans of enterprise beans. */
class KitExtension implements Extension {

    /** After the extensions of Onceward, which check the annotations as the application has them. */
    private static final int LAST = Integer.MAX_VALUE;

    private final BeanEnvironment environment;
    private final OncewardExtension onceward;
    private final KitGate gate;

    /** The types of the beans of the application, which replace those that the test kit would add. */
    private final Set<Type> given = ConcurrentHashMap.newKeySet();

    KitExtension(BeanEnvironment environment, OncewardExtension onceward, KitGate gate) {
        this.environment = environment;
        this.onceward = onceward;
        this.gate = gate;
    }

    TestTransactions transactions() {
        return environment.transactions();
    }

    /** Starts the engine. */
    void start(BeanParts parts) {
        environment.start(parts, gate);
    }

    /** Returns the counts of the {@code @Idempotent} method that is called. */
    TestHandler handlerOf(InvocationContext call) {
        return environment
                .outbox()
                .handler(onceward.idempotentMethods()
                        .of(call.getTarget().getClass(), call.getMethod())
                        .handler());
    }

    /** Has one interceptor for all kinds of {@code @Transactional}. Otherwise it would see only those methods that have its own kind. */
    void bindAllKinds(@Observes BeforeBeanDiscovery event) {
        event.configureInterceptorBinding(Transactional.class)
                .filterMethods(method -> method.getJavaMember().getName().equals("value"))
                .forEach(method -> method.add(Nonbinding.Literal.INSTANCE));
    }

    /** The bean of the product works by the time of the machine; the test kit adds one with the clock of the test. */
    void restrict(@Observes ProcessAnnotatedType<DurableCallsBean> event) {
        event.configureAnnotatedType().add(Typed.Literal.of(new Class<?>[] {DurableCallsBean.class}));
    }

    <X> void injectEnterpriseBeans(@Observes @WithAnnotations(EJB.class) ProcessAnnotatedType<X> event) {
        injectEnterpriseBeans(event.configureAnnotatedType());
    }

    /** Makes {@code @EJB} an {@code @Inject}. */
    static void injectEnterpriseBeans(AnnotatedTypeConfigurator<?> type) {
        type.filterFields(field -> field.isAnnotationPresent(EJB.class))
                .forEach(field -> field.add(InjectLiteral.INSTANCE));
        type.filterMethods(method -> method.isAnnotationPresent(EJB.class))
                .forEach(method -> method.add(InjectLiteral.INSTANCE));
    }

    /**
     * Makes an enterprise bean a bean of CDI with the same transactions. A stateless bean has a proxy as on a server, so it may inject
     * itself, or a bean that injects it.
     */
    <X> void adopt(
            @Observes
                    @Priority(LAST)
                    @WithAnnotations({Stateless.class, Stateful.class, jakarta.ejb.Singleton.class, MessageDriven.class
                    })
                    ProcessAnnotatedType<X> event) {
        AnnotatedType<X> type = event.getAnnotatedType();
        AnnotatedTypeConfigurator<X> configured = event.configureAnnotatedType();
        if (type.isAnnotationPresent(jakarta.ejb.Singleton.class) || type.isAnnotationPresent(Stateless.class)) {
            configured
                    .remove(annotation -> annotation.annotationType() == Dependent.class)
                    .add(ApplicationScoped.Literal.INSTANCE);
        }
        TransactionManagement management = type.getAnnotation(TransactionManagement.class);
        if (management != null && management.value() == TransactionManagementType.BEAN) {
            return;
        }
        if (!type.isAnnotationPresent(Transactional.class)) {
            TransactionAttribute attribute = type.getAnnotation(TransactionAttribute.class);
            configured.add(transactional(attribute == null ? TransactionAttributeType.REQUIRED : attribute.value()));
        }
        configured
                .filterMethods(method -> method.isAnnotationPresent(TransactionAttribute.class))
                .forEach(method -> method.add(transactional(method.getAnnotated()
                        .getAnnotation(TransactionAttribute.class)
                        .value())));
    }

    /** @param type the class of a bean, or of the subclass with its interceptors */
    static boolean isEnterpriseBean(Class<?> type) {
        for (Class<?> each = type; each != null; each = each.getSuperclass()) {
            if (each.isAnnotationPresent(Stateless.class)
                    || each.isAnnotationPresent(Stateful.class)
                    || each.isAnnotationPresent(jakarta.ejb.Singleton.class)
                    || each.isAnnotationPresent(MessageDriven.class)) {
                return true;
            }
        }
        return false;
    }

    private static Annotation transactional(TransactionAttributeType attribute) {
        return new KitEnterprise.Literal(Transactional.TxType.valueOf(attribute.name()));
    }

    void remember(@Observes ProcessBean<?> event) {
        given.addAll(event.getBean().getTypes());
    }

    void addBeans(@Observes AfterBeanDiscovery event) {
        add(event, EngineGate.class, beans -> gate);
        add(event, TransactionKeeper.class, beans -> new KitTransactionKeeper(environment.transactions()));
        add(event, TestOutbox.class, beans -> environment.outbox());
        add(
                event,
                DurableCalls.class,
                beans -> new KitCalls(beans.select(DurableCallsBean.class).get(), environment.outbox()));
        add(event, TransactionManager.class, beans -> environment.transactions().manager());
        add(event, TransactionSynchronizationRegistry.class, beans -> environment
                .transactions()
                .registry());
        add(event, DataSource.class, beans -> environment.dataSource());
        add(event, Clock.class, beans -> environment.outbox().clock());
        if (environment.persistence() != null) {
            environment.persistence().beans().forEach((type, bean) -> addOf(event, type, bean));
        }
    }

    private <T> void addOf(AfterBeanDiscovery event, Class<T> type, Object bean) {
        add(event, type, beans -> type.cast(bean));
    }

    private <T> void add(AfterBeanDiscovery event, Class<T> type, Function<Instance<Object>, T> bean) {
        if (!given.contains(type)) {
            event.<T>addBean()
                    .beanClass(KitExtension.class)
                    .id("io.onceward.test " + type.getName())
                    .types(type)
                    .scope(Singleton.class)
                    .produceWith(bean);
        }
    }
}
