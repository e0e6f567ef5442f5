// SPDX-License-Identifier: Apache-2.0
package io.onceward.queue.relay;

import static org.assertj.core.api.Assertions.assertThat;

import io.onceward.queue.Time;
import io.onceward.queue.store.LeaseStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class NodeLeaseTest {

    private final List<String> calls = new ArrayList<>();

    private final LeaseStore store = new LeaseStore() {
        @Override
        public List<Node> begin(Node node, Duration length) {
            calls.add("begin");
            return List.of(node);
        }

        @Override
        public List<Node> renew(Node node, Duration length) {
            throw new UnsupportedOperationException();
        }

        @Override
        public void end(String identity) {
            calls.add("end");
        }
    };

    private final NodeLease lease = new NodeLease(store, new NoTransactions(), "a", Time.SYSTEM);

    /** A look for malformed rows can outlast the stop, when the next process with this name has begun. */
    @Test
    void leaseThatHasEndedDoesNotBeginAgain() throws Exception {
        lease.keep();
        lease.end();
        lease.keep();
        assertThat(calls).containsExactly("begin", "end");
    }

    @Test
    void leaseThatEndsBeforeItBeginsDoesNotBegin() throws Exception {
        lease.end();
        lease.keep();
        assertThat(calls).isEmpty();
    }
}
