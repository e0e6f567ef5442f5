// SPDX-License-Identifier: Apache-2.0
package io.onceward.inbox;

import io.onceward.api.EventType;
import io.onceward.queue.RecordedEvent;
import io.onceward.queue.payload.StoredPayloads;
import io.onceward.queue.relay.ReservedHeaders;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * The fingerprint of a payload, by which the rehearsal finds one message of each shape among millions. Its upper half is a hash of the
 * type, the version, and the names and kinds of the fields of JSON, whatever their order. Its lower half is a hash of what decides whether
 * values of one kind can be decoded: the size of numbers, the pattern of times, and texts that may be constants of an enum. Used by one
 * thread.
 */
public final class PayloadShape {

    /** The lower half. */
    static final long VALUES = 0xFFFF_FFFFL;

    /** Most bytes that are read: a large payload must not delay its recording. */
    private static final int MOST = 64 << 10;

    /** The shapes of the payloads of a type that are no JSON: a sample of them is decoded. */
    private static final int OF_OTHERS = 100;

    /** The characters of times, beside digits. */
    private static final String OF_TIMES = "-:./+TZ ";

    private final byte[] json;
    private final int end;
    private final boolean isCall;
    private final Set<Long> kinds = new HashSet<>();
    private final Set<Long> values = new HashSet<>();
    private int at;

    private PayloadShape(byte[] json, boolean isCall) {
        this.json = json;
        this.isCall = isCall;
        this.end = Math.min(json.length, MOST);
    }

    /** Returns the fingerprint of a message; {@code null} if its payload is encoded: it would tell constants that are encrypted. */
    public static Long of(RecordedEvent message) {
        if (StoredPayloads.isEncoded(message)) {
            return null;
        }
        boolean isCall = DurableQueue.isCall(message.destination()); // its type may be that of this call alone
        PayloadShape shape = new PayloadShape(message.payload(), isCall);
        shape.skipSpaces();
        if (shape.at < shape.end && (shape.json[shape.at] == '{' || shape.json[shape.at] == '[')) {
            shape.read();
        } else {
            shape.values.add((long) Arrays.hashCode(shape.json) % OF_OTHERS);
        }
        Map<String, String> headers = message.headers();
        long type = Objects.hash(
                isCall ? null : message.type(),
                headers.get(EventType.VERSION_HEADER),
                ReservedHeaders.isLocal(headers));
        return (hash(type, sum(shape.kinds)) & ~VALUES) | (hash(0, sum(shape.values)) & VALUES);
    }

    private static long sum(Set<Long> hashes) {
        return hashes.stream().mapToLong(Long::longValue).sum();
    }

    private static long hash(long seed, long value) {
        long mixed = (seed * 31 + value) * 0x9E37_79B9_7F4A_7C15L;
        return mixed ^ mixed >>> 32;
    }

    /** Reads tokens, and is content with any bytes. The number of elements does not count, but that of the arguments of a call. */
    private void read() {
        long[] around = new long[16];
        int depth = 0;
        long path = 0;
        long name = 0;
        int argument = 0;
        while (at < end) {
            byte token = json[at++];
            if (token == '{' || token == '[') {
                kinds.add(hash(hash(path, name), token));
                around = depth < around.length ? around : Arrays.copyOf(around, depth * 2);
                around[depth++] = path;
                path = hash(hash(path, name), token);
                name = 0;
            } else if (token == '}' || token == ']') {
                path = depth > 0 ? around[--depth] : 0;
            } else if (token == ',') {
                name = isCall && depth == 1 ? ++argument : 0;
            } else if (token == '"') {
                long text = text();
                if (at < end && json[at] == ':') {
                    name = text;
                } else {
                    value(hash(path, name), '"', text);
                }
            } else if (token > ' ' && token != ':') {
                at--;
                scalar(hash(path, name));
            }
        }
    }

    private void value(long field, int kind, long value) {
        kinds.add(hash(field, kind));
        values.add(hash(hash(field, kind), value));
    }

    /** Reads the rest of a text; returns a hash of it if it is a name, or a value that may decide whether it can be decoded. */
    private long text() {
        long all = 0;
        long pattern = 0;
        boolean isConstant = true;
        boolean isTime = true;
        int last = 0;
        for (; at < end && json[at] != '"'; at++) {
            int each = isDigit(json[at]) ? '0' : json[at];
            all = all * 31 + json[at];
            pattern = each == '0' && last == '0' ? pattern : pattern * 31 + each;
            isConstant &= each == '_' || (each >= 'A' && each <= 'Z');
            isTime &= each == '0' || OF_TIMES.indexOf(each) >= 0;
            last = each;
            if (each == '\\') {
                at++;
            }
        }
        at++;
        skipSpaces();
        boolean isName = at < end && json[at] == ':';
        return isName || isConstant ? all : isTime ? pattern : 1;
    }

    /** Skips spaces, and a byte order mark. */
    private void skipSpaces() {
        while (at < end && json[at] <= ' ') {
            at++;
        }
    }

    /** Reads a number or a literal. */
    private void scalar(long field) {
        byte first = json[at];
        long number = 0;
        int digits = 0;
        boolean isWhole = true;
        for (; at < end && "{}[],:\" \t\r\n".indexOf(json[at]) < 0; at++) {
            if (isDigit(json[at])) {
                number = number * 10 + json[at] - '0';
                digits++;
            } else {
                isWhole &= json[at] == '-';
            }
        }
        if (digits == 0) {
            kinds.add(hash(field, first == 'f' ? 't' : first));
        } else {
            value(field, '0', !isWhole ? 0 : digits > 18 ? Long.SIZE + 1 : bits(first == '-' ? -number : number));
        }
    }

    /** Returns the bits of the smallest type that has a number. */
    private static int bits(long number) {
        if (number == (byte) number) {
            return Byte.SIZE;
        }
        return number == (short) number ? Short.SIZE : number == (int) number ? Integer.SIZE : Long.SIZE;
    }

    private static boolean isDigit(byte each) {
        return each >= '0' && each <= '9';
    }
}
