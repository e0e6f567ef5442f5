// SPDX-License-Identifier: Apache-2.0
/** CloudEvents 1.0: what an event is there, and its JSON format. Internal. */
package io.oncebox.cloudevents;
