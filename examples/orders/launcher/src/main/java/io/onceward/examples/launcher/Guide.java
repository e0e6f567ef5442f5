// SPDX-License-Identifier: Apache-2.0
package io.onceward.examples.launcher;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The text that leads a newcomer through the example. */
final class Guide {

    private static final Pattern OF_INTEREST =
            Pattern.compile("(?<time>[\\d:]+) [A-Z]+ io\\.onceward[\\w.]*: (?<text>(?!OWD-\\d+: Stack trace ).*)");

    /** Log lines about a single order, which would hide the tally of 1,000 orders. */
    private static final Pattern ONE_ORDER = Pattern.compile(".*: (OWD-1012|OWD-1030|Order \\d+ ).*");

    private static final Pattern DUPLICATE = Pattern.compile(".*: OWD-1030: Duplicate .* before handler 'billing'.*");

    static final String KEYS = """
            Type a key and Enter:
              o  place 1,000 orders
              s  kill the server (kill -9), and with the next s start it again
            %s  t  show the tally again
            Ctrl-C stops everything.""";

    private static final String BROKER_KEY = "  b  kill the broker (kill -9), and with the next b start it again\n";

    private static final Pattern BOOTED = Pattern.compile(".* PayaraMicro: Payara Micro .* ready in .*");

    private final Run run;

    Guide(Run run) {
        this.run = run;
    }

    private String base() {
        return "http://localhost:" + run.options().http();
    }

    String orders() {
        return base() + "/orders";
    }

    private boolean hasBroker() {
        return run.options().broker() != Options.Broker.NONE;
    }

    /** Returns the keys that the user may type. */
    String keys() {
        return KEYS.formatted(hasBroker() ? BROKER_KEY : "");
    }

    String welcome() {
        return """

                Onceward example: %s. Ctrl-C stops it.
                Logs: %s
                """.formatted(
                hasBroker() ? "an order, a billing and a shipping service" : "a shop in one class, without a broker",
                run.folder().path());
    }

    String ready() {
        return hasBroker() ? readyWithBroker() : readyWithoutBroker();
    }

    private String readyWithoutBroker() {
        return """
                2/2 ready   %1$s

                %2$s

                Kill the server while orders are placed, and start it again. In the end each order is billed, none is billed twice and none
                is lost. These figures are counted in the database, which is a file. Or, in another terminal:

                Place an order; a moment later it is billed ("invoices":1):
                  curl %1$s -H 'Content-Type: application/json' -d '{"item":"book","total":"19.90"}'; echo; sleep 2
                  curl %1$s; echo

                A total over 1000 makes the first attempt to bill fail; the second one, a second later, makes one invoice:
                  curl %1$s -H 'Content-Type: application/json' -d '{"item":"piano","total":"4200"}'; echo; sleep 3
                  curl %1$s; echo

                The log of Onceward and of the shop:
                """.formatted(orders(), keys());
    }

    private String readyWithBroker() {
        return """
                3/3 ready   %1$s
                console     %1$sonceward/, user operator, password %3$s

                %4$s

                Kill the server or the broker while orders are placed, and start it again. In the end each order is billed, none is
                billed twice and none is lost. These figures are counted in the database, which is a file. Or, in another terminal:

                Place an order; a moment later it is billed ("invoices":1):
                  curl %2$s -H 'Content-Type: application/json' -d '{"item":"book","total":"19.90"}'; echo; sleep 2
                  curl %2$s/1; echo

                Publish its event a second time; there is still one invoice:
                  curl -X POST %2$s/1/redeliver; echo; sleep 2
                  curl %2$s/1; echo

                A total over 1000 makes billing fail at the first delivery; the second delivery makes one invoice:
                  curl %2$s -H 'Content-Type: application/json' -d '{"item":"piano","total":"4200"}'; echo; sleep 2
                  curl %2$s; echo

                The log of Onceward and of the services:
                """.formatted(base() + "/", orders(), run.password(), keys());
    }

    static boolean isServerBooted(String line) {
        return BOOTED.matcher(line).matches();
    }

    static boolean isAboutOneOrder(String line) {
        return ONE_ORDER.matcher(line).matches();
    }

    /** Returns whether the inbox has dropped a duplicate of an order before its billing. */
    static boolean isDuplicate(String line) {
        return DUPLICATE.matcher(line).matches();
    }

    /** Explains a line of the server's log, if it concerns Onceward or the services. */
    static Optional<String> explain(String line) {
        Matcher matcher = OF_INTEREST.matcher(line);
        return matcher.matches() ? Optional.of(matcher.group("time") + "  " + matcher.group("text")) : Optional.empty();
    }
}
