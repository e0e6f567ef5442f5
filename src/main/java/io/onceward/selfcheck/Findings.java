// SPDX-License-Identifier: Apache-2.0
package io.onceward.selfcheck;

import io.onceward.api.OncewardException;
import io.onceward.log.Causes;

/** The exceptions for what the check of a transaction style finds. */
record Findings(TransactionStyle style, String datasource) {

    /** Returns the exception for a proved fault: it refuses the deployment. */
    OncewardException fault(String finding, Exception cause) {
        return SelfCheckErrors.selfCheckFailed(style.kind(), datasource, finding, cause);
    }

    /** Returns the exception for a check that proved nothing, because its transaction did not complete: the start is retried. */
    OncewardException unfinished(String finding, Exception cause) {
        return SelfCheckErrors.startInterrupted(
                SelfCheck.nameFor(datasource),
                finding + " in " + style.kind() + " (" + Causes.rootCause(cause) + ")",
                cause);
    }
}
