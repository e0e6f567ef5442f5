// SPDX-License-Identifier: Apache-2.0
package io.onceward.queue.relay;

import java.util.concurrent.Callable;

/** Calls code that Onceward does not contain: of adapters, client libraries and handlers. */
public final class OtherCode {

    private OtherCode() {}

    /**
     * Turns errors into exceptions, which are treated alike.
     *
     * @throws VirtualMachineError if the virtual machine has failed, but not for a stack overflow
     */
    public static <T> T call(Callable<T> call) throws Exception {
        try {
            return call.call();
        } catch (StackOverflowError e) {
            throw new IllegalStateException(e);
        } catch (VirtualMachineError e) {
            throw e;
        } catch (Error e) {
            throw new IllegalStateException(e);
        }
    }
}
