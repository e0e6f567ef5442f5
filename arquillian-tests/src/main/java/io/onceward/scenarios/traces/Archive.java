// SPDX-License-Identifier: Apache-2.0
package io.onceward.scenarios.traces;

import io.onceward.api.InboxMetadata;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.eclipse.microprofile.reactive.messaging.Incoming;
import org.eclipse.microprofile.reactive.messaging.Message;

/** The last service of the trace. */
@ApplicationScoped
public class Archive {

    static final Queue<InboxMetadata> BILLS = new ConcurrentLinkedQueue<>();

    /** The log context during the handler. */
    static final Queue<Map<String, String>> LOG_ENTRIES = new ConcurrentLinkedQueue<>();

    @Incoming("traces_bills")
    public void keep(Message<String> bill) {
        LOG_ENTRIES.add(Map.copyOf(Diagnosis.ENTRIES.get()));
        BILLS.add(bill.unwrap(InboxMetadata.class));
    }
}
