// SPDX-License-Identifier: Apache-2.0
package io.onceward.cdi.deployment;

import io.onceward.api.Idempotent;
import jakarta.enterprise.inject.spi.CDI;
import jakarta.servlet.ServletContainerInitializer;
import jakarta.servlet.ServletContext;
import jakarta.servlet.annotation.HandlesTypes;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.eclipse.microprofile.reactive.messaging.Outgoing;

/**
 * Refuses a web application with an enterprise bean that CDI has not examined. The server runs such a bean without interceptors,
 * so its annotations of Onceward would have no effect. Called by the server, which finds the annotated classes without CDI.
 */
@HandlesTypes({Idempotent.class, Outgoing.class})
public class BeanArchiveInitializer implements ServletContainerInitializer {

    /** Names, because the server calls this class also where it lacks Enterprise Beans. */
    private static final Set<String> ENTERPRISE_BEANS = Set.of(
            "jakarta.ejb.MessageDriven", "jakarta.ejb.Singleton", "jakarta.ejb.Stateful", "jakarta.ejb.Stateless");

    /** Called by the server. */
    public BeanArchiveInitializer() {}

    /** @throws io.onceward.api.OncewardException if CDI has not examined one of the classes, which is an enterprise bean */
    @Override
    public void onStartup(Set<Class<?>> classes, ServletContext context) {
        if (classes != null && !classes.isEmpty()) {
            extension().ifPresent(extension -> verify(classes, extension::hasExamined));
        }
    }

    /** Returns the extension; empty if the server has refused the application, or starts CDI later. */
    private static Optional<OncewardExtension> extension() {
        try {
            return Optional.of(CDI.current().getBeanManager().getExtension(OncewardExtension.class));
        } catch (IllegalStateException | IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    static void verify(Set<Class<?>> classes, Predicate<Class<?>> examined) {
        Set<String> unexamined = classes.stream()
                .filter(BeanArchiveInitializer::isEnterpriseBean)
                .filter(examined.negate())
                .map(Class::getName)
                .collect(Collectors.toCollection(TreeSet::new));
        if (!unexamined.isEmpty()) {
            throw DeploymentErrors.outsideBeanArchives(unexamined);
        }
    }

    private static boolean isEnterpriseBean(Class<?> type) {
        return !Modifier.isAbstract(type.getModifiers())
                && Arrays.stream(type.getAnnotations())
                        .map(annotation -> annotation.annotationType().getName())
                        .anyMatch(ENTERPRISE_BEANS::contains);
    }
}
