// SPDX-License-Identifier: Apache-2.0
/** The spans of a message on its way, on servers with MicroProfile Telemetry. */
package io.onceward.scenarios.traces;
