// SPDX-License-Identifier: Apache-2.0
package io.onceward.ejb;

import jakarta.ejb.ConcurrencyManagement;
import jakarta.ejb.ConcurrencyManagementType;
import jakarta.ejb.Singleton;

/** Runs the outer work of a thread. A singleton: the bean of the timer depends on it, so it stops after the timer. */
@Singleton(name = TransactionRunner.NAME)
@ConcurrencyManagement(ConcurrencyManagementType.BEAN)
public class TransactionRunner extends AbstractTransactionRunner {

    static final String NAME = "OncewardTransactionRunner";

    /** Called by the container. */
    public TransactionRunner() {}
}
