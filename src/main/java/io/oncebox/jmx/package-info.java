/** What JMX shows of Oncebox, and how it gets there. */
package io.oncebox.jmx;
