// SPDX-License-Identifier: Apache-2.0
package io.oncebox.jms.outboxed;

import jakarta.jms.ObjectMessage;
import java.io.Serializable;

/** An object, which is never serialized here: only a String or a boxed value can be recorded. Not thread-safe. */
final class OutboxedObjectMessage extends OutboxedMessage implements ObjectMessage {

    private Serializable object;

    OutboxedObjectMessage(Serializable object) {
        this.object = object;
    }

    @Override
    public void setObject(Serializable newObject) {
        object = newObject;
    }

    @Override
    public Serializable getObject() {
        return object;
    }

    @Override
    public void clearBody() {
        object = null;
    }

    @Override
    Object body() {
        return object;
    }
}
