// SPDX-License-Identifier: Apache-2.0
package io.onceward.console;

import static org.assertj.core.api.Assertions.assertThat;

import io.onceward.fixture.Installed;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.logging.Level;
import org.openqa.selenium.By;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.logging.LogType;
import org.openqa.selenium.logging.LoggingPreferences;
import org.openqa.selenium.support.ui.WebDriverWait;

/** A headless Chromium with a new profile. */
final class Browser implements AutoCloseable {

    private static final Path DRIVER = Path.of("/usr/bin/chromedriver");
    private static final Path PROGRAM = Path.of("/usr/bin/chromium");
    private static final Path SCREENSHOTS = Path.of("target", "screenshots");
    private static final Path DOCS = Path.of("..", "docs");
    /** Enough for a busy machine; a test ends as soon as its condition holds. */
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    /** Keeps notices on the page; otherwise one may disappear before a test reads it. */
    private static final String NOTICES_STAY = """
            const timer = window.setTimeout;
            window.setTimeout = (work, millis, ...more) => millis === 8000 ? 0 : timer(work, millis, ...more);
            """;

    /** Asks for new figures, which the page does every three seconds, six times as often. */
    private static final String FIGURES_ARE_NEW = """
            const interval = window.setInterval;
            window.setInterval = (work, millis) => interval(work, millis === 3000 ? 500 : millis);
            """;

    private final ChromeDriver driver;

    private Browser(ChromeDriver driver) {
        this.driver = driver;
    }

    /** Starts a browser. */
    static Browser start() throws IOException {
        Installed.require(Files.isExecutable(DRIVER) && Files.isExecutable(PROGRAM), "chromium and chromium-driver");
        LoggingPreferences logs = new LoggingPreferences();
        logs.enable(LogType.BROWSER, Level.ALL);
        ChromeOptions options = new ChromeOptions();
        options.setBinary(PROGRAM.toFile());
        options.setCapability("goog:loggingPrefs", logs);
        options.addArguments(
                "--headless=new",
                "--no-sandbox",
                "--disable-gpu",
                "--disable-dev-shm-usage",
                "--disable-quic",
                "--no-first-run",
                "--disable-background-networking",
                "--disable-component-update",
                "--disable-sync",
                "--user-data-dir=" + Files.createTempDirectory("onceward-console"));
        ChromeDriverService service = new ChromeDriverService.Builder()
                .usingDriverExecutable(DRIVER.toFile())
                .withTimeout(Duration.ofMinutes(2))
                .build();
        ChromeDriver driver = new ChromeDriver(service, options);
        driver.executeCdpCommand(
                "Page.addScriptToEvaluateOnNewDocument", Map.of("source", NOTICES_STAY + FIGURES_ARE_NEW));
        return new Browser(driver);
    }

    /** Emulates a screen. */
    void screen(int width, int height, boolean dark) {
        driver.executeCdpCommand(
                "Emulation.setDeviceMetricsOverride",
                Map.of("width", width, "height", height, "deviceScaleFactor", 1, "mobile", width < 600));
        driver.executeCdpCommand(
                "Emulation.setEmulatedMedia",
                Map.of("features", List.of(Map.of("name", "prefers-color-scheme", "value", dark ? "dark" : "light"))));
    }

    /**
     * Opens the console as this user. It opens the page twice, as a page whose address contains a password may not
     * fetch anything.
     */
    void open(ConsoleServer server, String user) {
        URI address = server.address();
        driver.get("http://" + user + ":" + ConsoleServer.PASSWORD + "@" + address.getAuthority() + address.getPath());
        logs();
        driver.get(address.toString());
        until("document.getElementById('freshness').textContent === 'Live'"
                + " && document.getElementById('found').textContent !== ''");
    }

    /** Opens the console once more, with a query; the browser still has the login. */
    void visit(ConsoleServer server, String query) {
        driver.get(server.address() + query);
    }

    void reload() {
        driver.navigate().refresh();
    }

    String address() {
        return driver.getCurrentUrl();
    }

    /** Waits until an expression of JavaScript is true. */
    void until(String expression) {
        new WebDriverWait(driver, PATIENCE).withMessage(expression).until(browser ->
                (Boolean) script("return Boolean(" + expression + ")"));
    }

    Object script(String text, Object... arguments) {
        return driver.executeScript(text, arguments);
    }

    WebElement find(String selector) {
        return driver.findElement(By.cssSelector(selector));
    }

    /** Returns the visible button with this text or label. */
    WebElement button(String text) {
        Object found = script(
                "return [...document.querySelectorAll('button')].find(button => button.checkVisibility()"
                        + " && (!document.querySelector('dialog:modal') || button.matches('dialog:modal *'))"
                        + " && [button.textContent, button.ariaLabel].includes(arguments[0]))",
                text);
        assertThat(found).as("button " + text).isNotNull();
        return (WebElement) found;
    }

    String text() {
        return find("body").getText();
    }

    String title() {
        return driver.getTitle();
    }

    WebElement focused() {
        return driver.switchTo().activeElement();
    }

    /** Returns the script errors and policy violations since the last call. */
    List<String> logs() {
        return driver.manage().logs().get(LogType.BROWSER).getAll().stream()
                .filter(entry -> entry.getLevel().intValue() >= Level.WARNING.intValue())
                .map(entry -> entry.getMessage())
                .toList();
    }

    /** Returns the accessibility violations that axe finds. */
    @SuppressWarnings("unchecked")
    List<String> violations() {
        driver.manage().timeouts().scriptTimeout(PATIENCE);
        driver.executeScript(axe());
        return (List<String>) driver.executeAsyncScript("const done = arguments[arguments.length - 1];"
                + "axe.run().then(found => done(found.violations.flatMap(violation =>"
                + " violation.nodes.map(node => violation.id + ': ' + node.html + ' ' + node.failureSummary))))"
                + ".catch(failure => done([String(failure)]))");
    }

    private static String axe() {
        try (InputStream script = Browser.class.getResourceAsStream("/axe.min.js")) {
            return new String(script.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Takes a picture of the visible part of the page, or of the page as a whole. */
    void screenshot(String name, boolean whole) throws IOException {
        Files.createDirectories(SCREENSHOTS);
        Map<String, Object> taken = driver.executeCdpCommand(
                "Page.captureScreenshot", Map.of("captureBeyondViewport", whole, "format", "png"));
        Files.write(SCREENSHOTS.resolve(name + ".png"), Base64.getDecoder().decode((String) taken.get("data")));
    }

    /** Takes a picture of the visible part of the page; {@code -Dscreenshots.write} writes it into the docs. */
    void picture(String name) throws IOException {
        screenshot(name, false);
        if (System.getProperty("screenshots.write") != null) {
            String file = name + ".png";
            Files.copy(SCREENSHOTS.resolve(file), DOCS.resolve(file), StandardCopyOption.REPLACE_EXISTING);
        }
    }

    void assertFits() {
        assertThat((Long) script("return document.documentElement.scrollWidth - window.innerWidth"))
                .as("pixels that are wider than the screen")
                .isLessThanOrEqualTo(0);
    }

    @Override
    public void close() {
        driver.quit();
    }
}
