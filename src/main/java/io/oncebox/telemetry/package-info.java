// SPDX-License-Identifier: Apache-2.0
/** The sinks for the metrics of a server and for its OpenTelemetry. Loaded only if the server has them. */
package io.oncebox.telemetry;
