// SPDX-License-Identifier: Apache-2.0
package io.onceward.faults;

import java.nio.file.Path;

/** A process of the cluster, which faults happen to. */
interface Member {

    String name();

    Role role();

    /** Returns when it works. May be called again after {@link #kill()}. */
    void start() throws Exception;

    /** SIGKILL to all of its processes; returns when they have gone. */
    void kill();

    /** SIGSTOP to all of its processes. */
    void pause();

    /** SIGCONT to all of its processes. */
    void resume();

    boolean isAlive();

    /** Everything that it has said, over all its starts. */
    Path log();

    /** Ends it gently (SIGTERM), then by force. */
    void close() throws Exception;
}
