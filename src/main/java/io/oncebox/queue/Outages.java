// SPDX-License-Identifier: Apache-2.0
package io.oncebox.queue;

import java.util.List;

/**
 * What did not work when it was tried last, by the names that the log has for it. Immutable.
 *
 * @param databases what is on a datasource that could not be used
 * @param brokers connections to brokers
 * @param receivers those that receive nothing, because of broker or database
 */
public record Outages(List<String> databases, List<String> brokers, List<String> receivers) {}
