// SPDX-License-Identifier: Apache-2.0
package io.onceward.test;

import jakarta.jms.BytesMessage;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.JMSRuntimeException;
import jakarta.jms.Message;
import jakarta.jms.TextMessage;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.Enumeration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** Makes messages of Jakarta Messaging with the properties of published events. */
record KitMessages(ConnectionFactory factory) {

    private static final Set<String> TEXTS = Set.of("application/json", "text/plain");

    Message of(TestMessage event) {
        try (JMSContext context = factory.createContext()) {
            boolean isText = TEXTS.contains(event.contentType());
            Message message = isText
                    ? context.createTextMessage(new String(event.payload(), StandardCharsets.UTF_8))
                    : bytes(context, event.payload());
            for (Map.Entry<String, String> header : event.headers().entrySet()) {
                message.setStringProperty(header.getKey(), header.getValue());
            }
            message.setJMSMessageID("ID:" + event.id());
            message.setJMSType(event.type());
            return received(message, isText ? TextMessage.class : BytesMessage.class, properties(event));
        } catch (JMSException e) {
            throw new JMSRuntimeException(e.getMessage(), e.getErrorCode(), e);
        }
    }

    private static Message bytes(JMSContext context, byte[] payload) throws JMSException {
        BytesMessage message = context.createBytesMessage();
        message.writeBytes(payload);
        message.reset();
        return message;
    }

    /** Returns the properties that the relay sets, and no application may set. */
    private static Map<String, String> properties(TestMessage event) {
        Map<String, String> properties = new LinkedHashMap<>();
        properties.put("onceward_id", event.id());
        properties.put("onceward_channel", event.channel());
        properties.put("onceward_type", event.type());
        properties.put("onceward_contenttype", event.contentType());
        if (event.key() != null) {
            properties.put("onceward_key", event.key());
            properties.put("JMSXGroupID", event.key());
        }
        return properties;
    }

    private static Message received(Message message, Class<? extends Message> type, Map<String, String> properties) {
        return (Message)
                Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, new Received(message, properties));
    }

    /** A message with further properties. */
    private record Received(Message message, Map<String, String> properties) implements InvocationHandler {

        @Override
        public Object invoke(Object proxy, Method method, Object[] arguments) throws Throwable {
            boolean isOwn = arguments != null && arguments.length == 1 && properties.containsKey(arguments[0]);
            return switch (method.getName()) {
                case "equals" -> proxy == arguments[0];
                case "getStringProperty", "getObjectProperty" ->
                    isOwn ? properties.get(arguments[0]) : called(method, arguments);
                case "propertyExists" -> isOwn || (boolean) called(method, arguments);
                case "getPropertyNames" -> {
                    Set<Object> names = new TreeSet<>(properties.keySet());
                    for (Enumeration<?> own = message.getPropertyNames(); own.hasMoreElements(); ) {
                        names.add(own.nextElement());
                    }
                    yield Collections.enumeration(names);
                }
                default -> called(method, arguments);
            };
        }

        private Object called(Method method, Object[] arguments) throws Throwable {
            try {
                return method.invoke(message, arguments);
            } catch (InvocationTargetException e) {
                throw e.getCause();
            }
        }
    }
}
