// SPDX-License-Identifier: Apache-2.0
package io.onceward.ejb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.onceward.cdi.deployment.DurableExtension;
import io.onceward.cdi.deployment.DurableMethod;
import io.onceward.cdi.deployment.DurableObserver;
import io.onceward.cdi.deployment.OncewardExtension;
import io.onceward.cdi.start.ContainerStart;
import io.onceward.config.OncewardConfig;
import jakarta.ejb.TimerService;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What becomes of the timer when Onceward starts. */
class RelayTimerTest {

    private final List<String> calls = new ArrayList<>();
    private RuntimeException ofTimer;

    @Test
    void refusedStartLeavesNoTimerAndNoCheck() throws Exception {
        IllegalStateException refusal = new IllegalStateException("refused");
        RelayTimer timer = timer(refusal);
        assertThatThrownBy(timer::start).isSameAs(refusal);
        assertThat(calls).containsExactly("start", "stop");
    }

    @Test
    void refusedTimerLeavesNoRelay() throws Exception {
        ofTimer = new IllegalStateException("no timers");
        RelayTimer timer = timer(null);
        assertThatThrownBy(timer::start).isSameAs(ofTimer);
        assertThat(calls).containsExactly("start", "createIntervalTimer", "stop");
    }

    @Test
    void timerFollowsAStartThatSucceeds() throws Exception {
        timer(null).start();
        assertThat(calls).containsExactly("start", "createIntervalTimer");
    }

    @Test
    void handlersOfEachKindHoldAConnection() throws Exception {
        RelayTimer timer = timer(null);
        assertThat(timer.claims()).isNull();
        inject(timer, "durable", new DurableExtension() {
            @Override
            public Collection<DurableObserver> observers() {
                return Collections.singleton(null);
            }
        });
        assertThat(timer.claims()).isEqualTo("java:comp/DefaultDataSource");
        inject(timer, "durable", new DurableExtension() {
            @Override
            public Collection<DurableMethod> methods() {
                return Collections.singleton(null);
            }
        });
        assertThat(timer.claims()).isEqualTo("java:comp/DefaultDataSource");
    }

    private RelayTimer timer(RuntimeException ofStart) throws Exception {
        RelayTimer timer = new RelayTimer();
        inject(timer, "timers", proxy(TimerService.class, (self, method, values) -> {
            calls.add(method.getName());
            if (ofTimer != null) {
                throw ofTimer;
            }
            return null;
        }));
        inject(timer, "extension", new OncewardExtension() {
            @Override
            public OncewardConfig config() {
                return new OncewardConfig(Set.of(), name -> Optional.empty());
            }
        });
        inject(timer, "durable", new DurableExtension());
        inject(timer, "start", new ContainerStart() {
            @Override
            public void start() {
                calls.add("start");
                if (ofStart != null) {
                    throw ofStart;
                }
            }

            @Override
            public void stop(Duration patience) {
                calls.add("stop");
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
