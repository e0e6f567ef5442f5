// SPDX-License-Identifier: Apache-2.0
package io.onceward.ejb;

import jakarta.ejb.Stateless;

/**
 * Runs work within work of {@link TransactionRunner}, on Payara and GlassFish. Called in a transaction, a singleton of these servers
 * gets the open connections of this transaction, and the server enlists them in the new transaction, too. OpenMQ cannot do that: the
 * outer transaction would never complete, and its messages would never be acknowledged. A stateless bean gets no connections.
 */
@Stateless(name = "OncewardInnerTransactionRunner")
public class InnerTransactionRunner extends AbstractTransactionRunner {

    /** Called by the container. */
    public InnerTransactionRunner() {}
}
