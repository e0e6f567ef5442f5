// SPDX-License-Identifier: Apache-2.0
package io.onceward.scenarios.reactive;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.transaction.Transactional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.eclipse.microprofile.reactive.messaging.Channel;
import org.eclipse.microprofile.reactive.messaging.Emitter;
import org.eclipse.microprofile.reactive.messaging.Incoming;
import org.eclipse.microprofile.reactive.messaging.Outgoing;

/** Records on channels that are Onceward's wherever it is deployed. */
@ApplicationScoped
public class Shop {

    static final String BY_SIGNATURE = "reactive_signature";
    static final String BY_CONNECTOR = "reactive_connector";
    static final String EMITTED = "reactive_emitted";
    static final String EMITTED_BY_PARAMETER = "reactive_parameter";

    static final String RECEIVED = "reactive_received";

    static final Queue<String> RECEIVED_ORDERS = new ConcurrentLinkedQueue<>();

    @Inject
    @Channel(EMITTED)
    Emitter<String> emitter;

    private Emitter<String> parameter;

    @Inject
    void use(@Channel(EMITTED_BY_PARAMETER) Emitter<String> emitterOfParameter) {
        parameter = emitterOfParameter;
    }

    /** No connector is configured for its channel: a method with a parameter can only be meant to be called. */
    @Transactional
    @Outgoing(BY_SIGNATURE)
    public String place(String order) {
        return order;
    }

    /** Reactive Messaging would call it, again and again, if its channel were not configured. */
    @Transactional
    @Outgoing(BY_CONNECTOR)
    public String next() {
        return "called";
    }

    @Incoming(RECEIVED)
    public void receive(String order) {
        RECEIVED_ORDERS.add(order);
    }

    @Transactional
    public void emit(String order) {
        emitter.send(order);
        parameter.send(order);
    }
}
