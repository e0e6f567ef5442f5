// SPDX-License-Identifier: Apache-2.0
package io.onceward.cdi.deployment;

import jakarta.enterprise.inject.spi.Annotated;
import jakarta.enterprise.inject.spi.configurator.AnnotatedParameterConfigurator;
import jakarta.enterprise.inject.spi.configurator.AnnotatedTypeConfigurator;
import java.lang.annotation.Annotation;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.eclipse.microprofile.reactive.messaging.Channel;
import org.eclipse.microprofile.reactive.messaging.Emitter;

/**
 * The injection points of emitters. At those of Onceward, it replaces {@link Channel} by a qualifier that the server does not know.
 *
 * @param owned is told each channel of Onceward that has such an injection point
 */
record EmitterPoints(Ownership ownership, Consumer<String> owned) {

    private static final Predicate<Annotation> CHANNEL = annotation -> annotation.annotationType() == Channel.class;

    void takeOver(AnnotatedTypeConfigurator<?> type) {
        type.fields()
                .forEach(field -> replace(
                        field.getAnnotated(), ours -> field.remove(CHANNEL).add(ours)));
        type.constructors().forEach(constructor -> constructor.params().forEach(this::takeOver));
        type.methods().forEach(method -> method.params().forEach(this::takeOver));
    }

    private void takeOver(AnnotatedParameterConfigurator<?> parameter) {
        replace(parameter.getAnnotated(), ours -> parameter.remove(CHANNEL).add(ours));
    }

    private void replace(Annotated point, Consumer<Annotation> replacement) {
        Channel channel = point.getAnnotation(Channel.class);
        if (channel != null && isEmitter(point.getBaseType()) && ownership.ownsEmitter(channel.value())) {
            owned.accept(channel.value());
            replacement.accept(new OutboxChannel.Literal(channel.value()));
        }
    }

    private static boolean isEmitter(Type type) {
        return type == Emitter.class || (type instanceof ParameterizedType p && p.getRawType() == Emitter.class);
    }
}
