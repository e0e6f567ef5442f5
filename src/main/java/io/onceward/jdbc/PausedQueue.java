// SPDX-License-Identifier: Apache-2.0
package io.onceward.jdbc;

import io.onceward.api.Pause;
import java.time.Instant;

/** The pause of a queue, as its row has it. */
record PausedQueue(String queue, String by, Instant since) implements Pause {}
