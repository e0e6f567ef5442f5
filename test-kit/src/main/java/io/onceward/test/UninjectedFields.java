// SPDX-License-Identifier: Apache-2.0
package io.onceward.test;

import java.lang.reflect.Field;
import java.lang.reflect.InaccessibleObjectException;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.Set;

/** The fields of a test without a container that wait for one. */
final class UninjectedFields {

    /** By their names: the class path of a test without beans may have none of them. */
    private static final Set<String> INJECTED = Set.of(
            "jakarta.annotation.Resource",
            "jakarta.ejb.EJB",
            "jakarta.inject.Inject",
            "jakarta.persistence.PersistenceContext",
            "jakarta.persistence.PersistenceUnit");

    private UninjectedFields() {}

    /** @throws io.onceward.api.OncewardException {@code OWD-1201} if a field has such an annotation, and no other extension has set it */
    static void refuse(Object test) {
        for (Class<?> type = test.getClass(); type != null && type != Object.class; type = type.getSuperclass()) {
            for (Field field : type.getDeclaredFields()) {
                if (isInjected(field) && isNull(field, test)) {
                    throw TestKitErrors.noContainerFor(type.getName() + "." + field.getName());
                }
            }
        }
    }

    private static boolean isInjected(Field field) {
        return !Modifier.isStatic(field.getModifiers())
                && Arrays.stream(field.getAnnotations())
                        .anyMatch(annotation ->
                                INJECTED.contains(annotation.annotationType().getName()));
    }

    private static boolean isNull(Field field, Object test) {
        try {
            field.setAccessible(true);
            return field.get(test) == null;
        } catch (IllegalAccessException | InaccessibleObjectException e) {
            return false; // a test in a module that does not open its package
        }
    }
}
