// SPDX-License-Identifier: Apache-2.0
package io.onceward.test;

import java.util.List;

/** The CDI container of a test outbox. Names no class of CDI: a test without beans needs none. Thread-safe. */
interface Beans extends AutoCloseable {

    /** Returns the contextual reference of a bean. */
    <T> T get(Class<T> type);

    /** Injects the fields of an object that is no bean, such as a test. */
    void inject(Object target);

    /** Returns the name of the handler that a method of a bean is; the method is known by its name. */
    List<String> handlersOf(Class<?> bean, String method);

    /** Returns why no call has recorded on a channel. */
    String whyNotRecorded(String channel);

    /** Returns why a handler has had nothing to do; empty if its method was called. */
    String whyNotHandled(String handler);

    /** Forgets the calls of the last test. */
    void reset();

    /** Gives the thread a request context until {@link #endRequest}. For one test at a time. */
    void beginRequest();

    /** Ends the request context, if there is one. */
    void endRequest();

    /** Stops the container. */
    @Override
    void close();
}
