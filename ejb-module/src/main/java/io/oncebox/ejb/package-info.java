/** The container's part: the timer that drives the relay, and transactions by the means of Jakarta Enterprise Beans. */
package io.oncebox.ejb;
