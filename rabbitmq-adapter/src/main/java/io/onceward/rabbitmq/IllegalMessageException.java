// SPDX-License-Identifier: Apache-2.0
package io.onceward.rabbitmq;

/** The client library can't send a message because of its content. */
final class IllegalMessageException extends Exception {

    private static final long serialVersionUID = 1L;

    private final transient RabbitMessage illegal;

    IllegalMessageException(RabbitMessage illegal, IllegalArgumentException cause) {
        super(cause.getMessage(), cause);
        this.illegal = illegal;
    }

    RabbitMessage illegal() {
        return illegal;
    }
}
