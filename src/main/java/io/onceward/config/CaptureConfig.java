// SPDX-License-Identifier: Apache-2.0
package io.onceward.config;

import java.time.Duration;
import java.util.Optional;

/**
 * The configuration of log-based capture.
 *
 * @param isChecked whether Onceward looks at what the tool needs in the database
 * @param publication the publication of the events on PostgreSQL
 * @param slot the replication slot on PostgreSQL
 * @param maxBytes bytes of unconfirmed log above which the application is not ready; empty for no limit
 * @param maxLag lag in time above which the application is not ready; empty for no limit
 */
public record CaptureConfig(
        boolean isChecked, String publication, String slot, Optional<Long> maxBytes, Optional<Duration> maxLag) {}
