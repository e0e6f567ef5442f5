// SPDX-License-Identifier: Apache-2.0
package io.onceward.cdi.start;

import io.onceward.api.KeyResolver;
import io.onceward.api.MessageKeyResolver;
import io.onceward.api.OncewardException;
import io.onceward.cdi.deployment.EngineValidation;
import io.onceward.cdi.deployment.Feature;
import io.onceward.cdi.deployment.IdempotentMethod;
import io.onceward.cdi.deployment.IncomingMethod;
import io.onceward.cdi.deployment.OncewardExtension;
import io.onceward.cdi.deployment.PayloadRules;
import io.onceward.codec.BuiltInCodecs;
import io.onceward.config.JndiName;
import io.onceward.config.OncewardConfig;
import io.onceward.engine.Engine;
import io.onceward.engine.Platform;
import io.onceward.health.Heartbeat;
import io.onceward.inbox.MessageHandler;
import io.onceward.inbox.ResultPolicy;
import io.onceward.jdbc.JndiDataSourceAccess;
import io.onceward.log.Causes;
import io.onceward.log.MemberName;
import io.onceward.outbox.Recording;
import io.onceward.outbox.RecordingErrors;
import io.onceward.selfcheck.TransactionStyle;
import io.onceward.spi.DataSourceAccess;
import io.onceward.spi.LogContext;
import io.onceward.spi.PayloadCodec;
import io.onceward.spi.Transactions;
import io.onceward.transaction.CallerTransaction;
import io.onceward.transaction.OuterTransaction;
import jakarta.enterprise.concurrent.ManagedExecutorService;
import jakarta.enterprise.concurrent.ManagedThreadFactory;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.context.control.RequestContextController;
import jakarta.enterprise.inject.Any;
import jakarta.enterprise.inject.Instance;
import jakarta.enterprise.inject.spi.Bean;
import jakarta.enterprise.inject.spi.BeanManager;
import jakarta.inject.Inject;
import jakarta.transaction.TransactionManager;
import jakarta.transaction.TransactionSynchronizationRegistry;
import java.lang.reflect.Method;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import javax.naming.NamingException;

/**
 * The engine of one application in its container. The start of the application, or an earlier event, opens it; the
 * self-check runs when the application starts.
 */
@ApplicationScoped
public class OncewardContainer implements EngineValidation {

    private static final String EXECUTOR = "java:comp/DefaultManagedExecutorService";
    private static final String THREADS = "java:comp/DefaultManagedThreadFactory";

    private static final String APPLICATION = "java:app/AppName";

    @Inject
    private OncewardExtension extension;

    @Inject
    private Transactions transactions;

    @Inject
    @Any
    private Instance<PayloadCodec> codecs;

    @Inject
    @Any
    private Instance<TransactionStyle> callers;

    @Inject
    @Any
    private Instance<KeyResolver> resolvers;

    @Inject
    @Any
    private Instance<MessageKeyResolver> messageKeyResolvers;

    @Inject
    @Any
    private Instance<LogContext> logContexts;

    @Inject
    private Instance<RequestContextController> requests;

    @Inject
    private BeanManager beans;

    @Inject
    private Instance<Object> serverBeans;

    private final Heartbeat heartbeat = new Heartbeat();
    private final ContainerStart start = new ContainerStart(this::newEngine, this::check, this::connect);

    private final PayloadRules payloads = new PayloadRules();

    private final Map<Class<?>, KeyResolver> resolversByClass = new ConcurrentHashMap<>();
    private final Map<Class<?>, MessageKeyResolver> messageKeyResolversByClass = new ConcurrentHashMap<>();
    private final Map<IdempotentMethod, ResultPolicy> results = new ConcurrentHashMap<>();
    private volatile CallerTransaction transaction;
    private volatile TransactionManager manager;

    /** Called by CDI. */
    public OncewardContainer() {}

    /** Returns the configuration. */
    public OncewardConfig config() {
        return extension.config();
    }

    /**
     * Returns the engine for a message that a broker has delivered. Before the start has succeeded, the delivery waits.
     *
     * @throws io.onceward.api.NotReadyException if the start takes longer than {@code onceward.start-wait}, or is refused
     */
    public Engine engineForDelivery() {
        start.gate().awaitForDelivery(config().startWait());
        return engine();
    }

    /**
     * Returns the engine for a message that the application stores. During the start, the call waits.
     *
     * @throws io.onceward.api.NotReadyException as for a delivery
     */
    public Engine engineForStore() {
        start.gate().awaitForStore(config().startWait());
        return engine();
    }

    /**
     * Returns the engine for a call that records or claims. While another thread makes the first attempt to start, the call
     * waits.
     *
     * @throws io.onceward.api.NotReadyException if this attempt takes longer than {@code onceward.start-wait}, or the start was
     *     postponed or refused
     */
    public Engine engineForCall() {
        start.gate().awaitForCall(config().startWait());
        return engine();
    }

    /**
     * Returns the engine without waiting.
     *
     * @throws io.onceward.api.NotReadyException if the engine can't be opened, or the start was postponed or refused
     */
    public Engine engine() {
        start.gate().reason().ifPresent(reason -> {
            throw StartErrors.notReady(reason);
        });
        try {
            return start.prepared();
        } catch (OncewardException e) {
            throw StartErrors.notReady(e);
        }
    }

    /** Returns the {@code @Idempotent} method that was called. */
    public IdempotentMethod idempotent(Class<?> instanceClass, Method method) {
        return extension.idempotentMethods().of(instanceClass, method);
    }

    /** Returns whether the method of a bean is {@code @Idempotent}. */
    public boolean isIdempotent(Class<?> beanClass, Method method) {
        return extension.idempotentMethods().contains(beanClass, method);
    }

    /** Returns whether the class declares a bean with such methods; a subclass that a container has made does not. */
    public boolean isBean(Class<?> beanClass) {
        return extension.idempotentMethods().isBean(beanClass);
    }

    public KeyResolver resolver(Class<? extends KeyResolver> type) {
        return resolversByClass.computeIfAbsent(
                type, t -> resolvers.select(type).get());
    }

    public MessageKeyResolver messageKeyResolver(Class<? extends MessageKeyResolver> type) {
        return messageKeyResolversByClass.computeIfAbsent(
                type, t -> messageKeyResolvers.select(type).get());
    }

    /** Returns the policy for the results of a method. */
    public ResultPolicy results(IdempotentMethod method) {
        return results.computeIfAbsent(method, m -> {
            if (m.idempotent().replay()) {
                return engine().replay(m.method().getGenericReturnType());
            }
            return ResultPolicy.none(m.method().getReturnType() == Optional.class ? Optional.empty() : null);
        });
    }

    /**
     * Opens a recording. If it is refused, for whatever reason, the transaction of the caller is marked for rollback.
     *
     * @throws OncewardException if nothing can be recorded now
     */
    public Recording recording(String channel) {
        return rollBackOnFailure(this::engineForCall).recording(channel);
    }

    /** {@link CallerTransaction#rollBackOnFailure} */
    public <T, E extends Exception> T rollBackOnFailure(CallerTransaction.Work<T, E> work) throws E {
        return transaction().rollBackOnFailure(work);
    }

    /**
     * Runs a method of the application, and requires that the thread then has the same transaction as before.
     *
     * @param member the name of the method in the error
     * @throws OncewardException if the thread has lost the transaction; where the server allows it, the transaction is resumed and
     *     marked for rollback
     */
    public <T> T keepTransaction(String member, Callable<T> method) throws Exception {
        return outerTransaction().keep(method, () -> RecordingErrors.transactionLost(member));
    }

    /** Returns the transaction that the thread has now. */
    public OuterTransaction outerTransaction() throws Exception {
        return new OuterTransaction(transaction().registry(), manager);
    }

    /** Returns the transaction of the thread. The opening of the engine looks it up: later threads may lack the name. */
    private CallerTransaction transaction() {
        CallerTransaction known = transaction;
        if (known == null) {
            known = new CallerTransaction(registry());
            manager = ServerTransactionManager.lookup();
            transaction = known;
        }
        return known;
    }

    private List<MessageHandler> handlers() {
        List<PayloadCodec> all = BuiltInCodecs.after(list(codecs));
        for (IdempotentMethod method : extension.idempotentMethods().all()) {
            method.decodedTypes().forEach(type -> payloads.verify(all, method.member(), type));
        }
        List<MessageHandler> handlers = new ArrayList<>();
        for (IncomingMethod method : extension.incoming()) {
            Optional<Bean<?>> bean = extension.beanOf(method);
            if (bean.isPresent()) {
                payloads.verify(all, MemberName.of(method.bean(), method.method()), method.payload());
                handlers.add(new IncomingHandler(method, beans, bean.get(), requests, all, this::keepTransaction));
            } else {
                StartLog.noBean(MemberName.of(method.bean(), method.method()));
            }
        }
        return handlers;
    }

    private Engine newEngine() {
        return new Engine(config(), platform(), extension.channels(), handlers());
    }

    private void check(Engine opened) {
        opened.selfCheck(callers);
    }

    private void connect(Engine checked) {
        checked.declareAs(application());
        warnOfRenamedHandlers(checked);
        ServerFeatures.connect(checked, serverBeans);
        checked.manageAs(application());
    }

    /** Otherwise the start of the application opens the engine. */
    @Override
    public void validate() {
        try {
            if (namesAreReady()) {
                start.open();
            }
        } catch (OncewardException e) {
            if (!Causes.isPassing(e)) {
                throw e;
            }
        }
    }

    private static boolean namesAreReady() {
        try {
            new JndiName(Feature.REGISTRY).lookup(Object.class);
            return true;
        } catch (NamingException e) {
            return false;
        }
    }

    /**
     * Opens the engine and runs the self-check, unless an earlier call has. A database that is down does not fail the
     * start: events are refused until a later call succeeds.
     *
     * @throws OncewardException if a retry can't succeed
     */
    public void start() {
        heartbeat.beat(start::first);
    }

    private static String application() {
        try {
            return new JndiName(APPLICATION).lookup(String.class);
        } catch (NamingException | ClassCastException e) {
            return "application"; // some servers lack the name on some threads
        }
    }

    /** Warns only if this application has handlers; otherwise all claims belong to other applications. */
    private void warnOfRenamedHandlers(Engine opened) {
        Set<String> handlers = handlerNames();
        if (!handlers.isEmpty()) {
            opened.inbox().addOwn(handlers);
            opened.inbox().warnOfOthers();
        }
    }

    /** Returns whether this application has handlers, which claim messages or calls. */
    public boolean hasHandlers() {
        return !handlerNames().isEmpty();
    }

    private Set<String> handlerNames() {
        Set<String> names = new TreeSet<>(extension.idempotentMethods().handlers());
        extension.incoming().forEach(method -> names.add(method.handler()));
        return names;
    }

    /** Publishes due events, and retries a start that was postponed. */
    public void poll() {
        heartbeat.beat(this::pollNow);
    }

    /** Returns how long {@link #poll()} is overdue. */
    public Duration timerOverdue() {
        Duration overdue = heartbeat.silence().minus(config().relayPollingInterval());
        return overdue.isNegative() ? Duration.ZERO : overdue;
    }

    /**
     * Returns the longest time that a relay, or the check of a capture, has waited for the database or for a thread; zero before
     * the start.
     */
    public Duration relayInStep() {
        return start.opened().map(Engine::relayInStep).orElse(Duration.ZERO);
    }

    /** Returns why events are refused; empty if they are not. */
    public Optional<String> notStarted() {
        return start.gate().isOpen()
                ? Optional.empty()
                : Optional.of(
                        start.gate().reason().map(OncewardException::getMessage).orElse("starting"));
    }

    private void pollNow() {
        if (!start.gate().isOpen()) {
            start.late();
        }
        if (start.gate().isOpen()) {
            start.open().poll();
        }
    }

    /** Stops the engine, and waits for current batches. */
    public void stop(Duration patience) {
        start.stop(patience);
    }

    private Platform platform() {
        ManagedExecutorService executor = feature(Feature.CONCURRENCY, EXECUTOR, ManagedExecutorService.class);
        ManagedThreadFactory threads = feature(Feature.CONCURRENCY, THREADS, ManagedThreadFactory.class);
        TransactionSynchronizationRegistry registry = transaction().registry();
        return new Platform(
                registry,
                transactions,
                new TaskTransactions(registry, transactions, start.gate()::isOpen, threads),
                executor,
                threads,
                dataSources(),
                extension.adapters(),
                list(codecs),
                list(logContexts));
    }

    private static TransactionSynchronizationRegistry registry() {
        return feature(Feature.TRANSACTIONS, Feature.REGISTRY, TransactionSynchronizationRegistry.class);
    }

    private static List<DataSourceAccess> dataSources() {
        List<DataSourceAccess> all = new ArrayList<>();
        ServiceLoader.load(DataSourceAccess.class, OncewardContainer.class.getClassLoader())
                .forEach(all::add);
        all.add(new JndiDataSourceAccess());
        return all;
    }

    private static <T> T feature(Feature feature, String name, Class<T> type) {
        try {
            return new JndiName(name).lookup(type);
        } catch (NamingException | ClassCastException e) {
            throw feature.unbound(name, e);
        }
    }

    private static <T> List<T> list(Instance<T> instance) {
        return instance.stream().toList();
    }
}
