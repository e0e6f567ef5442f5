// SPDX-License-Identifier: Apache-2.0
package io.onceward.cloudevents;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/**
 * A CloudEvent.
 *
 * @param attributes its context attributes by name, as canonical strings; the content type of the data is one of them
 * @param data not copied, treat it as immutable
 */
public record CloudEvent(Map<String, String> attributes, byte[] data) {

    public static final String SPECVERSION = "specversion";
    public static final String ID = "id";
    public static final String SOURCE = "source";
    public static final String TYPE = "type";
    public static final String TIME = "time";
    public static final String DATACONTENTTYPE = "datacontenttype";

    /** The attribute of the extension "Partitioning". */
    public static final String PARTITIONKEY = "partitionkey";

    /** The prefix of attributes in properties whose names can have no colon: AMQP binding 1.0.2, section 3.1.3.1. */
    public static final String PREFIX = "cloudEvents_";

    /** The attributes that Onceward sets, and the name that no attribute may have. */
    private static final Set<String> TAKEN =
            Set.of(SPECVERSION, ID, SOURCE, TYPE, TIME, DATACONTENTTYPE, PARTITIONKEY, "data");

    /** Copies the attributes, keeping their order. */
    public CloudEvent {
        attributes = Collections.unmodifiableMap(new LinkedHashMap<>(attributes));
    }

    /** Returns whether a header of this name is also an attribute: the name is legal for both, and Onceward does not set it. */
    public static boolean isHeader(String attribute) {
        return !attribute.isEmpty()
                && attribute.chars().allMatch(c -> (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9'))
                && !TAKEN.contains(attribute);
    }

    /** Returns whether a text is legal as a value: Unicode without control characters and noncharacters. */
    public static boolean isLegal(String value) {
        return value.codePoints()
                .noneMatch(c -> Character.isISOControl(c)
                        || Character.getType(c) == Character.SURROGATE
                        || (c & 0xFFFE) == 0xFFFE
                        || (c >= 0xFDD0 && c <= 0xFDEF));
    }
}
