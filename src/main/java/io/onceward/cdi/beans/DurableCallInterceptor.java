// SPDX-License-Identifier: Apache-2.0
package io.onceward.cdi.beans;

import io.onceward.cdi.deployment.DurableCall;
import io.onceward.cdi.deployment.DurableExtension;
import io.onceward.cdi.deployment.DurableMethod;
import io.onceward.cdi.deployment.DurableRecorder;
import io.onceward.cdi.start.RecordedCalls;
import jakarta.annotation.Priority;
import jakarta.inject.Inject;
import jakarta.interceptor.AroundInvoke;
import jakarta.interceptor.Interceptor;
import jakarta.interceptor.InvocationContext;
import java.io.Serializable;

/** Records the call of a durable method in the transaction of the caller, before an interceptor of the method begins one. */
@DurableCall
@Interceptor
@Priority(Interceptor.Priority.PLATFORM_BEFORE + 100)
public class DurableCallInterceptor implements Serializable {

    private static final long serialVersionUID = 1L;

    /** Marks a call as the recorded one of a method. An interceptor around this one may repeat it. */
    private static final String RUNS = DurableCallInterceptor.class.getName();

    @Inject
    private DurableExtension extension;

    @Inject
    private RecordedCalls calls;

    @Inject
    private DurableRecorder recorder;

    /** Called by the container. */
    public DurableCallInterceptor() {}

    @AroundInvoke
    Object record(InvocationContext call) throws Exception {
        DurableMethod method = extension.methodOf(call.getTarget(), call.getMethod());
        if (method.equals(call.getContextData().get(RUNS)) || calls.isRecordedCall(method)) {
            call.getContextData().put(RUNS, method);
            return call.proceed();
        }
        recorder.record(method, call.getParameters());
        return null;
    }
}
