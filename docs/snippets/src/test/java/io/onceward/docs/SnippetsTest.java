// SPDX-License-Identifier: Apache-2.0
package io.onceward.docs;

import static org.assertj.core.api.Assertions.assertThat;

import io.onceward.broker.BrokerAdapters;
import io.onceward.broker.ChannelAdapters;
import io.onceward.config.OncewardConfig;
import java.io.IOException;
import java.io.StringReader;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The snippets on the pages: they compile, and their configuration is valid. */
class SnippetsTest {

    private static final Path ROOT = Path.of("..", "..");

    private static final String IMPORTS = """
            import io.onceward.api.*;
            import io.onceward.spi.*;
            import io.onceward.jms.outboxed.Outboxed;
            import com.rabbitmq.client.Delivery;
            import jakarta.annotation.PostConstruct;
            import jakarta.annotation.Priority;
            import jakarta.annotation.Resource;
            import jakarta.annotation.security.*;
            import io.onceward.standalone.*;
            import io.onceward.test.*;
            import jakarta.decorator.*;
            import jakarta.ejb.*;
            import jakarta.enterprise.context.*;
            import jakarta.enterprise.event.*;
            import jakarta.enterprise.inject.Any;
            import jakarta.enterprise.inject.se.*;
            import jakarta.inject.*;
            import jakarta.interceptor.*;
            import jakarta.jms.ConnectionFactory;
            import jakarta.jms.JMSContext;
            import jakarta.jms.JMSException;
            import jakarta.jms.Message;
            import jakarta.jms.MessageConsumer;
            import jakarta.jms.MessageListener;
            import jakarta.jms.Queue;
            import jakarta.jms.Session;
            import jakarta.jms.TextMessage;
            import jakarta.json.Json;
            import jakarta.json.JsonObject;
            import jakarta.json.JsonValue;
            import jakarta.persistence.*;
            import jakarta.servlet.http.HttpServletRequest;
            import jakarta.transaction.*;
            import jakarta.ws.rs.POST;
            import jakarta.ws.rs.Path;
            import jakarta.ws.rs.Produces;
            import jakarta.ws.rs.core.Response;
            import java.math.BigDecimal;
            import java.io.File;
            import java.io.IOException;
            import java.net.ConnectException;
            import java.nio.charset.StandardCharsets;
            import java.security.*;
            import java.sql.Connection;
            import java.sql.ResultSet;
            import java.sql.SQLException;
            import java.time.*;
            import java.time.temporal.ChronoUnit;
            import java.util.Base64;
            import java.util.Collections;
            import java.util.HashMap;
            import java.util.List;
            import java.util.Locale;
            import java.util.Map;
            import java.util.Optional;
            import java.util.UUID;
            import java.util.concurrent.CompletionStage;
            import javax.crypto.Mac;
            import javax.crypto.SecretKey;
            import javax.crypto.spec.SecretKeySpec;
            import javax.sql.DataSource;
            import org.apache.kafka.clients.consumer.ConsumerRecord;
            import org.eclipse.microprofile.reactive.messaging.Channel;
            import org.eclipse.microprofile.reactive.messaging.Emitter;
            import org.eclipse.microprofile.reactive.messaging.Incoming;
            import org.eclipse.microprofile.reactive.messaging.Outgoing;
            import org.junit.jupiter.api.AfterAll;
            import org.junit.jupiter.api.AfterEach;
            import org.junit.jupiter.api.BeforeAll;
            import org.junit.jupiter.api.Test;
            import org.junit.jupiter.api.extension.RegisterExtension;
            import org.postgresql.ds.PGSimpleDataSource;
            import static io.onceward.test.OncewardAssertions.assertThat;
            import static org.assertj.core.api.Assertions.assertThat;
            import static org.assertj.core.api.Assertions.assertThatThrownBy;
            """;

    /** The declarations that the snippets presuppose, unless they contain them. */
    private static final List<String> SHOP = List.of(
            "public record NewOrder(String id, java.math.BigDecimal total) {}",
            "public record OrderPlaced(String id, java.math.BigDecimal total) {}",
            "public record CsvRow(String text) {}",
            "public class InvalidOrderException extends RuntimeException {}",
            "public interface Payments { boolean arePaid(String order) throws java.io.IOException; }",
            "public class OrderNumber implements io.onceward.api.MessageKeyResolver {"
                    + " public String keyOf(io.onceward.api.ReceivedMessage message) { return null; } }",
            "public class Billing {"
                    + " public void bill(org.apache.kafka.clients.consumer.ConsumerRecord<?, ?> order) {} }",
            "public class OrderService { public void place(String id) {} public void placeAndFail(String id) {} }",
            "public class Tenant { public String name() { return null; } public void enter(String tenant) {} }",
            "public class Locales implements io.onceward.api.ContextPropagator {"
                    + " public static final ThreadLocal<java.util.Locale> CURRENT = new ThreadLocal<>();"
                    + " public String name() { return null; }"
                    + " public java.util.Optional<String> capture() { return null; }"
                    + " public Runnable restore(String value) { return null; } }",
            "public class Orders { public void place(NewOrder order) {} }",
            "public class Shop {"
                    + " public static class Orders { public OrderPlaced place(NewOrder order) { return null; } }"
                    + " public static class Billing { public void onMessage(jakarta.jms.Message message) {} } }",
            "public class Invoice { public Invoice(OrderPlaced order) {}"
                    + " public java.math.BigDecimal total() { return null; } }",
            "@jakarta.persistence.Entity class Order { @jakarta.persistence.Id String id; Order(NewOrder o) {} }");

    /** Its snippets are files of a module, which {@link AdapterExampleTest} compares. */
    private static final String ADAPTERS = "adapters.md";

    private static final Pattern TYPE = Pattern.compile("(?:class|record|interface) (\\w+)");

    @TempDir
    private Path classes;

    static Stream<String> javaSnippets() throws IOException {
        return snippets("java");
    }

    static Stream<String> propertiesSnippets() throws IOException {
        return snippets("properties");
    }

    @ParameterizedTest
    @MethodSource("javaSnippets")
    void javaSnippetCompiles(String snippet) throws IOException {
        String name = typeName(snippet);
        List<JavaFileObject> sources = new ArrayList<>();
        SHOP.stream()
                .filter(type -> !typeName(type).equals(name))
                .forEach(type -> sources.add(source(typeName(type), type)));
        sources.add(source(name, IMPORTS + snippet));
        assertThat(compile(sources)).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("propertiesSnippets")
    void configurationSnippetIsUnderstood(String snippet) throws IOException {
        Properties properties = new Properties();
        properties.load(new StringReader(snippet));
        properties.putIfAbsent("onceward.broker", "jms"); // the adapter of channels whose keys name none
        Set<String> names = properties.stringPropertyNames();
        OncewardConfig config = new OncewardConfig(names, name -> Optional.ofNullable(properties.getProperty(name)));
        new ChannelAdapters(config, new BrokerAdapters(BrokerAdapters.found()))
                .verifyNames(Set.of("orders"), Set.of("orders"));
    }

    private List<String> compile(List<JavaFileObject> sources) throws IOException {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        DiagnosticCollector<JavaFileObject> found = new DiagnosticCollector<>();
        try (StandardJavaFileManager files = compiler.getStandardFileManager(found, Locale.ROOT, null)) {
            compiler.getTask(null, files, found, List.of("-proc:none", "-d", classes.toString()), null, sources)
                    .call();
        }
        return found.getDiagnostics().stream()
                .filter(diagnostic -> diagnostic.getKind() == Diagnostic.Kind.ERROR)
                .map(diagnostic -> diagnostic.getMessage(Locale.ROOT))
                .toList();
    }

    private static String typeName(String source) {
        Matcher matcher = TYPE.matcher(source);
        assertThat(matcher.find()).as("a type in: " + source).isTrue();
        return matcher.group(1);
    }

    private static JavaFileObject source(String name, String text) {
        return new SimpleJavaFileObject(URI.create("string:///" + name + ".java"), JavaFileObject.Kind.SOURCE) {
            @Override
            public CharSequence getCharContent(boolean ignoreEncodingErrors) {
                return text;
            }
        };
    }

    private static Stream<String> snippets(String language) throws IOException {
        Pattern block = Pattern.compile("```" + language + "\\n(.*?)```", Pattern.DOTALL);
        List<String> found = new ArrayList<>();
        for (Path page : pages()) {
            Matcher matcher = block.matcher(Files.readString(page));
            boolean isCompiledElsewhere = language.equals("java") && page.endsWith(ADAPTERS);
            while (!isCompiledElsewhere && matcher.find()) {
                found.add(matcher.group(1));
            }
        }
        return found.stream();
    }

    private static List<Path> pages() throws IOException {
        try (Stream<Path> docs = Files.list(ROOT.resolve("docs"))) {
            return Stream.concat(Stream.of(ROOT.resolve("README.md")), docs.filter(page -> page.toString()
                            .endsWith(".md")))
                    .sorted()
                    .toList();
        }
    }
}
