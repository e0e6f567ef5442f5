// SPDX-License-Identifier: Apache-2.0
package io.onceward.cdi.deployment;

import jakarta.enterprise.inject.spi.Annotated;
import java.lang.annotation.Annotation;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Annotations of an element, including inherited meta-annotations of stereotypes and bindings. */
final class InheritedAnnotations {

    private InheritedAnnotations() {}

    /** Returns all of them, the nearest first. */
    static Set<Annotation> on(Annotated element) {
        Set<Annotation> all = new LinkedHashSet<>();
        Deque<Annotation> next = new ArrayDeque<>(element.getAnnotations());
        while (!next.isEmpty()) {
            Annotation annotation = next.remove();
            if (all.add(annotation)) {
                next.addAll(List.of(annotation.annotationType().getAnnotations()));
            }
        }
        return all;
    }

    /** Returns the nearest annotation of a type; {@code null} if there is none. */
    static <A extends Annotation> A on(Annotated element, Class<A> type) {
        return on(element).stream()
                .filter(type::isInstance)
                .map(type::cast)
                .findFirst()
                .orElse(null);
    }
}
