// SPDX-License-Identifier: Apache-2.0
/** Publishing: from the rows of the outbox to the broker, in order, deleted only after its confirmation. */
package io.oncebox.relay;
