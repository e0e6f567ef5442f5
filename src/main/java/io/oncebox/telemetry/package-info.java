/** Tells what is measured to the metrics of a server. Loaded only where it has them. */
package io.oncebox.telemetry;
