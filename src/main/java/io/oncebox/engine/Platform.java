// SPDX-License-Identifier: Apache-2.0
package io.oncebox.engine;

import io.oncebox.spi.DataSourceAccess;
import io.oncebox.spi.EventPublisher;
import io.oncebox.spi.LogContext;
import io.oncebox.spi.MessageIdentity;
import io.oncebox.spi.MessageReader;
import io.oncebox.spi.MessageSource;
import io.oncebox.spi.PayloadCodec;
import io.oncebox.spi.Transactions;
import jakarta.transaction.TransactionSynchronizationRegistry;
import java.util.List;
import java.util.concurrent.Executor;

/**
 * The platform of the engine: the services and adapters that it uses.
 *
 * @param registry the registry of the transactions in which events are recorded and messages claimed
 * @param transactions runs work in new transactions
 * @param executor runs the relay after a commit
 * @param dataSources find a datasource by its name
 * @param publishers one for each kind of broker
 * @param codecs the application's codecs; the built-in ones follow them
 * @param identities one for each kind of message
 * @param readers one for each kind of message that can be stored
 * @param sources one for each kind of broker that messages are received from
 * @param logContexts the log contexts of the application
 */
public record Platform(
        TransactionSynchronizationRegistry registry,
        Transactions transactions,
        Executor executor,
        List<DataSourceAccess> dataSources,
        List<EventPublisher> publishers,
        List<PayloadCodec> codecs,
        List<MessageIdentity> identities,
        List<MessageReader> readers,
        List<MessageSource> sources,
        List<LogContext> logContexts) {}
