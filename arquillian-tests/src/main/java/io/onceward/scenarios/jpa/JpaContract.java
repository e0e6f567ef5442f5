// SPDX-License-Identifier: Apache-2.0
package io.onceward.scenarios.jpa;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.onceward.api.OncewardException;
import jakarta.persistence.EntityManager;
import java.sql.SQLException;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.jboss.arquillian.junit5.ArquillianExtension;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** An entity and an event that are recorded in one transaction both commit or both roll back. */
@ExtendWith(ArquillianExtension.class)
abstract class JpaContract extends JpaFixture {

    @Test
    void bothCommit() throws Exception {
        forEachCaller((caller, id) -> {
            caller.call(entities -> {
                entities.persist(new Booking(id));
                record(id, "booked");
            });
            verifyBoth(id, 1);
        });
    }

    @Test
    void bothCommitWhenTheEventIsRecordedFirst() throws Exception {
        forEachCaller((caller, id) -> {
            caller.call(entities -> {
                record(id, "booked");
                entities.persist(new Booking(id));
            });
            verifyBoth(id, 1);
        });
    }

    @Test
    void bothCommitWhenAnOutgoingMethodReturnsTheEvent() throws Exception {
        forEachCaller((caller, id) -> {
            caller.book(id, () -> {});
            verifyBoth(id, 1);
        });
    }

    @Test
    void bothRollBackWhenAnOutgoingMethodThrows() throws Exception {
        forEachCaller((caller, id) -> {
            verifyFails(() -> caller.book(id, JpaContract::fail));
            verifyNeither(id);
        });
    }

    @Test
    void bothRollBackWhenTheCallThrows() throws Exception {
        forEachCaller((caller, id) -> {
            verifyFails(() -> caller.call(entities -> {
                entities.persist(new Booking(id));
                record(id, "booked");
                entities.flush();
                fail();
            }));
            verifyNeither(id);
        });
    }

    @Test
    void bothRollBackWhenTheFlushAtCommitFails() throws Exception {
        forEachCaller((caller, id) -> {
            ejb.call(entities -> entities.persist(new Booking(id)));

            verifyFails(() -> caller.call(entities -> {
                entities.persist(new Booking(id));
                record(id, "booked twice");
            }));

            verifyRows(id, 1, 0);
        });
    }

    @Test
    void bothRollBackWhenAnOptimisticLockFails() throws Exception {
        forEachCaller((caller, id) -> {
            ejb.call(entities -> entities.persist(new Booking(id)));

            verifyFails(() -> caller.call(entities -> {
                Booking stale = entities.find(Booking.class, id);
                ejb.callInNew(others -> {
                    others.find(Booking.class, id).setAmount(5);
                    record(id, "the other's");
                });
                stale.setAmount(7);
                record(id, "the stale one's");
            }));

            verifyBoth(id, 1);
            verifyNumber(5, "SELECT amount FROM jpa_booking WHERE id = ?", id);
            assertThat(payloads(id)).containsExactly("the other's");
        });
    }

    @Test
    void severalEventsAreThereInTheirOrder() throws Exception {
        forEachCaller((caller, id) -> {
            caller.call(entities -> {
                IntStream.range(0, 10).forEach(i -> record(id, "event " + i));
                entities.persist(new Booking(id));
                entities.flush();
                IntStream.range(10, 20).forEach(i -> record(id, "event " + i));
            });
            verifyBoth(id, 20);
            assertThat(payloads(id))
                    .isEqualTo(
                            IntStream.range(0, 20).mapToObj(i -> "event " + i).toList());
        });
    }

    @Test
    void noneOfSeveralEventsIsThereAfterARollBack() throws Exception {
        forEachCaller((caller, id) -> {
            verifyFails(() -> caller.call(entities -> {
                entities.persist(new Booking(id));
                IntStream.range(0, 20).forEach(i -> record(id, "event " + i));
                FailingSynchronization.register(registry, FailingSynchronization.AFTER_THE_WRITER);
            }));
            verifyNeither(id);
        });
    }

    @Test
    void anEventAloneFollowsTheTransactionToo() throws Exception {
        forEachCaller((caller, id) -> {
            caller.call(entities -> record(id, "alone"));
            verifyRows(id, 0, 1);
            verifyFails(() -> caller.call(entities -> {
                record(id, "alone again");
                FailingSynchronization.register(registry, FailingSynchronization.AFTER_THE_WRITER);
            }));
            verifyRows(id, 0, 1);
        });
    }

    @Test
    void plainJdbcCommitsAndRollsBackWithTheEvent() throws Exception {
        forEachCaller((caller, id) -> {
            caller.call(entities -> {
                insertByJdbc(id);
                record(id, "booked");
            });
            verifyBoth(id, 1);

            String failing = id + "-failing";
            verifyFails(() -> caller.call(entities -> {
                insertByJdbc(failing);
                record(failing, "booked");
                FailingSynchronization.register(registry, FailingSynchronization.AFTER_THE_WRITER);
            }));
            verifyNeither(failing);
        });
    }

    @Test
    void afterSetRollbackOnlyNothingCanBeRecorded() throws Exception {
        forEachCaller((caller, id) -> {
            verifyFails(() -> caller.call(entities -> {
                entities.persist(new Booking(id));
                registry.setRollbackOnly();
                assertThatExceptionOfType(OncewardException.class)
                        .isThrownBy(() -> record(id, "too late"))
                        .withMessageStartingWith("OWD-0041");
                fail();
            }));
            verifyNeither(id);
        });
    }

    @Test
    void setRollbackOnlyAfterRecordingRollsBothBack() throws Exception {
        forEachCaller((caller, id) -> {
            ignoringFailure(() -> caller.call(entities -> {
                entities.persist(new Booking(id));
                record(id, "booked");
                registry.setRollbackOnly();
            }));
            verifyNeither(id);
        });
    }

    @Test
    void aRefusedEventRollsTheBusinessDataBackEvenIfItsExceptionIsSwallowed() throws Exception {
        forEachCaller((caller, id) -> {
            ignoringFailure(() -> caller.call(entities -> {
                entities.persist(new Booking(id));
                assertThatExceptionOfType(OncewardException.class)
                        .isThrownBy(() -> record(id.repeat(20), "its key is too long"))
                        .withMessageStartingWith("OWD-0044");
            }));
            verifyNeither(id);
        });
    }

    @Test
    void aNewTransactionWithinAnotherHasItsOwnEvents() throws Exception {
        forEachInner((caller, inner, id) -> {
            caller.call(entities -> {
                entities.persist(new Booking(id));
                record(id, "outer");
                inner.accept(within -> {
                    within.persist(new Booking(id + "-inner"));
                    record(id + "-inner", "inner");
                });
                record(id, "outer again");
            });
            verifyBoth(id, 2);
            verifyBoth(id + "-inner", 1);
        });
    }

    @Test
    void aNewTransactionThatRollsBackLeavesTheOuterOneAlone() throws Exception {
        forEachInner((caller, inner, id) -> {
            caller.call(entities -> {
                entities.persist(new Booking(id));
                record(id, "outer");
                verifyFails(() -> inner.accept(within -> {
                    within.persist(new Booking(id + "-inner"));
                    record(id + "-inner", "inner");
                    fail();
                }));
            });
            verifyBoth(id, 1);
            verifyNeither(id + "-inner");
        });
    }

    @Test
    void aNewTransactionWhoseCommitFailsLeavesTheOuterOneAlone() throws Exception {
        forEachCaller((caller, id) -> {
            caller.call(entities -> {
                entities.persist(new Booking(id));
                record(id, "outer");
                verifyFails(() -> ejb.callInNew(within -> failAtCommit(within, id + "-inner")));
            });
            verifyBoth(id, 1);
            verifyNeither(id + "-inner");
        });
    }

    /** Payara loses the outer transaction then, with or without Onceward. Entity and event share its fate. */
    @Test
    void whenTheCommitOfANewTransactionalMethodFailsEntityAndEventOfTheOuterOneStayTogether() throws Exception {
        forEachCaller((caller, id) -> {
            ignoringFailure(() -> caller.call(entities -> {
                entities.persist(new Booking(id));
                record(id, "outer");
                verifyFails(() -> cdi.callInNew(within -> failAtCommit(within, id + "-inner")));
            }));
            int bookings = number("SELECT count(*) FROM jpa_booking WHERE id = ?", id);
            verifyRows(id, bookings, bookings);
            verifyNeither(id + "-inner");
        });
    }

    private void failAtCommit(EntityManager entities, String id) {
        entities.persist(new Booking(id));
        record(id, "inner");
        FailingSynchronization.register(registry, FailingSynchronization.AFTER_THE_WRITER);
    }

    @Test
    void aNewTransactionSurvivesTheOuterOneFiftyTimes() throws Exception {
        forEachInner((caller, inner, id) -> {
            for (int i = 0; i < 50; i++) {
                String outerId = id + "-" + i;
                boolean late = i % 2 == 0;
                verifyFails(() -> caller.call(entities -> {
                    entities.persist(new Booking(outerId));
                    record(outerId, "outer");
                    inner.accept(within -> {
                        within.persist(new Booking(outerId + "-inner"));
                        record(outerId + "-inner", "inner");
                    });
                    if (!late) {
                        fail();
                    }
                    FailingSynchronization.register(registry, FailingSynchronization.AFTER_THE_WRITER);
                }));
                verifyNeither(outerId);
                verifyBoth(outerId + "-inner", 1);
            }
        });
    }

    @Test
    void anObserverBeforeCompletionRecordsInTheTransaction() throws Exception {
        forEachCaller((caller, id) -> {
            caller.call(entities -> {
                events.fire(new BookingObserver.Late(id));
                entities.persist(new Booking(id));
                record(id, "booked");
                events.fire(new BookingObserver.LateOutgoing(id));
            });
            verifyBoth(id, 3);
        });
    }

    @Test
    void anObserverBeforeCompletionMayRecordTheOnlyEvent() throws Exception {
        forEachCaller((caller, id) -> {
            caller.call(entities -> {
                entities.persist(new Booking(id));
                events.fire(new BookingObserver.LateOutgoing(id));
            });
            verifyBoth(id, 1);
        });
    }

    @Test
    void anEventOfAnObserverBeforeCompletionRollsBack() throws Exception {
        forEachCaller((caller, id) -> {
            verifyFails(() -> caller.call(entities -> {
                entities.persist(new Booking(id));
                events.fire(new BookingObserver.Late(id));
                events.fire(new BookingObserver.LateOutgoing(id));
                FailingSynchronization.register(registry, FailingSynchronization.AFTER_THE_WRITER + 1);
            }));
            verifyNeither(id);
        });
    }

    @Test
    void anEntityListenerRecordsWhenTheEntityIsPersisted() throws Exception {
        forEachCaller((caller, id) -> {
            caller.call(entities -> entities.persist(new Booking(id, true)));
            verifyBoth(id, 1);
        });
    }

    @Test
    void anEntityListenerRecordsDuringTheFlushAtCommit() throws Exception {
        forEachCaller((caller, id) -> {
            ejb.call(entities -> entities.persist(new Booking(id, true)));

            caller.call(entities -> entities.find(Booking.class, id).setAmount(3));
            verifyNumber(3, "SELECT amount FROM jpa_booking WHERE id = ?", id);
            assertThat(payloads(id)).containsExactly("created", "changed");

            caller.call(entities -> {
                record(id, "before the flush");
                entities.find(Booking.class, id).setAmount(4);
            });
            assertThat(payloads(id)).containsExactly("created", "changed", "before the flush", "changed");
        });
    }

    @Test
    void anEventOfAnEntityListenerRollsBackWithTheFlush() throws Exception {
        forEachCaller((caller, id) -> {
            ejb.call(entities -> entities.persist(new Booking(id, true)));

            verifyFails(() -> caller.call(entities -> {
                entities.find(Booking.class, id).setAmount(3);
                FailingSynchronization.register(registry, FailingSynchronization.AFTER_THE_WRITER + 1);
            }));
            verifyNumber(0, "SELECT amount FROM jpa_booking WHERE id = ?", id);
            assertThat(payloads(id)).containsExactly("created");
        });
    }

    @Test
    void aSynchronizationOfTheApplicationThatFailsRollsBothBack() throws Exception {
        forEachCaller((caller, id) -> {
            for (int depth = 0; depth <= FailingSynchronization.AFTER_THE_WRITER; depth++) {
                int failing = depth;
                verifyFails(() -> caller.call(entities -> {
                    FailingSynchronization.register(registry, failing);
                    entities.persist(new Booking(id));
                    record(id, "booked");
                }));
                verifyNeither(id);
                verifyFails(() -> caller.call(entities -> {
                    entities.persist(new Booking(id));
                    record(id, "booked");
                    FailingSynchronization.register(registry, failing);
                }));
                verifyNeither(id);
            }
        });
    }

    @Test
    void aMessageDrivenBeanPersistsAndRecords() throws Exception {
        String id = newId();
        send(id, null);
        awaitRow(id);
        verifyBoth(id, 1);
    }

    @Test
    void aMessageDrivenBeanThatFailsLeavesNothingButItsRedelivery() throws Exception {
        for (String type : List.of(BookingReceiver.FAIL_FIRST, BookingReceiver.FAIL_FIRST_LATE)) {
            String id = newId();
            send(id, type);
            awaitRow(id);
            verifyBoth(id, 1);
            assertThat(BookingReceiver.DELIVERIES).containsEntry(id, 2);
        }
    }

    @Test
    void inAnEjbCalledByCdiCalledByAnEjbWithoutATransactionBothCommitAndBothRollBack() throws Exception {
        verifyChain(outside::callCdiThatCallsEjb);
    }

    @Test
    void inACdiBeanCalledByAnEjbWithoutATransactionEntityAndEventCommitAndRollBackThoughPlainJdbcMayNot()
            throws Exception {
        verifyChain(outside::callCdi);

        // Plain JDBC is not looked at: Payara leaves it outside of the transaction here, with or without Onceward.
        String id = newId();
        verifyFails(() -> outside.callCdi(entities -> {
            insertByJdbc(id);
            record(id, "booked");
            fail();
        }));
        verifyNumber(0, "SELECT count(*) FROM jpa_outbox WHERE aggregateid = ?", id);
    }

    private void verifyChain(Consumer<Consumer<EntityManager>> chain) throws SQLException {
        String id = newId();
        chain.accept(entities -> {
            entities.persist(new Booking(id));
            record(id, "booked");
        });
        verifyBoth(id, 1);

        String failing = newId();
        verifyFails(() -> chain.accept(entities -> {
            entities.persist(new Booking(failing));
            record(failing, "booked");
            FailingSynchronization.register(registry, FailingSynchronization.AFTER_THE_WRITER);
        }));
        verifyNeither(failing);
        verifyFails(() -> chain.accept(entities -> {
            entities.persist(new Booking(failing));
            record(failing, "booked");
            fail();
        }));
        verifyNeither(failing);
    }
}
