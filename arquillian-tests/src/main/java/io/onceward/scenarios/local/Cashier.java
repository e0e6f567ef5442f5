// SPDX-License-Identifier: Apache-2.0
package io.onceward.scenarios.local;

import io.onceward.api.DurableCalls;
import io.onceward.scenarios.support.Tables;
import jakarta.ejb.EJB;
import jakarta.ejb.Stateless;
import jakarta.ejb.TransactionAttribute;
import jakarta.ejb.TransactionAttributeType;
import jakarta.inject.Inject;
import java.time.Duration;

/** Calls durable methods, with business data. */
@Stateless
public class Cashier {

    @EJB
    Tables tables;

    @Inject
    Payments payments;

    @EJB
    Mailer mailer;

    @EJB
    Courier courier;

    @Inject
    Printer printer;

    @Inject
    DurableCalls calls;

    public void pay(String id, long amount) throws InterruptedException {
        tables.insert("paid " + id);
        payments.charge(id, amount);
        mailer.mail(new Placed(id, null));
    }

    public void payAndFail(String id) throws InterruptedException {
        pay(id, 1);
        throw new IllegalStateException("no " + id);
    }

    @TransactionAttribute(TransactionAttributeType.NOT_SUPPORTED)
    public void payWithoutTransaction(String id) throws InterruptedException {
        payments.charge(id, 1);
    }

    /** Records a charge for later; returns its id. */
    public String payIn(Duration delay, String id, long amount) throws InterruptedException {
        tables.insert("paid " + id);
        return calls.in(delay).name("charge of " + id).record(() -> payments.charge(id, amount));
    }

    /** Records a delayed call of each kind of bean. */
    public void sendIn(Duration delay, String id) {
        calls.in(delay).record(() -> mailer.mail(new Placed(id, null)));
        calls.in(delay).record(() -> courier.deliver(id));
        calls.in(delay).record(() -> printer.print(id));
    }

    public void transferTwice(String account) {
        payments.transfer(account, 1);
        calls.record(() -> payments.transfer(account, 2));
    }

    public boolean cancel(String call) {
        return calls.cancel(call);
    }

    public void cancelAndFail(String call) {
        if (calls.cancel(call)) {
            throw new IllegalStateException("cancelled " + call);
        }
    }

    @TransactionAttribute(TransactionAttributeType.NOT_SUPPORTED)
    public void cancelWithoutTransaction(String call) {
        calls.cancel(call);
    }

    /** Makes no call of a durable method. */
    public void recordNothing(String id) {
        tables.insert("paid " + id);
        calls.record(() -> tables.insert("nothing " + id));
    }
}
