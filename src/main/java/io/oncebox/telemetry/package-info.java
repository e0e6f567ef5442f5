// SPDX-License-Identifier: Apache-2.0
/** Tells what is measured to the metrics of a server, and what is done to its OpenTelemetry. Loaded only where it has them. */
package io.oncebox.telemetry;
