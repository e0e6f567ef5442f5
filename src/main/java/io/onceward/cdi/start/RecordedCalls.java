// SPDX-License-Identifier: Apache-2.0
package io.onceward.cdi.start;

import io.onceward.cdi.deployment.DurableErrors;
import io.onceward.cdi.deployment.DurableMethod;
import io.onceward.cdi.deployment.DurableObserver;
import io.onceward.codec.BuiltInCodecs;
import io.onceward.codec.CallArguments;
import io.onceward.codec.PayloadDecoder;
import io.onceward.spi.PayloadCodec;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Any;
import jakarta.enterprise.inject.Instance;
import jakarta.inject.Inject;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;

/** The recorded form of the calls of durable methods and of the events of durable observers, and which of the calls a thread runs. Thread-safe. */
@ApplicationScoped
public class RecordedCalls {

    /** The method whose recorded call the thread is about to run. */
    private static final ThreadLocal<DurableMethod> RUNNING = new ThreadLocal<>();

    @Inject
    @Any
    private Instance<PayloadCodec> codecs;

    private final Map<DurableMethod, CallArguments> arguments = new ConcurrentHashMap<>();
    private final Map<DurableObserver, PayloadDecoder> events = new ConcurrentHashMap<>();

    /** Called by CDI. */
    public RecordedCalls() {}

    CallArguments of(DurableMethod method) {
        return arguments.computeIfAbsent(method, each -> new CallArguments(all(), each.parameters()));
    }

    private List<PayloadCodec> all() {
        return BuiltInCodecs.after(codecs.stream().toList());
    }

    /** @throws io.onceward.api.OncewardException if the observer could not get the event without loss */
    public void verify(DurableObserver observer, Object event) {
        observer.verify(event);
        PayloadDecoder form = events.computeIfAbsent(observer, each -> PayloadDecoder.of(all(), each.eventType()));
        try {
            form.requireRestored(form.codec().encode(event));
        } catch (Exception | StackOverflowError e) {
            throw DurableErrors.notRestored(observer.member(), event.getClass(), e);
        }
    }

    /** @throws io.onceward.api.OncewardException if an argument can't be recorded without loss */
    public String encode(DurableMethod method, Object[] values) {
        CallArguments form = of(method);
        int mismatch = form.mismatch(values);
        if (mismatch >= 0) {
            throw DurableErrors.notRecordable(
                    method.member(),
                    mismatch,
                    "it is of class " + values[mismatch].getClass().getName(),
                    null);
        }
        try {
            return form.encode(values);
        } catch (Exception | StackOverflowError e) {
            throw DurableErrors.notRecordable(
                    method.member(), 0, "it or a later one can't be written, or not be restored as it was", e);
        }
    }

    /** Runs a recorded call; its first call of the method is not recorded again. */
    Object run(DurableMethod method, Callable<?> call) throws Exception {
        RUNNING.set(method);
        try {
            return call.call();
        } finally {
            RUNNING.remove();
        }
    }

    /** Returns whether the thread runs a recorded call of the method, and ends that: the next call is another one. */
    public boolean isRecordedCall(DurableMethod method) {
        boolean is = method.equals(RUNNING.get());
        if (is) {
            RUNNING.remove();
        }
        return is;
    }
}
