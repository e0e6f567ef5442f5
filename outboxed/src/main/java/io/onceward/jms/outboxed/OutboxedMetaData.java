// SPDX-License-Identifier: Apache-2.0
package io.onceward.jms.outboxed;

import jakarta.jms.ConnectionMetaData;
import java.util.Collections;
import java.util.Enumeration;
import java.util.List;

/** What an outboxed connection says about itself. */
final class OutboxedMetaData implements ConnectionMetaData {

    private static final int MAJOR = 3;
    private static final int MINOR = 1;

    @Override
    public String getJMSVersion() {
        return MAJOR + "." + MINOR;
    }

    @Override
    public int getJMSMajorVersion() {
        return MAJOR;
    }

    @Override
    public int getJMSMinorVersion() {
        return MINOR;
    }

    @Override
    public String getJMSProviderName() {
        return "Onceward";
    }

    @Override
    public String getProviderVersion() {
        return "0.1";
    }

    @Override
    public int getProviderMajorVersion() {
        return 0;
    }

    @Override
    public int getProviderMinorVersion() {
        return 1;
    }

    @Override
    public Enumeration<?> getJMSXPropertyNames() {
        return Collections.enumeration(List.of(MessageProperties.GROUP, MessageProperties.GROUP_SEQUENCE));
    }
}
