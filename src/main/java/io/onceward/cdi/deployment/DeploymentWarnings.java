// SPDX-License-Identifier: Apache-2.0
package io.onceward.cdi.deployment;

import io.onceward.cdi.deployment.IdempotentMethod.Kind;
import io.onceward.config.OncewardConfig;
import jakarta.ejb.ActivationConfigProperty;
import jakarta.ejb.MessageDriven;
import java.lang.reflect.Method;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** The deployment checks of what may be a mistake: a call within a bean, a misspelt channel, handlers that share a queue, no console. */
final class DeploymentWarnings {

    private final SelfCalls selfCalls = new SelfCalls();
    /** The outgoing channels of annotations, without those that only the configuration names. */
    private final Set<String> outgoing = new TreeSet<>();

    private final Set<String> incoming = new TreeSet<>();
    private volatile boolean consoleFound;

    void addOutgoing(String channel, Class<?> bean, Method method) {
        addOutgoing(channel);
        selfCalls.add(bean, method);
    }

    /** Adds a method whose calls are intercepted. */
    void addCalled(Class<?> bean, Method method) {
        selfCalls.add(bean, method);
    }

    void addOutgoing(String channel) {
        outgoing.add(channel);
    }

    void addIncoming(String channel) {
        incoming.add(channel);
    }

    void consoleFound() {
        consoleFound = true;
    }

    /** @param storedHandlers the names of the handlers of stored messages */
    void log(OncewardConfig config, List<IdempotentMethod> methods, Set<String> storedHandlers) {
        Set<String> handlers = new TreeSet<>(storedHandlers);
        for (IdempotentMethod method : methods) {
            selfCalls.add(method.bean(), method.method());
            handlers.add(method.handler());
        }
        Set<String> found = selfCalls.found();
        if (!found.isEmpty()) {
            DeploymentLog.selfCalls(List.copyOf(found));
        }
        config.names().misspelt(outgoing, incoming).forEach(DeploymentLog::misspeltChannel);
        config.names().misspeltNames(handlers, config.relayChannels(), outgoing).forEach(DeploymentLog::misspeltName);
        competing(methods).forEach(DeploymentLog::competingHandlers);
        // In an EAR, the JAR of the console may be in some of the WARs.
        if (config.console().enabled() && !consoleFound) {
            DeploymentLog.consoleMissing();
        }
    }

    /** Returns the handlers of message-driven beans by their queue, where several have the same one and the same selector. */
    static Map<String, Set<String>> competing(List<IdempotentMethod> methods) {
        Map<String, Set<String>> handlers = new TreeMap<>();
        for (IdempotentMethod method : methods) {
            String queue =
                    method.kind() == Kind.DELIVERY ? queue(method.bean().getAnnotation(MessageDriven.class)) : "";
            if (!queue.isEmpty()) {
                handlers.computeIfAbsent(queue, key -> new TreeSet<>()).add(method.handler());
            }
        }
        handlers.values().removeIf(names -> names.size() == 1);
        return handlers;
    }

    /** Returns the name of a queue, with the selector if there is one; empty for a topic. */
    private static String queue(MessageDriven bean) {
        if (bean == null) { // a deployment descriptor declares it
            return "";
        }
        String queue = "";
        String selector = "";
        for (ActivationConfigProperty property : bean.activationConfig()) {
            String name = property.propertyName();
            String value = property.propertyValue().strip();
            if (name.equals("destinationType") && value.endsWith("Topic")) {
                return "";
            }
            if (name.startsWith("destination") && !name.endsWith("Type")) {
                queue = value.replaceFirst("^java:/", "");
            }
            if (name.equals("messageSelector")) {
                selector = " " + value;
            }
        }
        return queue.isEmpty() ? "" : queue + selector;
    }
}
