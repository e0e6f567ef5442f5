// SPDX-License-Identifier: Apache-2.0
package io.onceward.telemetry;

import io.opentelemetry.api.common.AttributeKey;

/**
 * The names of OpenTelemetry's semantic conventions for messaging, of the version {@value #VERSION}. A change of the conventions
 * is a change of this class, of {@code docs/tracing.md} and of the names of metrics.
 */
final class MessagingConventions {

    static final String VERSION = "1.44.0";

    /** Tells those who read the spans the version. */
    static final String SCHEMA = "https://opentelemetry.io/schemas/" + VERSION;

    static final AttributeKey<String> SYSTEM = AttributeKey.stringKey("messaging.system");
    static final AttributeKey<String> OPERATION_NAME = AttributeKey.stringKey("messaging.operation.name");
    static final AttributeKey<String> OPERATION_TYPE = AttributeKey.stringKey("messaging.operation.type");
    static final AttributeKey<String> DESTINATION = AttributeKey.stringKey("messaging.destination.name");
    static final AttributeKey<String> CONSUMER_GROUP = AttributeKey.stringKey("messaging.consumer.group.name");
    static final AttributeKey<Long> MESSAGE_COUNT = AttributeKey.longKey("messaging.batch.message_count");
    static final AttributeKey<String> MESSAGE_ID = AttributeKey.stringKey("messaging.message.id");
    static final AttributeKey<String> CONVERSATION_ID = AttributeKey.stringKey("messaging.message.conversation_id");
    static final AttributeKey<String> ERROR_TYPE = AttributeKey.stringKey("error.type");

    private MessagingConventions() {}
}
