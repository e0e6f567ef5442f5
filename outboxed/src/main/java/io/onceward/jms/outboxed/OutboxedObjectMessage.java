// SPDX-License-Identifier: Apache-2.0
package io.onceward.jms.outboxed;

import io.onceward.jms.TypedValue;
import jakarta.jms.ObjectMessage;
import java.io.Serializable;

/**
 * An object, which is never serialized by Java: a String or a boxed value is recorded as such, and an object of an allowed class as an
 * event. Not thread-safe.
 */
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

    /** Returns whether the object is more than a text or a boxed value. */
    boolean hasApplicationObject() {
        return object instanceof byte[] || TypedValue.of(object) == null;
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
