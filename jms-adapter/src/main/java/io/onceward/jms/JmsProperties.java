// SPDX-License-Identifier: Apache-2.0
package io.onceward.jms;

import java.util.List;

/** The names of the message properties that Onceward sets. */
final class JmsProperties {

    /** The prefix of the properties that Onceward sets. */
    static final String OWN = "onceward_";

    static final String ID = "onceward_id";
    static final String CHANNEL = "onceward_channel";
    static final String KEY = "onceward_key";
    static final String TYPE = "onceward_type";
    static final String CONTENT_TYPE = "onceward_contenttype";

    /** The property in which Artemis has the content type of AMQP, in both directions. */
    static final String AMQP_CONTENT_TYPE = "JMS_AMQP_ContentType";

    /** The property in which other senders put the content type. */
    static final String OTHER_CONTENT_TYPE = "contentType";

    /** The properties that may contain the content type of a message: JMS has no place for it. */
    static final List<String> CONTENT_TYPES = List.of(CONTENT_TYPE, AMQP_CONTENT_TYPE, OTHER_CONTENT_TYPE);

    /** Optional in JMS (Jakarta Messaging 3.1, section 3.5.9); keeps the messages of a group with one consumer. */
    static final String GROUP = "JMSXGroupID";

    /** The number of a message in its group. */
    static final String GROUP_SEQUENCE = "JMSXGroupSeq";

    /** The number of deliveries, this one included. */
    static final String DELIVERY_COUNT = "JMSXDeliveryCount";

    /** The id by which Artemis recognizes and drops duplicates. */
    static final String DUPLICATE_ID = "_AMQ_DUPL_ID";

    /** The headers of W3C Trace Context. */
    static final List<String> TRACE = List.of("traceparent", "tracestate");

    private JmsProperties() {}
}
