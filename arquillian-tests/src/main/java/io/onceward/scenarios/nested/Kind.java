// SPDX-License-Identifier: Apache-2.0
package io.onceward.scenarios.nested;

/** The kinds of beans that open an inner transaction. */
public enum Kind {
    /** A CDI bean with {@code @Transactional}. */
    CDI,

    /** An enterprise bean. */
    EJB
}
