// SPDX-License-Identifier: Apache-2.0
package io.onceward.jms.outboxed;

import jakarta.jms.TextMessage;

/** A text. Not thread-safe. */
final class OutboxedTextMessage extends OutboxedMessage implements TextMessage {

    private String text;

    OutboxedTextMessage(String text) {
        this.text = text;
    }

    @Override
    public void setText(String newText) {
        text = newText;
    }

    @Override
    public String getText() {
        return text;
    }

    @Override
    public void clearBody() {
        text = null;
    }

    @Override
    Object body() {
        return text;
    }
}
