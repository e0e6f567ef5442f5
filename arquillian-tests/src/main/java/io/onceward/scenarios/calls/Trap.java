// SPDX-License-Identifier: Apache-2.0
package io.onceward.scenarios.calls;

import jakarta.ejb.Stateless;
import jakarta.ejb.TransactionAttribute;
import jakarta.ejb.TransactionAttributeType;
import jakarta.inject.Inject;

/** On Payara the connections of the bean that it calls take no part in that bean's transaction. */
@Stateless
@TransactionAttribute(TransactionAttributeType.NOT_SUPPORTED)
public class Trap {

    @Inject
    private IdempotentBean bean;

    public void call(String id) {
        bean.transactional(id);
    }
}
