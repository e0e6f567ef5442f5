// SPDX-License-Identifier: Apache-2.0
package io.onceward.test;

import jakarta.enterprise.util.AnnotationLiteral;
import jakarta.transaction.Transactional;

/** The annotation for the transaction attribute of an enterprise bean. */
@SuppressWarnings("ClassExplicitlyAnnotation") // as each annotation literal of CDI
final class TransactionalLiteral extends AnnotationLiteral<Transactional> implements Transactional {

    private static final long serialVersionUID = 1L;

    private final TxType type;

    TransactionalLiteral(TxType type) {
        this.type = type;
    }

    @Override
    public TxType value() {
        return type;
    }

    @Override
    public Class<?>[] rollbackOn() {
        return new Class<?>[0];
    }

    @Override
    public Class<?>[] dontRollbackOn() {
        return new Class<?>[0];
    }
}
