// SPDX-License-Identifier: Apache-2.0
package io.onceward.cdi.start;

import jakarta.enterprise.context.control.RequestContextController;
import jakarta.enterprise.inject.Instance;
import java.util.concurrent.Callable;

/** The request context in which a handler runs. Thread-safe. */
record HandlerRequest(Instance<RequestContextController> requests) {

    /** Runs the handling of a message, in a new request context unless the thread has one. */
    <T> T run(Callable<T> handling) throws Exception {
        RequestContextController request = requests.get();
        boolean begun = request.activate();
        try {
            return handling.call();
        } finally {
            if (begun) {
                request.deactivate();
            }
            requests.destroy(request);
        }
    }
}
