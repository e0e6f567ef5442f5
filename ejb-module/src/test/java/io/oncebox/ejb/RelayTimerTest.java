// SPDX-License-Identifier: Apache-2.0
package io.oncebox.ejb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.oncebox.cdi.OnceboxContainer;
import io.oncebox.config.OnceboxConfig;
import jakarta.ejb.Timer;
import jakarta.ejb.TimerService;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What becomes of the timer when Oncebox starts. */
class RelayTimerTest {

    private final List<String> calls = new ArrayList<>();
    private RuntimeException ofCancel;

    @Test
    void timerOfARefusedStartIsCancelled() throws Exception {
        IllegalStateException refusal = new IllegalStateException("refused");
        RelayTimer timer = timer(refusal);
        assertThatThrownBy(timer::start).isSameAs(refusal);
        assertThat(calls).containsExactly("createIntervalTimer", "start", "cancel");
    }

    @Test
    void refusalIsThrownAlsoIfTheServerHasCancelledTheTimer() throws Exception {
        ofCancel = new IllegalStateException("no such timer");
        IllegalStateException refusal = new IllegalStateException("refused");
        RelayTimer timer = timer(refusal);
        assertThatThrownBy(timer::start).isSameAs(refusal).hasSuppressedException(ofCancel);
    }

    @Test
    void timerOfAStartThatSucceedsIsKept() throws Exception {
        timer(null).start();
        assertThat(calls).containsExactly("createIntervalTimer", "start");
    }

    private RelayTimer timer(RuntimeException ofStart) throws Exception {
        RelayTimer timer = new RelayTimer();
        Timer created = proxy(Timer.class, (self, method, values) -> {
            calls.add(method.getName());
            if (ofCancel != null) {
                throw ofCancel;
            }
            return null;
        });
        inject(timer, "timers", proxy(TimerService.class, (self, method, values) -> {
            calls.add(method.getName());
            return created;
        }));
        inject(timer, "container", new OnceboxContainer() {
            @Override
            public OnceboxConfig config() {
                return new OnceboxConfig(Set.of(), name -> Optional.empty());
            }

            @Override
            public void start() {
                calls.add("start");
                if (ofStart != null) {
                    throw ofStart;
                }
            }
        });
        return timer;
    }

    private static void inject(RelayTimer timer, String field, Object value) throws ReflectiveOperationException {
        Field injected = RelayTimer.class.getDeclaredField(field);
        injected.setAccessible(true);
        injected.set(timer, value);
    }

    private static <T> T proxy(Class<T> type, InvocationHandler handler) {
        return type.cast(Proxy.newProxyInstance(RelayTimerTest.class.getClassLoader(), new Class<?>[] {type}, handler));
    }
}
