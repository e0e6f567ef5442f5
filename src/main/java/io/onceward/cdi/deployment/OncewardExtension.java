// SPDX-License-Identifier: Apache-2.0
package io.onceward.cdi.deployment;

import io.onceward.api.Alert;
import io.onceward.api.ContextPropagator;
import io.onceward.api.Durable;
import io.onceward.api.FailurePolicy;
import io.onceward.api.Idempotent;
import io.onceward.api.KeyResolver;
import io.onceward.api.MessageKeyResolver;
import io.onceward.api.OncewardException;
import io.onceward.broker.BrokerAdapters;
import io.onceward.broker.ChannelAdapters;
import io.onceward.broker.MessageKinds;
import io.onceward.config.OncewardConfig;
import io.onceward.config.PropertyNames;
import io.onceward.log.MemberName;
import io.onceward.selfcheck.TransactionStyle;
import io.onceward.spi.BrokerAdapter;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.context.Dependent;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.inject.Any;
import jakarta.enterprise.inject.spi.AfterBeanDiscovery;
import jakarta.enterprise.inject.spi.AfterDeploymentValidation;
import jakarta.enterprise.inject.spi.AnnotatedMethod;
import jakarta.enterprise.inject.spi.AnnotatedType;
import jakarta.enterprise.inject.spi.Bean;
import jakarta.enterprise.inject.spi.BeanManager;
import jakarta.enterprise.inject.spi.BeforeBeanDiscovery;
import jakarta.enterprise.inject.spi.Extension;
import jakarta.enterprise.inject.spi.ObserverMethod;
import jakarta.enterprise.inject.spi.ProcessAnnotatedType;
import jakarta.enterprise.inject.spi.ProcessBean;
import jakarta.enterprise.inject.spi.ProcessManagedBean;
import jakarta.enterprise.inject.spi.ProcessObserverMethod;
import jakarta.enterprise.inject.spi.ProcessSessionBean;
import jakarta.enterprise.inject.spi.WithAnnotations;
import jakarta.enterprise.inject.spi.configurator.AnnotatedMethodConfigurator;
import jakarta.interceptor.Interceptor;
import java.lang.annotation.Annotation;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.eclipse.microprofile.reactive.messaging.Channel;
import org.eclipse.microprofile.reactive.messaging.Incoming;
import org.eclipse.microprofile.reactive.messaging.Outgoing;

/**
 * Takes over the methods and emitters that belong to Onceward before the server's own Reactive Messaging sees them, and
 * runs the deployment checks.
 */
public class OncewardExtension implements Extension {

    private final Set<String> channels = new TreeSet<>();
    private final DeploymentWarnings warnings = new DeploymentWarnings();
    private final IdempotentMethods idempotentMethods = new IdempotentMethods();
    private final Set<Class<?>> resolvers = new HashSet<>();
    private final TenantResolvers tenantResolvers = new TenantResolvers();

    /** From all archives of the application: a look-up by type might miss a bean, and its context would be lost silently. */
    private final Set<Bean<?>> propagators = new LinkedHashSet<>();

    private final List<ObserverMethod<Alert>> alertObservers = new ArrayList<>();

    private final Set<String> incomingChannels = new TreeSet<>();
    private final ChannelEnds ofServer = new ChannelEnds();
    private final StoredHandlers storedHandlers = new StoredHandlers();
    private final List<OncewardException> problems = new ArrayList<>();
    private OncewardConfig config;
    /** Whether this is a server. In a plain JVM, the application starts the engine itself, and the extension does nothing. */
    private final boolean onServer;

    /** Whether the annotations are interpreted: on a server, and in the container of a test. */
    private final boolean active;

    private BrokerAdapters adapters;
    private MessageKinds messages;
    private Ownership ownership;
    private EmitterPoints emitters;
    private Bean<? extends EngineValidation> validation;
    private final List<Class<?>> enterpriseBeans = new ArrayList<>();
    private final Set<Class<?>> examined = new HashSet<>();

    /** Called by CDI. */
    public OncewardExtension() {
        onServer = !SeContainer.runs();
        active = onServer;
    }

    /**
     * Creates the extension of a container in a plain JVM that has the beans of Onceward, as a test starts one. Nothing is asked of a
     * server.
     */
    public OncewardExtension(OncewardConfig given, List<BrokerAdapter> givenAdapters) {
        onServer = false;
        active = true;
        use(given, givenAdapters);
    }

    void readConfiguration(@Observes BeforeBeanDiscovery event) {
        if (!onServer) {
            return;
        }
        Feature.verify(OncewardExtension.class.getClassLoader());
        OncewardConfig read;
        try {
            read = ServerConfig.read();
        } catch (OncewardException e) {
            problems.add(e);
            read = new OncewardConfig(Set.of(), name -> Optional.empty());
        }
        use(read, BrokerAdapters.found());
        HealthChecks.add(event);
    }

    private void use(OncewardConfig used, List<BrokerAdapter> found) {
        adapters = new BrokerAdapters(found);
        messages = new MessageKinds(adapters.usable());
        config = used;
        ownership = new Ownership(config);
        emitters = new EmitterPoints(ownership, channel -> {
            channels.add(channel);
            warnings.addOutgoing(channel);
        });
        PropertyNames names = config.names();
        collect(() ->
                channels.addAll(ownership.serverHasReactiveMessaging() ? names.ownChannels() : names.allChannels()));
        incomingChannels.addAll(names.incomingChannels());
    }

    <X> void takeOver(
            @Observes
                    @WithAnnotations({
                        Outgoing.class,
                        Incoming.class,
                        Channel.class,
                        Idempotent.class,
                        FailurePolicy.class
                    })
                    ProcessAnnotatedType<X> event) {
        if (!active) {
            return;
        }
        AnnotatedType<X> type = event.getAnnotatedType();
        examined.add(type.getJavaClass());
        collect(() -> IncomingRules.verifyFailurePolicies(type, this::isHandler));
        collect(() -> {
            takeOverIncoming(event, type);
            takeOverMethods(event, type);
            emitters.takeOver(event.configureAnnotatedType());
        });
        IdempotentRules rules = new IdempotentRules(type, messages);
        if (rules.apply()) {
            rules.methods().stream()
                    .filter(method -> !ownsIncoming(method)) // there the annotation only names the handler
                    .forEach(method -> collect(() -> idempotentMethods.add(rules.examine(method))));
        }
    }

    /** Vetoes the beans of Onceward where they can't work. */
    <X> void veto(
            @Observes @WithAnnotations({ApplicationScoped.class, Dependent.class, Interceptor.class})
                    ProcessAnnotatedType<X> event) {
        if (!active && isOwn(event.getAnnotatedType().getJavaClass())) {
            event.veto();
        }
    }

    /** Leaves the emitters of classes that are no beans to the server's own Reactive Messaging. */
    <X> void leaveChannels(@Observes @WithAnnotations(Channel.class) ProcessAnnotatedType<X> event) {
        if (active
                && ownership.serverHasReactiveMessaging()
                && isOwn(event.getAnnotatedType().getJavaClass())) {
            event.configureAnnotatedType().methods().forEach(method -> method.remove(of(Channel.class)));
        }
    }

    private static boolean isOwn(Class<?> type) {
        return type.getProtectionDomain().getCodeSource() != null
                && type.getProtectionDomain()
                        .getCodeSource()
                        .equals(OncewardExtension.class.getProtectionDomain().getCodeSource());
    }

    private <X> void takeOverIncoming(ProcessAnnotatedType<X> event, AnnotatedType<X> type) {
        if (!isConcrete(type)) {
            return;
        }
        for (AnnotatedMethod<? super X> method : type.getMethods()) {
            if (ownsIncoming(method)) {
                incomingChannels.add(method.getAnnotation(Incoming.class).value());
                warnings.addIncoming(method.getAnnotation(Incoming.class).value());
                if (!method.getJavaMember().isBridge()) {
                    collect(() -> registerIncoming(type, method));
                }
                event.configureAnnotatedType()
                        .filterMethods(candidate -> candidate.getJavaMember().equals(method.getJavaMember()))
                        .forEach(configurator ->
                                configurator.remove(of(Incoming.class)).remove(of(Idempotent.class)));
            } else if (method.isAnnotationPresent(Incoming.class)) {
                ofServer.addIncoming(
                        method.getAnnotation(Incoming.class).value(), MemberName.of(method.getJavaMember()));
            }
        }
    }

    private static boolean isConcrete(AnnotatedType<?> type) {
        return !Modifier.isAbstract(type.getJavaClass().getModifiers()) && !type.isAnnotationPresent(Interceptor.class);
    }

    private boolean ownsIncoming(AnnotatedMethod<?> method) {
        Incoming annotation = method.getAnnotation(Incoming.class);
        return annotation != null && ownership.ownsIncoming(annotation.value());
    }

    /** Refuses an application without a broker, before its other problems. One with handlers or durable observers may need none. */
    private void requireBroker() {
        try {
            adapters.requireAny();
        } catch (OncewardException e) {
            problems.add(0, e);
        }
    }

    private void addDurable(String name) {
        incomingChannels.add(name);
        warnings.addIncoming(name);
    }

    private boolean isHandler(AnnotatedMethod<?> method) {
        return ownsIncoming(method)
                || method.isAnnotationPresent(Durable.class)
                || DurableRules.durable(method).isPresent();
    }

    private void registerIncoming(AnnotatedType<?> type, AnnotatedMethod<?> annotated) {
        IncomingMethod method = IncomingRules.verified(type, annotated, messages);
        Outgoing outgoing = annotated.getAnnotation(Outgoing.class);
        if (outgoing != null && !ownership.owns(outgoing.value(), false)) {
            throw IncomingErrors.unusableIncoming(
                    MemberName.of(method.method()),
                    "it has @Outgoing for channel '" + outgoing.value() + "' of the server",
                    "Set connector=onceward for this channel, too.");
        }
        storedHandlers.add(method, MemberName.of(type.getJavaClass(), method.method()));
    }

    private <X> void takeOverMethods(ProcessAnnotatedType<X> event, AnnotatedType<X> type) {
        for (AnnotatedMethod<? super X> method : type.getMethods()) {
            Outgoing outgoing = method.getAnnotation(Outgoing.class);
            if (outgoing == null) {
                continue;
            }
            if (!ownership.owns(outgoing.value(), OutgoingRules.isForApplications(method))) {
                ofServer.addOutgoing(outgoing.value(), MemberName.of(method.getJavaMember()));
                continue;
            }
            channels.add(outgoing.value());
            warnings.addOutgoing(outgoing.value(), type.getJavaClass(), method.getJavaMember());
            boolean sound = collect(() -> OutgoingRules.verify(type, method, isIncomingOfServer(method)));
            event.configureAnnotatedType()
                    .filterMethods(candidate -> candidate.getJavaMember().equals(method.getJavaMember()))
                    .forEach(configurator -> takeOver(configurator, sound));
        }
    }

    private boolean isIncomingOfServer(AnnotatedMethod<?> method) {
        return method.isAnnotationPresent(Incoming.class) && !ownsIncoming(method);
    }

    /** @param sound whether to bind the interceptor; the container would refuse an unsound method with a vaguer message */
    private static void takeOver(AnnotatedMethodConfigurator<?> method, boolean sound) {
        method.remove(of(Outgoing.class));
        if (sound) {
            method.add(Recorded.Literal.INSTANCE);
        }
    }

    private static Predicate<Annotation> of(Class<? extends Annotation> type) {
        return annotation -> annotation.annotationType() == type;
    }

    void remember(@Observes ProcessManagedBean<? extends EngineValidation> event) {
        validation = event.getBean();
    }

    void rememberConsole(@Observes ProcessManagedBean<? extends Console> event) {
        warnings.consoleFound();
    }

    void rememberIncoming(@Observes ProcessManagedBean<?> event) {
        storedHandlers.remember(event.getBean());
    }

    void remember(@Observes ProcessSessionBean<?> event) {
        storedHandlers.remember(event.getBean());
        Class<?> bean = event.getBean().getBeanClass();
        if (TransactionStyle.class.isAssignableFrom(bean)) {
            enterpriseBeans.add(bean);
        }
    }

    void rememberResolver(@Observes ProcessBean<? extends KeyResolver> event) {
        resolvers.add(event.getBean().getBeanClass());
    }

    void rememberMessageKeyResolver(@Observes ProcessBean<? extends MessageKeyResolver> event) {
        resolvers.add(event.getBean().getBeanClass());
    }

    /** Observes the beans of all types, because for the bean of a producer the type argument is the class of the producer. */
    void rememberContexts(@Observes ProcessBean<?> event) {
        tenantResolvers.add(event.getBean());
        if (event.getBean().getTypes().contains(ContextPropagator.class)) {
            propagators.add(event.getBean());
        }
    }

    void rememberAlerts(@Observes ProcessObserverMethod<Alert, ?> event) {
        ObserverMethod<Alert> observer = event.getObserverMethod();
        if (Set.of(Any.Literal.INSTANCE).containsAll(observer.getObservedQualifiers())) { // an alert has no qualifier
            alertObservers.add(observer);
        }
    }

    /** Checks early: the container's own validation would fail with a vaguer message. */
    void demandEnterpriseBeans(@Observes AfterBeanDiscovery event) {
        if (!onServer) {
            return;
        }
        int times = enterpriseBeans.stream()
                .mapToInt(bean -> Collections.frequency(enterpriseBeans, bean))
                .max()
                .orElse(0);
        if (times != 1) {
            event.addDefinitionError(DeploymentErrors.notOneModule(times));
        }
    }

    void reportProblems(@Observes AfterDeploymentValidation event, BeanManager beans) {
        if (!active) {
            return;
        }
        DurableExtension durable = beans.getExtension(DurableExtension.class);
        durable.observers().forEach(observer -> addDurable(observer.name()));
        durable.methods().forEach(method -> {
            addDurable(method.name());
            warnings.addCalled(method.bean(), method.method());
        });
        if (incomingChannels.isEmpty()
                && durable.observers().isEmpty()
                && durable.methods().isEmpty()) {
            requireBroker();
        }
        collect(() -> ofServer.verify(config, channels, storedHandlers.channels()));
        collect(() -> new ChannelAdapters(config, adapters).verifyNames(channels, incomingChannels));
        collect(() -> idempotentMethods.verifyResolvers(resolvers));
        collect(() -> tenantResolvers.resolve(beans));
        storedHandlers
                .members()
                .forEach((handler, member) -> collect(() -> idempotentMethods.verifyApart(handler, member)));
        if (problems.isEmpty()) {
            collect(() -> validation(beans).validate());
        }
        problems.forEach(event::addDeploymentProblem);
        if (problems.isEmpty()) {
            warnings.log(
                    config, idempotentMethods.all(), storedHandlers.members().keySet());
        }
    }

    /** Returns the reference by its bean: the bean manager of an extension may not see the application's archives. */
    private EngineValidation validation(BeanManager beans) {
        return (EngineValidation)
                beans.getReference(validation, EngineValidation.class, beans.createCreationalContext(validation));
    }

    /** Runs a check and keeps its problem; returns whether there is none. */
    private boolean collect(Runnable check) {
        try {
            check.run();
            return true;
        } catch (OncewardException e) {
            problems.add(e);
            return false;
        }
    }

    /** Returns the configuration. */
    public OncewardConfig config() {
        return config;
    }

    /** Returns the broker adapters of this application. */
    public List<BrokerAdapter> adapters() {
        return adapters.all();
    }

    /** Returns the channels that belong to Onceward, by an annotation or by configuration. */
    public Set<String> channels() {
        return Collections.unmodifiableSet(channels);
    }

    /** Returns whether CDI has found the annotations of a class, and the deployment checks have seen them. */
    boolean hasExamined(Class<?> type) {
        return examined.contains(type);
    }

    /** Returns the {@code @Idempotent} methods. */
    public IdempotentMethods idempotentMethods() {
        return idempotentMethods;
    }

    /** Returns the bean that names the tenants of requests; empty if the application has none. */
    public Optional<Bean<?>> tenantResolver() {
        return tenantResolvers.used();
    }

    /** Returns the observers of alerts in the application. */
    public List<ObserverMethod<Alert>> alertObservers() {
        return Collections.unmodifiableList(alertObservers);
    }

    /** Returns references to the context propagators of the application. */
    public List<ContextPropagator> propagators(BeanManager beans) {
        return propagators.stream()
                .map(bean -> (ContextPropagator)
                        beans.getReference(bean, ContextPropagator.class, beans.createCreationalContext(bean)))
                .toList();
    }

    /** Returns the methods that handle stored messages. */
    public List<IncomingMethod> incoming() {
        return storedHandlers.methods();
    }

    /** Returns the names of all handlers, which claim messages or calls. */
    public Set<String> handlers() {
        Set<String> names = new TreeSet<>(idempotentMethods.handlers());
        names.addAll(storedHandlers.members().keySet());
        return names;
    }

    /** Returns the bean of a method, if its class became one. */
    public Optional<Bean<?>> beanOf(IncomingMethod method) {
        return storedHandlers.beanOf(method);
    }
}
