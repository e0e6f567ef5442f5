// SPDX-License-Identifier: Apache-2.0
package io.onceward.nats;

import java.io.IOException;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.ReentrantLock;

/** The connection that all threads of a publisher or source share. It opens when it is needed. Thread-safe. */
final class SharedSession {

    private final NatsClient client;
    private final ReentrantLock opening = new ReentrantLock();
    private volatile NatsSession current;
    private volatile boolean closed;

    SharedSession(NatsClient client) {
        this.client = client;
    }

    NatsClient client() {
        return client;
    }

    /** Returns the open connection, or connects. */
    NatsSession open() throws IOException, InterruptedException {
        NatsSession known = current;
        if (known != null && known.isOpen() && !closed) {
            return known;
        }
        opening.lockInterruptibly();
        try {
            requireOpen();
            known = current;
            if (known != null && known.isOpen()) {
                return known;
            }
            if (known != null) {
                known.close();
            }
            NatsSession opened = openNew();
            current = opened;
            if (closed) { // close() may have missed it
                opened.close();
                requireOpen();
            }
            return opened;
        } finally {
            opening.unlock();
        }
    }

    private NatsSession openNew() throws IOException, InterruptedException {
        requireOpen();
        return client.connect();
    }

    private void requireOpen() {
        if (closed) {
            throw new IllegalStateException("Onceward is closed");
        }
    }

    /** Closes a connection by which something timed out, unless the server answers. */
    void verify(NatsSession session) throws InterruptedException {
        try {
            session.ping();
        } catch (TimeoutException | IllegalStateException e) {
            session.close();
        }
    }

    /** Closes the connection. Calls that wait for the server end with it. */
    void close() {
        closed = true;
        NatsSession known = current;
        if (known != null) {
            known.close();
        }
    }
}
