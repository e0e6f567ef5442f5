// SPDX-License-Identifier: Apache-2.0
package io.onceward.scenarios.ported;

import io.onceward.scenarios.fixture.Http;
import java.net.CookieManager;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** A browser with the JSF page of the example. For one thread. */
final class OrderPage {

    /** The answer to a form that the page has taken. */
    static final String ACCEPTED = "accepted";

    private static final Pattern INPUT = Pattern.compile("<input([^>]*)>");
    private static final Pattern ATTRIBUTE = Pattern.compile("([\\w.:-]+)=\"([^\"]*)\"");

    private final HttpClient browser =
            Http.withoutUpgrade().cookieHandler(new CookieManager()).build();

    private final URI address;

    OrderPage(URI application) {
        address = application.resolve("index.xhtml");
    }

    /** Returns whether the page has accepted the order. */
    boolean place(String customer, boolean express) {
        Map<String, String> fields = new LinkedHashMap<>();
        fields.put("order:customer", customer);
        fields.put("order:item", "lamp");
        fields.put("order:pieces", "2");
        if (express) {
            fields.put("order:express", "true");
        }
        return submit("order", "order:place", fields).equals(ACCEPTED);
    }

    /** Starts the batch job, and returns {@link #ACCEPTED} or the answer that says otherwise. */
    String startBulk() {
        return submit("bulk", "bulk:start", Map.of());
    }

    private String submit(String form, String button, Map<String, String> fields) {
        String page = Http.send(browser, HttpRequest.newBuilder(address)).body();
        Matcher found = Pattern.compile("<form[^>]*id=\"" + form + "\".*?</form>", Pattern.DOTALL)
                .matcher(page);
        if (!found.find()) {
            return page;
        }
        Map<String, String> all = hidden(found.group());
        all.putAll(fields);
        all.put(button, "x");
        String body = all.entrySet().stream()
                .map(field -> encoded(field.getKey()) + "=" + encoded(field.getValue()))
                .collect(Collectors.joining("&"));
        HttpResponse<String> answer = Http.send(
                browser,
                HttpRequest.newBuilder(address)
                        .header("Content-Type", "application/x-www-form-urlencoded")
                        .POST(BodyPublishers.ofString(body)));
        return answer.statusCode() == 200 && answer.body().contains("Mail order</h1>")
                ? ACCEPTED
                : answer.statusCode() + " " + answer.body();
    }

    /** The state of the view among them. */
    private static Map<String, String> hidden(String form) {
        Map<String, String> hidden = new LinkedHashMap<>();
        for (Matcher input = INPUT.matcher(form); input.find(); ) {
            Map<String, String> attributes = new HashMap<>();
            for (Matcher attribute = ATTRIBUTE.matcher(input.group(1)); attribute.find(); ) {
                attributes.put(attribute.group(1), attribute.group(2));
            }
            if ("hidden".equals(attributes.get("type"))) {
                hidden.put(attributes.get("name"), attributes.getOrDefault("value", ""));
            }
        }
        return hidden;
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }
}
