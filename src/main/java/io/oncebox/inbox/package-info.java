/** Receiving: each message's effects at most once for each handler. */
package io.oncebox.inbox;
