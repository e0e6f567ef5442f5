// SPDX-License-Identifier: Apache-2.0
package io.onceward.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ThreadOutagesTest {

    private final ThreadOutages outages = new ThreadOutages();

    @Test
    void outageIsThatOfTheCallingThread() throws Exception {
        Exception mine = new IllegalStateException("mine");
        outages.keep(mine);
        onAnotherThread(() -> {
            assertThat(outages.last()).isEmpty();
            outages.keep(new IllegalStateException("other"));
            outages.forget();
        });
        assertThat(outages.last()).contains(mine);
        outages.forget();
        assertThat(outages.last()).isEmpty();
    }

    @Test
    void outagesOfThreadsThatHaveEndedTakeNoSpace() throws Exception {
        for (int i = 0; i < 100; i++) {
            onAnotherThread(() -> outages.keep(new IllegalStateException()));
        }
        assertThat(outages.size()).isEqualTo(1);
    }

    private static void onAnotherThread(Runnable work) throws Exception {
        Throwable[] failure = new Throwable[1];
        Thread thread = new Thread(work);
        thread.setUncaughtExceptionHandler((failed, e) -> failure[0] = e);
        thread.start();
        thread.join();
        assertThat(failure[0]).isNull();
    }
}
