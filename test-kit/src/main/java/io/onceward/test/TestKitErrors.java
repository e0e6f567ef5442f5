// SPDX-License-Identifier: Apache-2.0
package io.onceward.test;

import io.onceward.api.OncewardException;
import io.onceward.log.Coded;
import java.time.Duration;
import java.util.Collection;
import java.util.List;

/** The errors of the test kit. */
final class TestKitErrors {

    private TestKitErrors() {}

    static OncewardException inTransaction(String method) {
        return Coded.error(
                "0330",
                null,
                "%s() was called in a transaction, whose events are not committed. Commit or roll back the transaction first.",
                method);
    }

    static OncewardException noDatabase(Throwable cause) {
        return Coded.error(
                "0331",
                cause,
                "The test kit found no database: H2 is not on the class path. Add com.h2database:h2 to the test's"
                        + " dependencies, or give a datasource to the builder.");
    }

    static OncewardException doesNotEnd(Duration patience) {
        return Coded.error(
                "0332",
                null,
                "The delivery has not ended after %s. Look for a handler that blocks, or for handlers that record events for"
                        + " each other without end.",
                patience);
    }

    static OncewardException unknownHandler(String handler, Collection<String> known) {
        return Coded.error(
                "0333",
                null,
                "There is no handler with the name '%s'. Handlers of the test: %s. Use one of these names, or add the"
                        + " handler to the builder, or the class of its bean to the test.",
                handler,
                listed(known));
    }

    static OncewardException unwatched() {
        return Coded.error(
                "0334",
                null,
                "CrashPoints can't see the commits of another transaction manager. Give the builder the datasource alone, with"
                        + " TestOutboxBuilder.dataSource().");
    }

    static OncewardException noSteps() {
        return Coded.error(
                "0335",
                null,
                "The work of CrashPoints has not used the database. Have the work use TestOutbox.dataSource() on the calling"
                        + " thread.");
    }

    static OncewardException databaseFailed(String what, Throwable cause) {
        return Coded.error("0336", cause, "The test kit could not %s. Act on the cause.", what);
    }

    static OncewardException notEncodable(String channel, Class<?> type, Throwable cause) {
        return Coded.error(
                "0337",
                cause,
                "A message of class %s for channel '%s' can't be encoded: %s. Send a value that a codec encodes, or give the codec to"
                        + " the builder.",
                type.getName(),
                channel,
                cause.getMessage());
    }

    static OncewardException noContainer() {
        return Coded.error(
                "1195",
                null,
                "Nothing was recorded, and this test has no CDI container, so @Outgoing, @Channel, @Idempotent and @Durable have no effect."
                        + " Name the beans under test in @OncewardTest or TestOutboxBuilder.beans(), and inject them; or call"
                        + " Outbox.record.");
    }

    static OncewardException notCalled(String members) {
        return Coded.error(
                "1196",
                null,
                "The container has not called %s in this test, so the annotation had no effect. Call the method on the injected bean."
                        + " Interceptors run neither on an object that was created with new, nor on a call of this.method().",
                members);
    }

    static OncewardException noRecorder(String channel, Collection<String> channels, Collection<String> beans) {
        return Coded.error(
                "1197",
                null,
                "No bean of this test has a method or an emitter for channel '%s'. Beans: %s. Their channels: %s. Correct the name, or"
                        + " add the class of the bean.",
                channel,
                listed(beans),
                listed(channels));
    }

    static OncewardException noBean(Class<?> type, Collection<String> beans, Throwable cause) {
        return Coded.error(
                "1198",
                cause,
                "The test has no bean of type %s, or several. Beans: %s. Name the class in @OncewardTest or TestOutboxBuilder.beans(),"
                        + " and the beans that it injects.",
                type.getName(),
                listed(beans));
    }

    static OncewardException notInjected(String field, Collection<String> beans, Throwable cause) {
        return notInjected(field, cause.getMessage(), beans, cause);
    }

    static OncewardException noContainerFor(String field) {
        return notInjected(field, "the test names no beans, so it has no CDI container", List.of(), null);
    }

    private static OncewardException notInjected(String field, String why, Collection<String> beans, Throwable cause) {
        return Coded.error(
                "1201",
                cause,
                "%s can't be injected: %s. Beans: %s. Name the missing class in @OncewardTest or TestOutboxBuilder.beans().",
                field,
                why,
                listed(beans));
    }

    static OncewardException madeByNew(String field, Class<?> bean) {
        return Coded.error(
                "1199",
                null,
                "Field %s holds an object of %s that was created with new, so the annotations of its class have no effect."
                        + " Declare the field with @Inject and without a value.",
                field,
                bean.getName());
    }

    static OncewardException containerRefused(String why, Throwable cause) {
        return Coded.error(
                "1200",
                cause,
                "The CDI container of the test did not start: %s. Name each bean that the beans under test inject in @OncewardTest or"
                        + " TestOutboxBuilder.beans(), or a class with a method that produces it.",
                why);
    }

    static OncewardException noResource(String point, String type) {
        return Coded.error(
                "1202",
                null,
                "%s needs %s, which the test kit does not have. The test kit has a DataSource, a UserTransaction, a TransactionManager, a"
                        + " TransactionSynchronizationRegistry, and entity managers of a transaction. Inject another resource with @Inject,"
                        + " and produce it in a bean of the test.",
                point,
                type);
    }

    static OncewardException persistenceRefused(String why, Throwable cause) {
        return Coded.error(
                "1203",
                cause,
                "The test has no persistence unit, because %s. Add EclipseLink or another provider to the test's dependencies, and give"
                        + " either entities or the name of a unit.",
                why);
    }

    /** @param point where a persistence context or unit is injected */
    static OncewardException noPersistence(String point) {
        return persistenceRefused(
                "the test names neither entities nor persistenceUnit, and " + point + " needs one", null);
    }

    static OncewardException tooEarly() {
        return containerRefused("a bean has called Onceward before all beans were known", null);
    }

    static OncewardException nested(Class<?> test, Class<?> outer) {
        return containerRefused(
                "nested class " + test.getName() + " has an @OncewardTest of its own, but shares the container of "
                        + outer.getName(),
                null);
    }

    static OncewardException withoutWeld(Throwable cause) {
        return containerRefused(
                "a class is missing (" + cause.getMessage()
                        + "); the test kit needs org.jboss.weld.se:weld-se-core and"
                        + " jakarta.platform:jakarta.jakartaee-api",
                cause);
    }

    /** @param missing a sentence without its full stop: what did not happen */
    static OncewardException notAwaited(String missing, Duration patience, String instead) {
        return Coded.error("1204", null, "%s within %s. What happened instead: %s", missing, patience, instead);
    }

    private static String listed(Collection<String> names) {
        return names.isEmpty() ? "none" : String.join(", ", names);
    }

    static OncewardException notShared() {
        return Coded.error(
                "0339",
                null,
                "The database of this test outbox is in the memory of this process, where no other process can reach it. Give the"
                        + " builder the datasource of a database server.");
    }

    static OncewardException notCreated(Class<?> work, Throwable cause) {
        return Coded.error(
                "0340",
                cause,
                "No object of %s can be created: %s. The class must be neither abstract nor an inner class, and needs a"
                        + " constructor without parameters.",
                work.getName(),
                cause);
    }

    static OncewardException processEnded(Class<?> work, int status, String goal, Collection<String> output) {
        return Coded.error(
                "0341",
                null,
                "The process of %s ended with exit status %d before it reached %s. A process that runs for more than one minute is"
                        + " killed. Look for the cause in its last output: %s",
                work.getName(),
                status,
                goal,
                output.isEmpty() ? "nothing" : String.join(System.lineSeparator(), output));
    }
}
