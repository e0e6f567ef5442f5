// SPDX-License-Identifier: Apache-2.0
package io.onceward.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.reflect.Type;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.Test;

/** A repeated call returns the stored result of the first, on every database. */
@DialectContract
abstract class ReplayContract extends IdempotentCallFixture {

    public record Receipt(String order, int cents, List<String> items) {}

    @Test
    void repeatedCallReturnsTheResultOfTheFirst() throws Exception {
        Receipt receipt = new Receipt("o1", 4200, List.of("tea", "cup"));
        assertThat(replay("receipt", Receipt.class, () -> receipt)).isEqualTo(receipt);
        assertThat(replay("receipt", Receipt.class, () -> null)).isEqualTo(receipt);
        assertThat(JTA.inTransaction(() -> replay("receipt", Receipt.class, () -> null)))
                .isEqualTo(receipt);
    }

    @Test
    void resultsOfManyTypesAreReplayed() throws Exception {
        assertReplayed("text", String.class, "tee \u2615 <&>");
        assertReplayed("bytes", byte[].class, new byte[] {0, -1});
        assertReplayed("int", int.class, 42);
        assertReplayed("boolean", boolean.class, true);
        assertReplayed("none", Receipt.class, null);
        assertReplayed("optional", returnType("optional"), Optional.of(new Receipt("o1", 1, List.of())));
        assertReplayed("empty", returnType("optional"), Optional.empty());
        assertReplayed("list", returnType("list"), List.of(new Receipt("o1", 1, List.of("x"))));
    }

    private void assertReplayed(String key, Type type, Object result) throws Exception {
        assertThat(replay(key, type, () -> result)).as("first " + key).isEqualTo(result);
        assertThat(replay(key, type, () -> "not called")).as("repeated " + key).isEqualTo(result);
    }

    @SuppressWarnings("UnusedMethod") // only its type is of interest
    private static Optional<Receipt> optional() {
        return Optional.empty();
    }

    @SuppressWarnings("UnusedMethod")
    private static List<Receipt> list() {
        return List.of();
    }

    private static Type returnType(String method) throws NoSuchMethodException {
        return ReplayContract.class.getDeclaredMethod(method).getGenericReturnType();
    }

    @Test
    void resultThatCannotBeReadBackIsRefusedBeforeTheCommit() throws Exception {
        assertThatThrownBy(() -> replay("k1", Runnable.class, () -> {
                    effect(1);
                    return (Runnable) () -> {};
                }))
                .hasMessageStartingWith("OWD-0123");
        assertThat(effects()).isZero();
    }

    @Test
    void repeatedCallWhoseResultWasNotStoredIsRefused() throws Exception {
        call("k1", () -> effect(1));
        assertThatThrownBy(() -> replay("k1", Receipt.class, () -> null)).hasMessageStartingWith("OWD-0122");
    }

    @Test
    void handlerWithoutReplayStoresNoResult() throws Exception {
        call("k1", () -> effect(1));
        assertThat(rows("onceward_inbox_result")).isZero();
    }

    @Test
    void resultGoesWithItsClaim() throws Exception {
        replay("k1", String.class, () -> "x");
        assertThat(rows("onceward_inbox_result")).isOne();
        sql("DELETE FROM onceward_inbox");
        assertThat(rows("onceward_inbox_result")).isZero();
    }

    @Test
    void concurrentCallWaitsAndGetsTheResultOfTheFirst() throws Exception {
        assertThat(secondCallWhileTheFirst(true, engine.replay(Integer.class))).isEqualTo(1);
        assertThat(effects()).isEqualTo(1);
    }

    private Object replay(String key, Type type, Callable<Object> method) throws Exception {
        return engine.calls().once("billing", key, engine.replay(type), method);
    }
}
