// SPDX-License-Identifier: Apache-2.0
/** Events in the envelope of CloudEvents, sent and received, and those of others. */
package io.onceward.scenarios.cloudevents;
