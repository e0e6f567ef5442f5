// SPDX-License-Identifier: Apache-2.0
package io.onceward.test;

import io.onceward.api.LogContext;
import io.onceward.api.PayloadKeys;
import io.onceward.api.Upcaster;
import io.onceward.cdi.deployment.EngineValidation;
import io.onceward.cdi.deployment.OncewardExtension;
import io.onceward.cdi.start.HandlerBeans;
import io.onceward.spi.PayloadCodec;
import jakarta.enterprise.context.Dependent;
import jakarta.enterprise.inject.Any;
import jakarta.enterprise.inject.Instance;
import jakarta.enterprise.inject.spi.BeanManager;
import jakarta.inject.Inject;

/** Starts the engine of the test when the beans are known, and before the first of them runs. */
@Dependent
class KitValidation implements EngineValidation {

    @Inject
    private KitExtension kit;

    @Inject
    private OncewardExtension extension;

    @Inject
    private HandlerBeans handlers;

    @Inject
    @Any
    private Instance<PayloadCodec> codecs;

    @Inject
    @Any
    private Instance<LogContext> logContexts;

    @Inject
    @Any
    private Instance<Upcaster> upcasters;

    @Inject
    @Any
    private Instance<PayloadKeys> payloadKeys;

    @Inject
    private BeanManager beans;

    @Override
    public void validate() {
        kit.start(new BeanParts(
                handlers.all(),
                extension.idempotentMethods().all(),
                codecs.stream().toList(),
                logContexts.stream().toList(),
                extension.propagators(beans),
                upcasters.stream().toList(),
                payloadKeys.stream().toList(),
                handlers.alertListeners()));
    }
}
