// SPDX-License-Identifier: Apache-2.0
/** CloudEvents 1.0: the attributes of an event, and the JSON format. Internal. */
package io.onceward.cloudevents;
