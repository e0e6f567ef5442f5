// SPDX-License-Identifier: Apache-2.0
package io.onceward.jms;

/** A call of a client library. */
@FunctionalInterface
interface Call {
    void run() throws Exception;
}
