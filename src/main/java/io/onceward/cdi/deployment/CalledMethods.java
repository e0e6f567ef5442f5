// SPDX-License-Identifier: Apache-2.0
package io.onceward.cdi.deployment;

import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.HashSet;
import java.util.Set;

/**
 * The methods that the code of a class names, read from the constant pool of its class file (Java Virtual Machine Specification,
 * section 4.4).
 */
final class CalledMethods {

    private static final int UTF8 = 1;
    private static final int INTEGER = 3;
    private static final int FLOAT = 4;
    private static final int LONG = 5;
    private static final int DOUBLE = 6;
    private static final int CLASS = 7;
    private static final int STRING = 8;
    private static final int METHOD = 10;
    private static final int INTERFACE_METHOD = 11;
    private static final int METHOD_HANDLE = 15;
    private static final int METHOD_TYPE = 16;
    private static final int MODULE = 19;
    private static final int PACKAGE = 20;

    private static final int MAGIC = 0xCAFEBABE;

    /** A method as a class file names it, with the internal name of its class. */
    record Called(String owner, String name, String descriptor) {}

    private CalledMethods() {}

    /** Returns the methods that the class names; none, if its class file can't be had. */
    static Set<Called> of(Class<?> type) throws IOException {
        String file = type.getName().substring(type.getName().lastIndexOf('.') + 1) + ".class";
        try (InputStream stream = type.getResourceAsStream(file)) {
            return stream == null ? Set.of() : read(new DataInputStream(new BufferedInputStream(stream)));
        }
    }

    private static Set<Called> read(DataInputStream in) throws IOException {
        if (in.readInt() != MAGIC) {
            return Set.of();
        }
        in.readInt(); // the version
        int size = in.readUnsignedShort();
        String[] texts = new String[size];
        int[] firsts = new int[size];
        int[] seconds = new int[size];
        int[] tags = new int[size];
        for (int i = 1; i < size; i++) {
            tags[i] = in.readUnsignedByte();
            switch (tags[i]) {
                case UTF8 -> texts[i] = in.readUTF();
                case INTEGER, FLOAT -> in.readInt();
                case LONG, DOUBLE -> {
                    in.readLong();
                    i++; // takes two entries
                }
                case CLASS, STRING, METHOD_TYPE, MODULE, PACKAGE -> firsts[i] = in.readUnsignedShort();
                case METHOD_HANDLE -> {
                    in.readUnsignedByte();
                    in.readUnsignedShort();
                }
                default -> {
                    firsts[i] = in.readUnsignedShort();
                    seconds[i] = in.readUnsignedShort();
                }
            }
        }
        Set<Called> called = new HashSet<>();
        for (int i = 1; i < size; i++) {
            if (tags[i] == METHOD || tags[i] == INTERFACE_METHOD) {
                int nameAndType = seconds[i];
                called.add(
                        new Called(texts[firsts[firsts[i]]], texts[firsts[nameAndType]], texts[seconds[nameAndType]]));
            }
        }
        return called;
    }
}
