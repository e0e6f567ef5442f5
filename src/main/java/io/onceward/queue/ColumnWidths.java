// SPDX-License-Identifier: Apache-2.0
package io.onceward.queue;

/** The most characters that the columns of the tables hold, the same in the DDL of every database. */
public final class ColumnWidths {

    /** The id of an event. */
    public static final int EVENT_ID = 128;

    /** The id of a received message, as claims know it. */
    public static final int MESSAGE_ID = 255;

    /** The name of a queue: a channel or a handler. */
    public static final int QUEUE = 255;

    /** The key of an event or a message. */
    public static final int KEY = 255;

    /** The type of an event or a message. */
    public static final int TYPE = 255;

    /** The media type of a payload or a result. */
    public static final int CONTENT_TYPE = 100;

    /** The destination of an event, or of a message for a handler. */
    public static final int DESTINATION = 512;

    /** The error of the last attempt. */
    public static final int ERROR = 2000;

    /** The name of the operator who paused a queue. */
    public static final int OPERATOR = 255;

    private ColumnWidths() {}
}
