// SPDX-License-Identifier: Apache-2.0
package io.onceward.scenarios.support;

import jakarta.annotation.Resource;
import jakarta.ejb.EJBContext;
import jakarta.ejb.Stateless;

/** An EJB with declared transactions. */
@Stateless
public class EjbCaller {

    @Resource
    private EJBContext context;

    public void call(Runnable work) {
        work.run();
    }

    public void callAndMark(Runnable work) {
        work.run();
        context.setRollbackOnly();
    }

    public void callAndFail(Runnable work) {
        work.run();
        throw new IllegalStateException("on purpose");
    }
}
