// SPDX-License-Identifier: Apache-2.0
package io.onceward.jms;

/** The server that Onceward runs in, by the class loader of the application, and what to write in its configuration. */
enum HostServer {
    WILDFLY("Use a pooled connection factory with transaction=xa: write onceward.connection-factory=java:/JmsXA or"
            + " java:comp/DefaultJMSConnectionFactory, not java:/ConnectionFactory, and transactional=true in"
            + " @JMSConnectionFactoryDefinition"),
    PAYARA("Write --transactionsupport XATransaction in create-connector-connection-pool, and transactional=true in"
            + " @JMSConnectionFactoryDefinition"),
    OPEN_LIBERTY(
            "Write transactionSupport=\"XATransaction\" in the jmsConnectionFactory element, and transactional=true in"
                    + " @JMSConnectionFactoryDefinition"),
    OTHER("Use a connection factory of the server whose sessions take part in JTA transactions"),
    NONE(
            "Give Onceward the connection factory of the broker's client, whose sessions are transacted if the caller asks for it");

    private final String advice;

    HostServer(String advice) {
        this.advice = advice;
    }

    /** Returns the server whose class loader has loaded this class. */
    static HostServer current() {
        ClassLoader loader = HostServer.class.getClassLoader();
        return ofClassLoader(loader == null ? "" : loader.getClass().getName());
    }

    static HostServer ofClassLoader(String type) {
        if (type.startsWith("org.jboss.") || type.startsWith("org.wildfly.")) {
            return WILDFLY;
        }
        if (type.startsWith("org.glassfish.") || type.startsWith("com.sun.") || type.startsWith("fish.payara.")) {
            return PAYARA;
        }
        return type.startsWith("com.ibm.") || type.startsWith("io.openliberty.") ? OPEN_LIBERTY : OTHER;
    }

    /** Returns the correction of a finding, a sentence without its full stop. */
    String advice(Finding finding) {
        return this != NONE && finding == Finding.NEVER_COMMITTED
                ? "Use a connection factory whose sessions can commit outside of JTA transactions"
                : advice;
    }
}
