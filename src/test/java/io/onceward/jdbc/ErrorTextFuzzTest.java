// SPDX-License-Identifier: Apache-2.0
package io.onceward.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.api.FuzzedDataProvider;
import com.code_intelligence.jazzer.junit.FuzzTest;
import io.onceward.fixture.MalformedText;
import io.onceward.inbox.PayloadErrors;
import io.onceward.log.Causes;
import io.onceward.text.Unicode;
import java.sql.SQLException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Exceptions of brokers and handlers, which may quote any input. */
class ErrorTextFuzzTest {

    /** An exception whose chain of causes may be circular and whose message may throw. */
    private static final class Odd extends RuntimeException {

        private static final long serialVersionUID = 1L;

        private Throwable oddCause;
        private final boolean silent;

        Odd(String message, boolean silent) {
            super(message);
            this.silent = silent;
        }

        @Override
        public String getMessage() {
            if (silent) {
                throw new IllegalStateException("no message");
            }
            return super.getMessage();
        }

        @Override
        public synchronized Throwable getCause() {
            return oddCause;
        }
    }

    @Test
    void textThatIsTooLongKeepsItsInnermostCause() {
        Exception failure = new IllegalStateException(
                "outer " + "x".repeat(3000), new IllegalArgumentException("middle", new SQLException("no room")));
        String text = ErrorText.fitting(Causes.chain(failure));
        assertThat(text)
                .hasSize(1999)
                .startsWith("java.lang.IllegalStateException: outer xx")
                .endsWith("java.sql.SQLException: no room");
        assertThat(Causes.rootCause(text)).isEqualTo("java.sql.SQLException: no room");
    }

    @Test
    void anyFailureHasATextThatCanBeStored() {
        MalformedText.each(ErrorTextFuzzTest::hasATextThatCanBeStored);
    }

    @Timeout(20)
    @FuzzTest
    void structuredInput(FuzzedDataProvider data) {
        hasATextThatCanBeStored(MalformedText.of(data));
    }

    private static void hasATextThatCanBeStored(MalformedText malformed) {
        Odd[] failures = new Odd[1 + malformed.below(4)];
        for (int i = 0; i < failures.length; i++) {
            failures[i] = new Odd(malformed.text(), malformed.below(8) == 7);
        }
        for (Odd failure : failures) {
            failure.oddCause = malformed.below(3) == 2 ? null : failures[malformed.below(failures.length)];
        }
        String text = ErrorText.fitting(Causes.chain(failures[0]));
        assertThat(text.length()).isLessThanOrEqualTo(2000);
        assertThat(Unicode.isStorable(text)).isTrue();
        assertThat(text).startsWith(Odd.class.getName());
        assertThat(PayloadErrors.notReadable("c", failures[0]).code()).isEqualTo("OWD-0092");
    }
}
