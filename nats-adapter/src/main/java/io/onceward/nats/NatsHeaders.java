// SPDX-License-Identifier: Apache-2.0
package io.onceward.nats;

import java.util.List;

/** The names of the headers that Onceward sets or knows. NATS tells upper case from lower case. */
final class NatsHeaders {

    /** The prefix of the headers that Onceward sets. */
    static final String OWN = "onceward_";

    static final String ID = "onceward_id";
    static final String CHANNEL = "onceward_channel";
    static final String KEY = "onceward_key";
    static final String TYPE = "onceward_type";
    static final String CONTENT_TYPE = "content-type";

    /** The id by which a stream recognizes and drops duplicates. */
    static final String MESSAGE_ID = "Nats-Msg-Id";

    /** The prefix of headers that NATS sets. */
    static final String NATS = "Nats-";

    /** The prefix of the attributes of a CloudEvent: NATS binding 1.0.2. */
    static final String CLOUD_EVENT = "ce-";

    /** The headers of W3C Trace Context. */
    static final List<String> TRACE = List.of("traceparent", "tracestate");

    private NatsHeaders() {}
}
