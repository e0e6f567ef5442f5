// SPDX-License-Identifier: Apache-2.0
package io.onceward.jms;

import io.onceward.spi.OutboxEvent;
import java.util.HashMap;
import java.util.Map;

/** The reserved headers of a row that carry what a JMS message has beyond an event. */
public final class CarriedHeaders {

    /** The types of the properties that are no texts: {@code count int,total double}. */
    public static final String TYPES = "onceward_jms_types";

    /** The destination for replies: {@code queue:NAME} or {@code topic:NAME}. */
    public static final String REPLY_TO = "onceward_jms_replyto";

    /** The delivery mode, if it is {@link #NON_PERSISTENT}. */
    public static final String DELIVERY_MODE = "onceward_jms_deliverymode";

    /** The value of {@link #DELIVERY_MODE}. */
    public static final String NON_PERSISTENT = "NON_PERSISTENT";

    /** The kind of a message without a body: {@link #NO_BODY} or {@link #NO_TEXT}. */
    public static final String EMPTY = "onceward_jms_empty";

    /** The value of {@link #EMPTY} for a message that can't have a body. */
    public static final String NO_BODY = "message";

    /** The value of {@link #EMPTY} for a text message without a text. */
    public static final String NO_TEXT = "text";

    /** The group, if another property is the key. */
    public static final String GROUP = "onceward_jms_group";

    /** The number in the group. */
    public static final String GROUP_SEQUENCE = "onceward_jms_groupseq";

    private CarriedHeaders() {}

    /** Returns the types of the properties that are no texts, by name. */
    static Map<String, String> types(OutboxEvent event) {
        String types = event.reservedHeaders().get(TYPES);
        if (types == null || types.isEmpty()) {
            return Map.of();
        }
        Map<String, String> byName = new HashMap<>();
        for (String property : types.split(",")) {
            int space = property.indexOf(' ');
            if (space < 1) {
                throw new IllegalArgumentException("the header " + TYPES + " is malformed");
            }
            byName.put(property.substring(0, space), property.substring(space + 1));
        }
        return byName;
    }
}
