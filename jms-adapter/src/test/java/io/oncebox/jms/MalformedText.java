// SPDX-License-Identifier: Apache-2.0
package io.oncebox.jms;

import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import com.code_intelligence.jazzer.api.FuzzedDataProvider;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * Input that nobody expects, made of what a door knows and of what breaks parsers and databases. A random generator decides
 * what comes, or a fuzzer that learns from it; the same decisions give the same input.
 */
final class MalformedText {

    private static final int INPUTS = Integer.getInteger("fuzz.inputs", 2000);

    private static final long FIRST_SEED = Long.getLong("fuzz.seed", 0);

    /** For all inputs, on a machine that is busy; without a hang it takes a second or two. */
    private static final Duration PATIENCE = Duration.ofSeconds(120 + INPUTS / 50);

    private static final int MAX_SIZE = 1 << 20;

    private static final List<String> PIECES = pieces(
            """
            ' " ` ; -- /* \\ \\u0000 % %zz %00 %C0%80 & ? # : :: + = , . .. / $ _ - * ( ) { } [ ] null true 0 1 -1 -0.0
            1e999999999 9223372036854775808 2147483647 2147483648 NaN java: ldap://x/y ${jndi:ldap://x} %s%n {0} <a> ü
            '||' DROP""".split("\\s+"),
            "\0 \n \r\n \t \u00A0 \u2028 \u202E \uFEFF \uFFFD \uFFFF \uD83D\uDE00 \uD83D \uDE00".split(" "),
            new String[] {"", " ", "' OR 1=1 --", "; DROP TABLE oncebox_outbox; --"});

    private final Decisions decisions;

    /** Who decides. */
    private interface Decisions {
        int below(int bound);

        String text(int maxLength);

        byte[] bytes(int maxLength);
    }

    private MalformedText(Decisions decisions) {
        this.decisions = decisions;
    }

    /** Has a property hold for some thousand inputs; {@code -Dfuzz.inputs} and {@code -Dfuzz.seed} give others. */
    static void each(Consumer<MalformedText> property) {
        AtomicLong seed = new AtomicLong(FIRST_SEED);
        try {
            assertTimeoutPreemptively(PATIENCE, () -> {
                while (seed.get() < FIRST_SEED + INPUTS) {
                    property.accept(new MalformedText(byChance(new Random(seed.get()))));
                    seed.incrementAndGet();
                }
            });
        } catch (Throwable e) {
            throw new AssertionError("with -Dfuzz.inputs=1 -Dfuzz.seed=" + seed, e);
        }
    }

    /** Of a fuzzer. */
    static MalformedText of(FuzzedDataProvider data) {
        return new MalformedText(new Decisions() {
            @Override
            public int below(int bound) {
                return data.consumeInt(0, bound - 1);
            }

            @Override
            public String text(int maxLength) {
                return data.consumeString(maxLength);
            }

            @Override
            public byte[] bytes(int maxLength) {
                return data.consumeBytes(maxLength);
            }
        });
    }

    private static Decisions byChance(Random random) {
        return new Decisions() {
            @Override
            public int below(int bound) {
                return random.nextInt(bound);
            }

            @Override
            public String text(int maxLength) {
                return random.ints(random.nextInt(maxLength + 1), 0, random.nextBoolean() ? 0x80 : 0x10000)
                        .collect(StringBuilder::new, (text, c) -> text.append((char) c), StringBuilder::append)
                        .toString();
            }

            @Override
            public byte[] bytes(int maxLength) {
                byte[] bytes = new byte[random.nextInt(maxLength + 1)];
                random.nextBytes(bytes);
                return bytes;
            }
        };
    }

    private static List<String> pieces(String[]... parts) {
        return Stream.of(parts).flatMap(Stream::of).toList();
    }

    /** A number from 0 on. */
    int below(int bound) {
        return decisions.below(bound);
    }

    boolean yes() {
        return below(2) == 1;
    }

    long number() {
        byte[] bytes = decisions.bytes(Long.BYTES);
        long number = 0;
        for (byte b : bytes) {
            number = number << Byte.SIZE | (b & 0xFF);
        }
        return number;
    }

    <T> T oneOf(List<T> values) {
        return values.get(below(values.size()));
    }

    /** A text, up to a megabyte long. */
    String text(String... words) {
        StringBuilder text = new StringBuilder();
        for (int parts = below(6); parts > 0; parts--) {
            text.append(part(words));
        }
        if (text.length() > 0 && below(8) == 7) {
            text.deleteCharAt(below(text.length()));
        }
        if (text.length() > 0 && below(100) == 99) {
            return text.toString().repeat(1 + below(MAX_SIZE / text.length()));
        }
        return text.toString();
    }

    private String part(String... words) {
        int kind = below(10);
        if (kind == 0) {
            return decisions.text(20);
        }
        return words.length == 0 || kind < 4 ? oneOf(PIECES) : words[below(words.length)];
    }

    /** Bytes, up to a megabyte. */
    byte[] bytes(String... words) {
        return below(4) == 3 ? decisions.bytes(200) : text(words).getBytes(StandardCharsets.UTF_8);
    }
}
