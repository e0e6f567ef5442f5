// SPDX-License-Identifier: Apache-2.0
package io.onceward.standalone;

import io.onceward.engine.Engine;
import io.onceward.inbox.MessageHandler;

/**
 * The seam for a CDI container beside a running {@link Onceward}, as the test kit starts one. Not for applications: its types are those of
 * the engine, which may change.
 */
public final class ContainerSeam {

    private ContainerSeam() {}

    /**
     * Adds a handler that calls a bean.
     *
     * @throws io.onceward.api.OncewardException if the name is taken
     */
    public static void add(OncewardBuilder builder, MessageHandler handler) {
        builder.add(handler.name(), codecs -> handler);
    }

    /** Returns the engine, by which the interceptors of the container record and claim. */
    public static Engine engine(Onceward onceward) {
        return onceward.engine();
    }
}
