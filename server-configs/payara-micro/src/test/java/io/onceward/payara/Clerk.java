// SPDX-License-Identifier: Apache-2.0
package io.onceward.payara;

import jakarta.ejb.Stateless;
import jakarta.inject.Inject;

/** Has the outer transaction. */
@Stateless
public class Clerk {

    @Inject
    private Ledger ledger;

    public String sell() {
        try {
            ledger.writeAndFail();
            return "committed";
        } catch (IllegalStateException e) {
            return "rolled back";
        }
    }
}
