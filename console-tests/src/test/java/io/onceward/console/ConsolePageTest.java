// SPDX-License-Identifier: Apache-2.0
package io.onceward.console;

import static org.assertj.core.api.Assertions.assertThat;

import io.onceward.api.EventFilter;
import io.onceward.api.EventState;
import io.onceward.api.OncewardException;
import io.onceward.queue.outage.Outage;
import io.onceward.queue.outage.Resource;
import io.onceward.queue.store.Cluster;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.openqa.selenium.Keys;

/** The console page in a browser. */
class ConsolePageTest {

    private static Browser browser;

    private ConsoleServer server;

    @BeforeAll
    static void startBrowser() throws Exception {
        browser = Browser.start();
    }

    @AfterAll
    static void stopBrowser() {
        if (browser != null) {
            browser.close();
        }
    }

    @BeforeEach
    void start() throws Exception {
        server = ConsoleServer.withLogin();
        browser.screen(1280, 900, false);
        browser.open(server, "operator");
    }

    @AfterEach
    void stop() throws Exception {
        server.close();
    }

    @ParameterizedTest
    @CsvSource({
        "desktop-light, 1280, 900, false",
        "narrow-light, 320, 640, false",
        "phone-dark, 360, 740, true",
        "wide-dark, 1440, 900, true"
    })
    void itFitsAndAxeFindsNothingWrong(String name, int width, int height, boolean dark) throws Exception {
        browser.screen(width, height, dark);
        assertThat(browser.violations()).isEmpty();
        browser.assertFits();
        browser.screenshot(name, true);

        details("jdbc/shop 1");
        assertThat(browser.violations()).isEmpty();
        browser.assertFits();
        browser.screenshot(name + "-details", false);

        browser.button("Discard …").click();
        assertThat(browser.violations()).isEmpty();
        browser.screenshot(name + "-confirm", false);
        assertThat(browser.logs()).isEmpty();
    }

    @ParameterizedTest
    @Tag("only-in-full")
    @CsvSource({
        "desktop-dark, 1280, 900, true",
        "phone-light, 360, 740, false",
        "narrow-dark, 390, 844, true",
        "tablet-light, 768, 1024, false"
    })
    void itFitsOtherScreensToo(String name, int width, int height, boolean dark) throws Exception {
        itFitsAndAxeFindsNothingWrong(name, width, height, dark);
    }

    @Test
    void overviewShowsStuckEventsAndTheirErrors() {
        assertThat(browser.find("#verdict").getText())
                .contains("imports (outbox): 1 parked")
                .contains("orders (outbox): 130 parked, 40 blocked. Cause: AMQ229032")
                .contains("billing (inbox): 2 parked. Cause: no row (SQLException)")
                .contains("shipments (outbox): nothing published for 12 min")
                .contains("and 1 more");
        assertThat(browser.find("#flow").getText()).contains("has refused events of 1 channel");
        assertThat(browser.find("#outbox").getText()).contains("4,711+").contains("does not have permission='SEND'");
        assertThat(browser.find("#inbox").getText()).contains("Paused").contains("by ada");
    }

    @Test
    void verdictExplainsItsFirstFact() {
        server.brokersAway = List.of(new Outage(
                Resource.connection("jms", "jms/shop"),
                "Nothing accepts connections at the address. Start the server, or correct host and port. (refused)",
                "jakarta.jms.JMSException: no session <- java.net.ConnectException: Connection refused: localhost/127.0.0.1:61616",
                Duration.ofSeconds(90),
                List.of("shipments")));
        untilVerdictStartsWith("Connection 'jms/shop' has been unavailable for 1 min. Cause: Nothing accepts"
                + " connections at localhost/127.0.0.1:61616. Start the server");
        assertThat(browser.find("#verdict > .rest").getText())
                .contains("Affected: shipments (outbox, 4,711 events waiting).")
                .contains("Since 1 min 30 s ago.")
                .contains("Act now: Start the broker")
                .contains("Runbook: Broker down")
                .doesNotContain("JMSException");
        assertThat(browser.find("#verdict > .rest time").getAttribute("title")).matches(".*\\d{4}.*\\(\\S+Z\\)");
        assertThat(browser.find("#verdict > .rest a[href^=runbook]").getAttribute("href"))
                .endsWith("/onceward/runbook.html#broker-down");
        assertThat(browser.find("#announcement").getAttribute("textContent"))
                .isEqualTo("Connection 'jms/shop' has been unavailable for 1 min");
        browser.find("#verdict > .rest summary").click();
        assertThat(browser.find("#verdict > .rest pre").getText())
                .startsWith("jakarta.jms.JMSException: no session <- ");
        server.outbox.addPending("audit");
        browser.until("document.querySelector('#outbox').textContent.includes('auditMoving')");
        assertThat(browser.find("#verdict > .rest pre").isDisplayed())
                .as("after a refresh")
                .isTrue();
        assertThat(browser.violations()).isEmpty();
    }

    @Test
    void parkedFactSaysWhenItsOldestEventWasRecordedAndLeadsToItsEvents() {
        assertThat(browser.find("#verdict > .rest").getText()).contains("The oldest parked one was recorded");
        browser.script("document.querySelector('[data-focus=\"affected inbox billing\"]').click()");
        browser.until("document.getElementById('found').textContent === '2 events on page 1.'");
        assertThat(browser.address()).contains("side=inbox", "queue=billing", "states=PARKED");
    }

    @Test
    void addressKeepsFilterAndOpenedEvent() {
        browser.button("Show events of billing").click();
        browser.until("document.getElementById('found').textContent === '2 events on page 1.'");
        browser.find("[name=error]").sendKeys("no account", Keys.ENTER);
        details("jdbc/shop 1");
        browser.reload();
        browser.until("document.getElementById('details').open");
        browser.until("document.getElementById('found').textContent === '2 events on page 1.'");
        assertThat(browser.find("#details").getText()).contains("no account 4711");
        assertThat((List<?>) browser.script("return ['side', 'states', 'queue', 'error'].map(name =>"
                        + " document.getElementById('filter').elements[name].value)"))
                .hasToString("[inbox, PARKED, billing, no account]");
        browser.button("Close").click();
        browser.until("!location.search.includes('position')");
        assertThat(browser.address()).contains("queue=billing", "error=no+account");
        browser.reload();
        browser.until("document.getElementById('found').textContent === '2 events on page 1.'");
        assertThat((Boolean) browser.script("return document.getElementById('details').open"))
                .isFalse();
    }

    /** An address comes from outside, like a text of an event. */
    @Test
    void addressThatMakesNoSenseIsHarmless() {
        browser.visit(
                server, "?side=inbox&length=1&from=yesterday&states=NONE&queue=%3Cimg%20src=x%20onerror=alert(1)%3E");
        browser.until("document.getElementById('found').textContent === 'No event agrees with these conditions.'");
        assertThat((Long) browser.script("return document.querySelectorAll('main img').length"))
                .isZero();
        assertThat(browser.logs()).isEmpty();
    }

    @Test
    void listBeginsWithTheSideThatHasParkedEvents() {
        server.outbox.discard(EventFilter.all(), "ada");
        browser.visit(server, "");
        browser.until("document.getElementById('found').textContent === '2 events on page 1.'");
        assertThat((String) browser.script("return document.getElementById('filter').elements.side.value"))
                .isEqualTo("inbox");
    }

    @ParameterizedTest
    @CsvSource({"320, true", "390, false", "768, true", "1440, false"})
    void runbookOpensAtTheEntry(int width, boolean dark) {
        browser.screen(width, 800, dark);
        browser.find("#verdict > .rest a[href^=runbook]").click();
        browser.until("document.getElementById('event-refused-by-the-broker')?.getBoundingClientRect().top < 400");
        assertThat(browser.title()).isEqualTo("Onceward runbook");
        for (RunbookEntry entry : RunbookEntry.values()) {
            assertThat((Boolean) browser.script("return !!document.getElementById(arguments[0])", entry.anchor()))
                    .as(entry.anchor())
                    .isTrue();
        }
        assertThat(browser.text())
                .contains("curl -u ada", "Retrying events continue within ten minutes")
                .doesNotContain("](", "**", "```", "|--");
        assertThat(browser.violations()).isEmpty();
        browser.assertFits();
        assertThat(browser.logs()).isEmpty();
    }

    @Test
    void nodesLanesAndPoliciesAreShown() throws Exception {
        assertThat(browser.find("#nodes").getText())
                .contains("shop-1", "this node", "orders 40", "shipments 64")
                .contains("0d3adbee", "orders 20")
                .contains("orders 4, stock 64");
        assertThat(browser.find("#outbox").getText()).contains("15 attempts, block-key, by shop");
        assertThat(browser.find("#inbox").getText()).contains("3 attempts, skip, by warehouse");
        server.cluster = new Cluster("jdbc/shop", ConsoleServer.HERE, List.of(), List.of());
        browser.until("document.getElementById('nodes').textContent.includes('No node has a lease.')");
        assertThat(browser.violations()).isEmpty();
    }

    @Test
    void connectionsOfEachKindAreShownTheUnavailableOnesFirst() throws Exception {
        assertThat(browser.find("#connections").getText())
                .contains("jms/shop", "kafka 10.0.0.1:9092", "nats nats://10.0.0.2:4222", "rabbitmq 10.0.0.3:5672")
                .contains("webhook erp.example.com:443", "publishes", "orders.erp")
                .contains("kafka:bills", "receives", "bills")
                .contains("No failure")
                .doesNotContain("Unavailable");
        Outage outage = new Outage(
                Resource.connection("webhook", "webhook erp.example.com:443"),
                "status 503",
                Duration.ofSeconds(5),
                List.of("orders.erp"));
        server.connections = List.of(
                ConsoleServer.connection("jms", "jms/shop", null, "orders.jms"),
                ConsoleServer.connection("webhook", outage.name(), outage, "orders.erp"));
        browser.until("document.querySelector('#connections tbody tr').textContent.includes('erp.example.com')");
        assertThat(browser.find("#connections tbody tr").getText())
                .contains("webhook", "Unavailable for 5.0 s", "orders.erp", "status 503");
        assertThat(browser.violations()).isEmpty();
        server.connections = List.of();
        browser.until("document.getElementById('connections').textContent"
                + " === 'This application has no channel with a broker.'");
    }

    @Test
    void ratesAndBacklogAreDrawnOverTime() throws Exception {
        browser.until("document.querySelectorAll('#tiles svg').length === 6");
        untilRateIsBetween("Recorded by this node", 9.0, 15.0);
        untilRateIsBetween("Published by this node", 6.0, 10.0);
        untilRateIsBetween("Processed by this node", 2.5, 5.5);
        server.outbox.discard(EventFilter.all().withQueue("orders"), "ada");
        browser.until("[...document.querySelectorAll('#tiles svg')].some(chart =>"
                + " chart.ariaLabel === 'Parked since this page was opened: at first 133, at most 133')"
                + " && document.querySelectorAll('#tiles .value')[2].textContent === '3'");
        assertThat((String) browser.script("return document.querySelectorAll('#tiles .line')[2].getAttribute('d')"))
                .startsWith("M0,2L")
                .matches(".*L200,37\\.\\d+");
        server.outbox.discard(EventFilter.all(), "ada");
        browser.until("!document.getElementById('outbox').textContent.includes('hacked')");
        browser.picture("console");
    }

    /** Waits for a rate within bounds; a single rate is out of bounds if the server or the browser stalls. */
    private static void untilRateIsBetween(String title, double least, double most) {
        browser.until("[...document.querySelectorAll('#tiles .tile')].filter(tile =>"
                + " tile.querySelector('h3').textContent === '" + title + "')"
                + ".map(tile => Number(tile.querySelector('.value').textContent.replace('/s', '')))"
                + ".some(rate => rate >= " + least + " && rate <= " + most + ")");
    }

    @Test
    void anUnavailableBrokerIsShownBeforeAnyEventIsOld() throws Exception {
        server.outbox.discard(EventFilter.all(), "ada");
        server.outbox.purge(EventFilter.all(), "ada");
        server.inbox.discard(EventFilter.all(), "ada");
        server.brokersAway = List.of(new Outage(
                Resource.connection("jms", "jms/shop"), "Connection refused", Duration.ofSeconds(5), List.of()));
        untilVerdictStartsWith("Connection 'jms/shop' is unavailable. Cause: Connection refused");
        assertThat(browser.find("#flow").getText())
                .contains("away: jms/shop", "unavailable for 5.0 s")
                .doesNotContain("has refused nothing");
        assertThat(browser.find(".arrow").getText()).isEqualTo("away");
        assertThat(browser.violations()).isEmpty();

        server.brokersAway = List.of();
        browser.until("document.getElementById('verdict').textContent.startsWith('All is well')");
        assertThat(browser.find("#flow").getText()).doesNotContain("away");
    }

    @Test
    void anUnavailableHandlerIsShown() throws Exception {
        server.outbox.discard(EventFilter.all(), "ada");
        server.outbox.purge(EventFilter.all(), "ada");
        server.inbox.discard(EventFilter.all(), "ada");
        server.handlersAway = List.of(
                new Outage(Resource.handler("warehouse"), "no shelf", Duration.ofSeconds(5), List.of("warehouse")));
        untilVerdictStartsWith("Handler 'warehouse' is unavailable. Cause: no shelf");
        assertThat(browser.find("#flow").getText()).contains("away: warehouse");
        assertThat(browser.violations()).isEmpty();

        server.handlersAway = List.of();
        browser.until("document.getElementById('verdict').textContent.startsWith('All is well')");
        assertThat(browser.find("#flow").getText()).doesNotContain("away");
    }

    @Test
    void aPauseOfAnEmptyQueueIsShown() throws Exception {
        server.outbox.pauseUnknown("returns", "ada");
        browser.until("document.getElementById('outbox').textContent.includes('returns is paused, too, by ada.')");
        assertThat(browser.violations()).isEmpty();
        browser.screenshot("paused-too", true);
        browser.button("Resume returns").click();
        browser.button("Resume").click();
        browser.until("document.getElementById('notice').textContent.includes('returns is resumed')");
        browser.until("!document.getElementById('outbox').textContent.includes('returns')");
        assertThat(server.outbox.paused()).isEmpty();
    }

    @Test
    void aPauseHidesNeitherParkedNorOverdueNorBlockedEvents() {
        server.outbox.pause("orders", "ada");
        server.outbox.pause("shipments", "ada");
        browser.until("document.getElementById('verdict').textContent.includes("
                + "'orders (outbox): 130 parked, 40 blocked, paused')");
        assertThat(browser.find("#outbox").getText()).contains("Parked, paused").contains("Paused, behind");
        assertThat(browser.violations()).isEmpty();
        browser.assertFits();

        server.outbox.discard(EventFilter.all(), "ada");
        server.inbox.discard(EventFilter.all(), "ada");
        untilVerdictStartsWith("shipments (outbox): paused, and nothing published for 12 min");
        server.outbox.purge(EventFilter.all().withQueue("shipments"), "ada");
        untilVerdictStartsWith("orders (outbox): 40 blocked, paused");
        assertThat(browser.find("#outbox").getText()).contains("Blocked, paused");
        server.outbox.purge(EventFilter.all().withQueue("orders"), "ada");
        untilVerdictStartsWith("invoices (outbox): 12 retrying. Cause: AMQ229102");
        server.outbox.purge(EventFilter.all().withQueue("invoices"), "ada");
        untilVerdictStartsWith(
                "All is well in outbox and stored inbox: nothing is parked, nothing is behind; 3 queues are paused.");
    }

    private static void untilVerdictStartsWith(String text) {
        browser.until("document.getElementById('verdict').textContent.startsWith(\"" + text + "\")");
    }

    /** In the first minute nothing is late, and yet nothing moves. */
    @Test
    void aQueueThatWaitsForAConnectionDoesNotMove() {
        server.brokersAway = List.of(new Outage(
                Resource.connection("jms", "jms/shop"), "Connection refused", Duration.ofSeconds(5), List.of("audit")));
        server.outbox.addPending("audit");
        browser.until("[...document.querySelectorAll('#outbox tr.warn')].some(row =>"
                + " row.querySelector('th').textContent === 'audit' && row.textContent.includes('Waiting'))");
    }

    @Test
    void hostileTextStaysText() {
        browser.button("Show events of " + Rows.IMPORTS).click();
        browser.until("document.getElementById('found').textContent.startsWith('1 event')");
        details("jdbc/shop 4897");

        assertThat(browser.text()).contains(Rows.HOSTILE);
        assertThat(browser.title()).isEqualTo("Onceward console");
        assertThat((Long)
                        browser.script("return document.querySelectorAll('main img, dialog img, body script').length"))
                .isZero();
        assertThat(browser.logs()).isEmpty();
    }

    @Test
    void confirmationsSayHowManyOfWhat() {
        open("Requeue all of these …");
        assertConfirmation("Requeue 131 parked events of all channels?");
        browser.button("Show events of imports").click();
        browser.until("document.getElementById('found').textContent === '1 event on page 1.'");
        open("Discard all of these …");
        assertConfirmation("Discard 1 parked event of channel imports?");
        browser.find("[name=side]").sendKeys("Inbox");
        browser.find("[name=queue]").clear();
        browser.find("[name=queue]").sendKeys("billing", Keys.ENTER);
        browser.until("document.getElementById('found').textContent === '2 events on page 1.'");
        open("Requeue all of these …");
        assertConfirmation("Requeue 2 parked messages of handler billing?");
        assertThat(server.outbox.done()).isEmpty();
    }

    private static void assertConfirmation(String title) {
        assertThat(browser.find("#confirm-title").getText()).isEqualTo(title);
        browser.button("Cancel").click();
        browser.until("!document.getElementById('confirm').open");
    }

    private static final String KEPT = "Original: OWD-0166: This is the original";

    private static final String DENIED = "AMQ229032: User: shop does not have permission=… on address orders";

    @ParameterizedTest
    @CsvSource({"1280, 900", "320, 640"})
    void failuresStandInGroupsAboveTheEvents(int width, int height) throws Exception {
        browser.screen(width, height, false);
        untilGroups(4);
        assertThat(browser.find("#groups tbody tr:first-child").getText()).contains(DENIED, "orders", "130+");
        assertThat(browser.find("#groups").getText())
                .contains("AMQ229102: Address … is full", "java.sql.SQLException: no row");
        assertThat((Boolean) browser.script("return document.getElementById('groups').getBoundingClientRect().top"
                        + " < document.getElementById('events').getBoundingClientRect().top"))
                .isTrue();
        assertThat((Long) browser.script("return document.querySelectorAll('main img').length"))
                .isZero();
        assertThat(browser.text()).contains(Rows.HOSTILE.substring(0, 10));
        assertThat(browser.violations()).isEmpty();
        browser.assertFits();
        browser.screenshot("groups-" + width, true);
        assertThat(browser.logs()).isEmpty();
    }

    @Test
    void groupIsRequeuedByKeyboardAloneAfterAConfirmation() {
        untilGroups(4);
        server.outbox.addParked("orders", "customer-1", "no room");
        browser.button("Requeue events of orders: " + DENIED).sendKeys(Keys.ENTER);
        browser.until("document.getElementById('confirm').open");
        assertThat(browser.find("#confirm").getText()).contains("cause: " + DENIED, "side: Outbox", "queue: orders");
        assertConfirmation("Requeue 130 parked events of channel orders?");
        assertThat(server.outbox.done()).isEmpty();

        browser.button("Requeue events of orders: " + DENIED).sendKeys(Keys.ENTER);
        browser.until("document.getElementById('confirm').open");
        browser.focused().sendKeys(Keys.TAB);
        browser.focused().sendKeys(Keys.ENTER);
        browser.until("document.getElementById('notice').textContent.includes('130 events requeued')");
        assertThat(server.outbox.done()).containsExactly("requeue 130 by operator");
        browser.until("!document.getElementById('groups').textContent.includes('permission=')"
                + " && document.getElementById('groups').textContent.includes('no room')");
    }

    @Test
    void groupIsDiscardedAfterAConfirmation() {
        untilGroups(4);
        open("Discard events of billing: java.sql.SQLException: no row");
        assertThat(browser.find("#confirm-yes").getAttribute("class")).isEqualTo("danger");
        assertConfirmation("Discard 2 parked messages of handler billing?");
        open("Discard events of billing: java.sql.SQLException: no row");
        browser.button("Discard").click();
        browser.until("document.getElementById('notice').textContent.includes('2 events discarded')");
        assertThat(server.inbox.done()).containsExactly("discard 2 by operator");
    }

    @Test
    void eventsAndTheSampleOfAGroupAreShown() {
        untilGroups(4);
        server.outbox.addParked("orders", "customer-1", "no room");
        browser.button("Show events of invoices: AMQ229102: Address … is full. Message encode size = …")
                .click();
        browser.until("document.getElementById('found').textContent === '12 events on page 1.'");
        assertThat(browser.focused().getAttribute("id")).isEqualTo("events");
        assertThat(browser.find("[name=cause]").isDisplayed()).isTrue();
        browser.button("Sample of orders: " + DENIED).click();
        browser.until("document.getElementById('details').open");
        assertThat(browser.find("#details").getText()).contains("AMQ229032");
    }

    @Test
    void boundOfTheSearchForFailuresIsSaid() {
        untilGroups(4);
        server.outbox.setIncomplete();
        browser.until("document.getElementById('groups').textContent.includes('The search stopped at a bound')");
        server.outbox.discard(EventFilter.all(), "ada");
        server.outbox.purge(EventFilter.all().withStates(EventState.RETRYING), "ada");
        server.inbox.discard(EventFilter.all(), "ada");
        browser.until("document.getElementById('groups-section').hidden");
    }

    @ParameterizedTest
    @CsvSource({"1280, 900", "320, 640"})
    void payloadIsEditedAndRequeuedAfterAConfirmation(int width, int height) throws Exception {
        browser.screen(width, height, false);
        browser.open(server, "editor");
        details("jdbc/shop 1");
        browser.button("Edit payload …").sendKeys(Keys.ENTER);
        browser.until("document.getElementById('edit').open");
        assertThat((String) browser.script("return document.getElementById('edit-payload').value"))
                .startsWith("{\n  \"order\": 9007199254740993,\n  \"lines\": [],");
        assertThat(browser.focused().getAttribute("id")).isEqualTo("edit-payload");
        assertThat(browser.violations()).isEmpty();
        browser.assertFits();
        browser.screenshot("edit-" + width, false);

        browser.find("#edit-payload").clear();
        browser.find("#edit-payload").sendKeys("no JSON");
        browser.button("Requeue edited …").click();
        browser.until("document.getElementById('confirm').open");
        browser.find("#confirm-no").click();
        browser.until("!document.getElementById('confirm').open");
        browser.button("Requeue edited …").click();
        browser.button("Requeue edited").click();
        browser.until("document.getElementById('edit-error').textContent.includes('OWD-0165')");
        assertThat(server.outbox.done()).isEmpty();
        assertThat((String) browser.script("return document.getElementById('edit-payload').value"))
                .isEqualTo("no JSON");

        browser.find("#edit-payload").clear();
        browser.find("#edit-payload").sendKeys("{\"order\": 17}");
        browser.button("Requeue edited …").sendKeys(Keys.ENTER);
        browser.button("Requeue edited").sendKeys(Keys.ENTER);
        browser.until("document.getElementById('notice').textContent.includes('requeued with an edited payload')"
                + " && !document.querySelector('dialog:modal')");
        assertThat(server.outbox.done()).containsExactly("edit 1 by editor: {\"order\": 17}");
        assertThat(browser.logs()).filteredOn(entry -> !entry.contains("400")).isEmpty();
    }

    @Test
    void onlyEditorsAreOfferedToEditAndKeptOriginalsAreNotRequeued() {
        browser.open(server, "auditor");
        details("jdbc/shop 1");
        assertThat(browser.find("#details").getText())
                .contains("secret-payload")
                .doesNotContain("Edit payload");
        server.outbox.addParked("letters", null, KEPT);
        browser.open(server, "editor");
        browser.find("[name=queue]").sendKeys("letters", Keys.ENTER);
        browser.until("document.getElementById('found').textContent === '1 event on page 1.'");
        browser.find("#list .actions button").click();
        browser.until("document.getElementById('details').open");
        assertThat(browser.find("#details").getText())
                .contains("Discard …")
                .doesNotContain("Requeue …")
                .doesNotContain("Edit payload");
    }

    @Test
    void originalsOfEditedEventsAreNeitherOfferedNorCountedForARequeue() {
        server.outbox.addParked("letters", null, KEPT);
        server.outbox.addParked("letters", "k", "no room");
        browser.open(server, "operator");
        untilGroups(6);
        assertThat((List<?>) browser.script("return [...document.querySelectorAll('#groups tbody tr')]"
                        + ".filter(row => row.textContent.includes('Original: '))"
                        + ".flatMap(row => [...row.querySelectorAll('button')].map(button => button.textContent))"))
                .hasToString("[Show, Sample, Discard …]");

        browser.find("[name=queue]").sendKeys("letters", Keys.ENTER);
        browser.until("document.getElementById('found').textContent === '2 events on page 1.'");
        open("Requeue all of these …");
        assertThat(browser.find("#confirm-text").getText())
                .endsWith("1 original of an edited event can't be requeued and stays parked.");
        assertConfirmation("Requeue 1 parked event of channel letters?");
        open("Discard all of these …");
        assertThat(browser.find("#confirm-text").getText()).doesNotContain("original");
        assertConfirmation("Discard 2 parked events of channel letters?");

        server.outbox.discard(EventFilter.all().withError("no room"), "ada");
        browser.button("Requeue all of these …").click();
        browser.until("document.getElementById('notice').textContent.includes("
                + "\"1 original of an edited event can't be requeued and stays parked.\")");
        assertThat(browser.find("#confirm").isDisplayed()).isFalse();
    }

    @Test
    void payloadThatCanNotBeDecodedIsNotOfferedForEditing() {
        server.outbox.makeUndecodable();
        browser.open(server, "editor");
        details("jdbc/shop 1");
        assertThat(browser.find("#details").getText())
                .contains("Requeue …", "Discard …")
                .doesNotContain("Edit payload");
    }

    /** Whatever a text looks like, nothing but its content type says that spaces do not count. */
    @Test
    void textThatLooksLikeJsonIsShownAndEditedAsItIs() {
        server.outbox.makePayloads("text/plain", "{\"a\":1}");
        browser.open(server, "editor");
        details("jdbc/shop 1");
        assertThat(browser.find("#details pre[aria-label=Payload]").getText()).isEqualTo("{\"a\":1}");
        browser.button("Edit payload …").click();
        browser.until("document.getElementById('edit').open");
        browser.button("Requeue edited …").click();
        browser.button("Requeue edited").click();
        browser.until("document.getElementById('notice').textContent.includes('requeued with an edited payload')");
        assertThat(server.outbox.done()).containsExactly("edit 1 by editor: {\"a\":1}");
    }

    private static void untilGroups(int count) {
        browser.until("document.querySelectorAll('#groups tbody tr').length === " + count);
    }

    @Test
    void purgeIsNotOfferedOpenly() {
        browser.button("Show events of shipments").click();
        browser.until("document.getElementById('found').textContent.startsWith('25 events on page 1')"
                + " && document.querySelector('#bulk details')");
        String visible = "return [...document.querySelectorAll('#bulk button')].filter(button =>"
                + " button.checkVisibility()).map(button => button.textContent + ' ' + button.className)";
        assertThat((List<?>) browser.script(visible)).isEmpty();
        browser.find("#bulk summary").click();
        assertThat((List<?>) browser.script(visible)).hasToString("[Purge all of these … ]");
        assertThat(browser.violations()).isEmpty();
        server.outbox.addPending("audit");
        browser.until("[...document.querySelectorAll('#outbox tbody tr')].some(row =>"
                + " row.textContent.startsWith('auditMoving'))"
                + " && document.getElementById('list').ariaBusy === 'false'");
        assertThat((List<?>) browser.script(visible)).as("after a refresh").hasSize(1);
        open("Purge all of these …");
        assertConfirmation("Purge 4,714 waiting events of channel shipments?");
        assertThat(server.outbox.done()).isEmpty();

        browser.button("Show events of orders").click();
        browser.until("document.querySelector('#bulk .primary')");
        assertThat((List<?>) browser.script(visible))
                .hasToString("[Requeue all of these … primary, Discard all of these … ]");
    }

    /** On a phone the first screens are what needs an operator. */
    @ParameterizedTest
    @CsvSource({"1280, 900, false", "360, 740, true"})
    void stuckQueuesStandBeforeTheFlowOnAPhone(int width, int height, boolean before) {
        browser.screen(width, height, false);
        assertThat((Boolean)
                        browser.script("return document.querySelector('#outbox tr.stuck').getBoundingClientRect().top"
                                + " < document.getElementById('flow').getBoundingClientRect().top"))
                .isEqualTo(before);
        assertThat((Boolean) browser.script("return document.getElementById('events').getBoundingClientRect().top"
                        + " > document.getElementById('nodes').getBoundingClientRect().top"))
                .isTrue();
    }

    /** No card of a healthy queue comes before the one that needs an operator, and its cause is not cut. */
    @Test
    void aStuckHandlerStandsBeforeAHealthyOutboxOnAPhone() {
        browser.screen(390, 844, false);
        server.outbox.discard(EventFilter.all(), "ada");
        server.outbox.purge(EventFilter.all(), "ada");
        untilVerdictStartsWith("billing (inbox): 2 parked. Cause: no row (SQLException)");
        browser.until("document.getElementById('outbox').parentElement.classList.contains('calm')");
        assertThat((Boolean) browser.script("const top = of => document.querySelector(of).getBoundingClientRect().top;"
                        + "return top('#inbox tr.stuck') < top('#outbox tr') && top('#inbox tr.stuck') < top('#flow')"))
                .isTrue();
        assertThat((Boolean) browser.script(
                        "const why = document.querySelector('.why'); return why.scrollHeight <= why.clientHeight + 1"))
                .isTrue();
    }

    @Test
    void longNamesLeaveRoomForTheError() {
        String key = "a-key-without-any-blank-".repeat(10);
        server.outbox.addParked("q".repeat(200), key, "java.net.ConnectException: Connection refused by 10.0.0.1:8443");
        browser.find("[name=queue]").sendKeys("q".repeat(200), Keys.ENTER);
        browser.until("document.getElementById('found').textContent === '1 event on page 1.'");
        for (String table : List.of("#list", "#outbox")) {
            assertThat(((Number) browser.script(
                                    "return document.querySelector(arguments[0] + ' td.error').getBoundingClientRect().width",
                                    table))
                            .intValue())
                    .as("width of the errors in " + table)
                    .isGreaterThan(220);
        }
        browser.assertFits();
        assertThat(browser.find("#list td[data-name=key] span").getAttribute("title"))
                .isEqualTo(key);
    }

    /** A phone has no pointer that could show the rest of a text. */
    @ParameterizedTest
    @CsvSource({"1280, 900", "360, 740"})
    void rootCauseIsVisible(int width, int height) {
        browser.screen(width, height, false);
        String root = "java.net.ConnectException: Connection refused by 10.0.0.1:8443";
        String wrappers = "jakarta.ejb.EJBException: the transaction was rolled back <- ".repeat(15);
        server.inbox.addParked("billing", "customer-1", wrappers + root);
        browser.find("[name=side]").sendKeys("Inbox");
        browser.button("Find").click();
        browser.until("document.getElementById('found').textContent.startsWith('3 events')");
        assertVisible("#list td.error", root);
        server.inbox.discard(EventFilter.all().withQueue("billing").withError("no account"), "ada");
        browser.until("document.querySelector('#inbox td.error').textContent.includes('refused')");
        assertVisible("#inbox td.error", root);

        browser.script("document.querySelector('#list tbody tr:last-child .actions button').click()");
        browser.until("document.getElementById('details').open");
        assertThat(browser.find("#details pre").getText()).startsWith(root).contains(wrappers);
    }

    /** The text is in one of these elements, and no part of it is cut off. */
    private static void assertVisible(String selector, String text) {
        assertThat((Boolean) browser.script(
                        "return [...document.querySelectorAll(arguments[0] + ' .clamp')].some(element =>"
                                + " element.textContent === arguments[1] && element.checkVisibility()"
                                + " && element.scrollHeight <= element.clientHeight + 1)",
                        selector,
                        text))
                .as(text + " in " + selector)
                .isTrue();
    }

    @Test
    void charactersThatChangeTheDirectionOfATextAreEscaped() {
        String key = "invoice-\u202Efdp.exe\u2069\u200F";
        String shown = "invoice-\\u202efdp.exe\\u2069\\u200f";
        server.outbox.addParked("letters", key, "no room for " + key);
        browser.find("[name=queue]").sendKeys("letters", Keys.ENTER);
        browser.until("document.getElementById('found').textContent === '1 event on page 1.'");
        assertThat(browser.find("#list").getText()).contains(shown, "no room for " + shown);
        assertThat(browser.find("#list td[data-name=key] span").getAttribute("title"))
                .isEqualTo(shown);
        browser.find("#list .actions button").click();
        browser.until("document.getElementById('details').open");
        assertThat(browser.find("#details").getText()).contains(shown);
        assertThat((Boolean) browser.script("return document.body.innerText.includes('\\u202e')"))
                .isFalse();

        browser.button("Requeue …").click();
        browser.button("Requeue").click();
        browser.until("document.getElementById('notice').textContent.includes('1 event requeued')");
    }

    @Test
    void payloadsAreMaskedForUsersWithoutTheRole() {
        details("jdbc/shop 1");
        assertThat(browser.find("#details").getText()).contains("Masked").doesNotContain("secret");
        browser.button("Close").click();
    }

    @Test
    void nothingIsChangedUnlessItIsConfirmed() {
        open("Requeue all of these …");
        assertThat(browser.focused().getText()).isEqualTo("Cancel");
        browser.focused().sendKeys(Keys.ENTER);
        browser.until("!document.getElementById('confirm').open");
        open("Discard all of these …");
        browser.focused().sendKeys(Keys.ESCAPE);
        browser.until("!document.getElementById('confirm').open");
        assertThat(server.outbox.done()).isEmpty();

        open("Requeue all of these …");
        browser.button("Requeue").click();
        browser.until("document.getElementById('notice').textContent.includes('131 events requeued')");
        assertThat(server.outbox.done()).containsExactly("requeue 131 by operator");
    }

    @Test
    void payloadsAreIndentedAndOtherwiseUnchanged() {
        browser.open(server, "auditor");
        details("jdbc/shop 1");
        assertThat(browser.find("#details").getText())
                .contains("{\n  \"order\": 9007199254740993,\n  \"lines\": [],\n  \"note\": \"secret-payload ");
    }

    /** What is parked after the search, or parked again after a requeue, is in the list without another search. */
    @Test
    void listIsTrueAfterAChange() {
        server.outbox.discard(EventFilter.all(), "ada");
        browser.until("document.getElementById('found').textContent === 'No event agrees with these conditions.'");
        server.outbox.addParked("orders", "customer-1", "no room");
        browser.until("document.getElementById('found').textContent === '1 event on page 1.'");

        open("Requeue all of these …");
        browser.button("Requeue").click();
        browser.until("document.getElementById('found').textContent === 'No event agrees with these conditions.'");
        server.outbox.addParked("orders", "customer-1", "no room");
        browser.until("document.querySelectorAll('#list tbody tr').length === 1");
    }

    /** The response to the newest request may be late or never arrive. */
    @Test
    void buttonActsOnTheShownFilter() throws Exception {
        browser.script("document.getElementById('filter').elements.queue.value = 'letters'");
        browser.script("window.asks = window.fetch; window.fetch = () => new Promise(() => {})");
        browser.button("Find").click();
        browser.script("window.fetch = window.asks");
        open("Requeue all of these …");
        browser.button("Requeue").click();
        browser.until("document.getElementById('notice').textContent.includes('131 events requeued')");
        assertThat(server.outbox.done()).containsExactly("requeue 131 by operator");
    }

    @Test
    void aChangeByAnotherOperatorIsReported() {
        details("jdbc/shop 1");
        server.outbox.requeue(EventFilter.all(), "ada");
        browser.button("Requeue …").click();
        browser.button("Requeue").click();
        browser.until(
                "document.getElementById('notice').textContent.includes('the events have changed in the meantime')");
    }

    @Test
    void aQueueIsPausedAndResumed() {
        browser.button("Pause orders").click();
        browser.button("Pause").click();
        browser.until("document.getElementById('notice').textContent.includes('orders is paused')");
        assertThat(server.outbox.paused()).singleElement().satisfies(pause -> assertThat(pause.by())
                .isEqualTo("operator"));
        browser.until("document.getElementById('outbox').textContent.includes('by operator')");
        browser.button("Resume orders").click();
        browser.button("Resume").click();
        browser.until("document.getElementById('notice').textContent.includes('orders is resumed')");
        assertThat(server.outbox.paused()).isEmpty();
    }

    @Test
    void filtersAndPagesAreFollowedByKeyboardAlone() {
        browser.button("Hold").click();
        browser.until("document.getElementById('list').ariaBusy === 'false'");
        browser.script("document.getElementById('found').textContent = ''"); // the text is the same before
        browser.button("Show events of orders").sendKeys(Keys.ENTER);
        browser.until("document.getElementById('found').textContent.startsWith('25 events on page 1')");
        browser.button("Next page").sendKeys(Keys.ENTER);
        browser.until("document.getElementById('found').textContent.startsWith('25 events on page 2')");
        assertThat(browser.focused().getText()).isEqualTo("Next page");
        browser.button("Previous page").sendKeys(Keys.ENTER);
        browser.until("document.getElementById('found').textContent.startsWith('25 events on page 1')");
        browser.find("[name=error]").sendKeys("' OR 1=1 --", Keys.ENTER);
        browser.until("document.getElementById('found').textContent.startsWith('No event')");
    }

    @Test
    void theFocusStaysWhereItIsWhileFiguresChange() {
        browser.script("document.querySelector('[aria-label=\"Show events of orders\"]').focus()");
        server.outbox.discard(EventFilter.all().withQueue("orders"), "ada");
        browser.until("!document.getElementById('verdict').textContent.includes('130 parked')");
        assertThat(browser.focused().getAttribute("aria-label")).isEqualTo("Show events of orders");
    }

    @Test
    void aServerErrorIsReportedAndTheShownDataStays() {
        server.outbox.failWith(new OncewardException("OWD-0012", "Datasource 'jdbc/shop' gives no connection", null));
        browser.until("document.getElementById('verdict').textContent.includes('OWD-0012')");
        assertThat(browser.find("#outbox").getText()).contains("orders");
        server.outbox.failWith(null);
        untilVerdictStartsWith("imports (outbox): 1 parked");
    }

    /** A server may answer every request with the page of its login then. */
    @Test
    void theEndOfTheSessionIsReportedAndTheShownDataStays() {
        server.showsForm = true;
        browser.until("document.getElementById('verdict').textContent.includes('You are logged out. Reload the page')");
        assertThat(browser.find("#outbox").getText()).contains("orders");
        server.showsForm = false;
        untilVerdictStartsWith("imports (outbox): 1 parked");
    }

    /** Presses a button that asks for a confirmation, and waits for the question. */
    private static void open(String button) {
        browser.button(button).click();
        browser.until("document.getElementById('confirm').open");
    }

    private static void details(String focus) {
        browser.script("document.querySelector('[data-focus=\"details " + focus + "\"]').click()");
        browser.until("document.getElementById('details').open");
    }
}
