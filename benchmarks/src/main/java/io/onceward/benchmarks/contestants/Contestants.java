// SPDX-License-Identifier: Apache-2.0
package io.onceward.benchmarks.contestants;

import java.sql.SQLException;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/** The contestants by name. */
public final class Contestants {

    /** Makes one, ready to work. */
    @FunctionalInterface
    private interface Maker {
        Contestant make(Stage stage, Jta jta) throws Exception;
    }

    private static final Map<String, Maker> MAKERS = makers();

    private Contestants() {}

    private static Map<String, Maker> makers() {
        Map<String, Maker> makers = new LinkedHashMap<>();
        makers.put("floor", (stage, jta) -> new Floor(stage));
        makers.put("floor-jta", JtaFloor::new);
        makers.put("row-jta", RowInJta::new);
        makers.put("hand-ret-500", (stage, jta) -> byHand(stage, false, false));
        makers.put("hand-ret-500-same", (stage, jta) -> byHand(stage, false, true));
        makers.put("hand-wake-500", (stage, jta) -> byHand(stage, true, false));
        makers.put(
                "hand-wake-jta",
                (stage, jta) -> new HandWritten(stage, Transactions.jta(stage.database(), jta), true, false));
        makers.put("onceward", (stage, jta) -> new OncewardOutbox(stage, jta, 1, Map.of()));
        makers.put("onceward-captured", CapturedProducer::new);
        for (int senders : new int[] {1, 2, 4}) {
            Map<String, String> settings = Map.of("onceward.relay.senders", Integer.toString(senders));
            makers.put("onceward-x" + senders, (stage, jta) -> new OncewardOutbox(stage, jta, 1, settings));
        }
        makers.put("onceward-two-nodes", (stage, jta) -> new OncewardOutbox(stage, jta, 2, Map.of()));
        makers.put("lease-x1", (stage, jta) -> new LeaseProbe(stage, 1));
        makers.put("lease-ahead-x4", (stage, jta) -> new LeaseProbe(stage, 4));
        makers.put("lease-memory-0", (stage, jta) -> new MemoryProbe(stage));
        makers.put("gruelbox", (stage, jta) -> new GruelboxToBroker(stage));
        makers.put("namastack", (stage, jta) -> new NamastackToBroker(stage));
        makers.put("xa", XaProducer::new);
        makers.put("dual-write", (stage, jta) -> new DualWrite(stage));
        makers.put("onceward-local", OncewardLocal::new);
        makers.put("gruelbox-local", (stage, jta) -> new GruelboxLocal(stage));
        makers.put("namastack-local", (stage, jta) -> new NamastackLocal(stage));
        makers.put("modulith-local", (stage, jta) -> new ModulithLocal(stage));
        makers.put(
                "local-memory", (stage, jta) -> new LocalMemoryProbe(stage, Transactions.plain(stage.database()), 1));
        makers.put(
                "local-memory-jta",
                (stage, jta) -> new LocalMemoryProbe(stage, Transactions.jta(stage.database(), jta), 1));
        makers.put(
                "local-memory-50",
                (stage, jta) -> new LocalMemoryProbe(stage, Transactions.plain(stage.database()), 50));
        makers.put("inbox-none", (stage, jta) -> new SessionConsumer(stage, new OncewardInbox(stage, jta, false)));
        makers.put("inbox-hand", (stage, jta) -> new SessionConsumer(stage, new HandWrittenInbox(stage, jta)));
        makers.put("inbox-onceward", (stage, jta) -> new SessionConsumer(stage, new OncewardInbox(stage, jta, true)));
        makers.put("inbox-stored", StoredConsumer::new);
        makers.put("inbox-camel", (stage, jta) -> new SessionConsumer(stage, new CamelInbox(stage)));
        makers.put("inbox-xa", XaConsumer::new);
        return Collections.unmodifiableMap(makers);
    }

    private static HandWritten byHand(Stage stage, boolean woken, boolean asOnceward) throws SQLException {
        return new HandWritten(stage, Transactions.plain(stage.database()), woken, asOnceward);
    }

    /** The names, in the order of the tables. */
    public static Set<String> names() {
        return MAKERS.keySet();
    }

    /** @throws Exception if it cannot be made ready */
    public static Contestant make(String name, Stage stage, Jta jta) throws Exception {
        return MAKERS.get(name).make(stage, jta);
    }
}
