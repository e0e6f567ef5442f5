------------------------------- MODULE Oncebox -------------------------------
\* SPDX-License-Identifier: Apache-2.0
(***************************************************************************)
(* Outbox, relay, lanes, broker and inbox, step by step, with everything   *)
(* that can die dying anywhere. README.md says what is left out.           *)
(*                                                                         *)
(* Above each action stands what does it: "Java:" and the class and method *)
(* (ModelTest looks them up), or "World:" for what is not Oncebox's code.  *)
(***************************************************************************)
EXTENDS Naturals, Sequences, FiniteSets, TLC

CONSTANTS
    Relays,     \* threads that publish, on any nodes
    Consumers,  \* threads that handle messages, on any nodes; {}: the broker is the end
    Lanes,      \* how many lanes there are
    BatchSize,  \* most pending events that one cycle reads
    Faults,     \* how often something may go wrong in a history
    Mutant      \* the planted mistake, or "none"

ASSUME Mutant \in {
    "none",
    "recorded apart", "position before lock",
    "position hint", "lanes by event", "no lane lock",
    "delete before confirm", "send once", "skip refused",
    "acknowledge before commit", "claim apart", "claim without lock", "skip failed"}

Is(mutant) == Mutant = mutant

\* Three events of one channel. The transactions of 1 and 2 change the same order, whose number is their key.
Events == 1 .. 3
Key(e) == IF e = 3 THEN 2 ELSE 1

\* The slot is the hash of the key: Slots.of. With one lane, both keys share it.
AllLanes == 0 .. Lanes - 1
Lane(e) == (IF Is("lanes by event") THEN e ELSE Key(e)) % Lanes

VARIABLES
    tx,         \* of each event, the transaction that records it, with the business data it changes
    pos,        \* of each event, its position (the column seq); 0: none yet
    row,        \* of each event, its committed row in the outbox: "none", a state, or "removed"
    relay,      \* of each relay, where it is in its cycle
    hint,       \* of each relay, the last position it published; only one mutant looks at it
    arrived,    \* the events in the order in which they first got to the broker
    again,      \* whether an event got to the broker a second time
    queue,      \* of each event, how many messages the broker has to give to a consumer
    consumer,   \* of each consumer, what it does
    claims,     \* the committed claims of the inbox
    effects,    \* of each event, how often its effect was committed
    faults      \* how many faults are left

vars == <<tx, pos, row, relay, hint, arrived, again, queue, consumer, claims, effects, faults>>
producing == <<tx, pos>>
consuming == <<consumer, claims, effects>>
brokering == <<arrived, again, queue>>

Range(s) == {s[i] : i \in DOMAIN s}
Max(S) == IF S = {} THEN 0 ELSE CHOOSE n \in S : \A m \in S : m <= n
Fault == faults > 0 /\ faults' = faults - 1

\* The events of a set in the order of their positions.
RECURSIVE Ordered(_)
Ordered(S) ==
    IF S = {} THEN <<>>
    ELSE LET first == CHOOSE e \in S : \A o \in S : pos[e] <= pos[o]
         IN <<first>> \o Ordered(S \ {first})

First(n, s) == SubSeq(s, 1, IF Len(s) < n THEN Len(s) ELSE n)

-----------------------------------------------------------------------------
\* Recording

\* World: the application changes business data, and holds the lock of the row that it changes until its transaction ends.
Change(e) ==
    /\ tx[e] = "none"
    /\ \A o \in Events : o < e /\ Key(o) = Key(e) => tx[o] \in {"committed", "rolled back"}
    /\ tx' = [tx EXCEPT ![e] = "open"]
    /\ UNCHANGED <<pos, row, relay, hint, brokering, consuming, faults>>

\* Java: io.oncebox.outbox.TransactionBuffer$Writer#beforeCompletion, io.oncebox.jdbc.JdbcAppendStore#write
\* The position is drawn now; no other transaction sees the row before the commit, so positions appear in any order.
Record(e) ==
    /\ pos[e] = 0
    /\ tx[e] = IF Is("position before lock") THEN "none" ELSE "open"
    /\ pos' = [pos EXCEPT ![e] = 1 + Max(Range(pos))]
    /\ row' = IF Is("recorded apart") THEN [row EXCEPT ![e] = "PENDING"] ELSE row
    /\ UNCHANGED <<tx, relay, hint, brokering, consuming, faults>>

\* World: the database commits business data and event.
Commit(e) ==
    /\ tx[e] = "open"
    /\ pos[e] > 0
    /\ tx' = [tx EXCEPT ![e] = "committed"]
    /\ row' = IF Is("recorded apart") THEN row ELSE [row EXCEPT ![e] = "PENDING"]
    /\ UNCHANGED <<pos, relay, hint, brokering, consuming, faults>>

\* World: the transaction is rolled back, by the application, by the database or because its node died.
RollBack(e) ==
    /\ Fault
    /\ tx[e] = "open"
    /\ tx' = [tx EXCEPT ![e] = "rolled back"]
    /\ UNCHANGED <<pos, row, relay, hint, brokering, consuming>>

-----------------------------------------------------------------------------
\* The relay's cycle: one database transaction, and within it the broker's

\* open: whether its database transaction is, and with it the locks of its lanes
Idle == [at |-> "idle", open |-> FALSE, lanes |-> {}, batch |-> <<>>, alone |-> <<>>, done |-> {},
            refused |-> {}, behind |-> {}]

Locked == IF Is("no lane lock") THEN {} ELSE UNION {relay[r].lanes : r \in {q \in Relays : relay[q].open}}

Rows(state, lanes) == {e \in Events : row[e] = state /\ Lane(e) \in lanes}
Pending(r, lanes) == {e \in Rows("PENDING", lanes) : Is("position hint") => pos[e] > hint[r]}

\* After the batch: events that are sent by themselves, if there are any.
Then(alone) == IF alone = <<>> THEN "answered" ELSE "singly"

Go(r, next) == relay' = [relay EXCEPT ![r] = next]

\* The broker has got these. Without consumers they are not counted.
Arrive(s) ==
    /\ arrived' = arrived \o SelectSeq(s, LAMBDA e : e \notin Range(arrived))
    /\ again' = (again \/ \E e \in Range(s) : e \in Range(arrived))
    /\ queue' = IF Consumers = {} THEN queue ELSE [e \in Events |-> queue[e] + (IF e \in Range(s) THEN 1 ELSE 0)]

ArriveIf(got, s) == IF got THEN Arrive(s) ELSE UNCHANGED brokering

\* Java: io.oncebox.queue.Worker#drain, io.oncebox.queue.Coordinator$Cycle#run, io.oncebox.jdbc.JdbcQueueStore#take, io.oncebox.jdbc.LaneRows#lock
\* All free lanes, or those of its share; the locks of others are skipped. A cycle that finds nothing is left out.
LockLanes(r) ==
    /\ relay[r].at = "idle"
    /\ \E lanes \in SUBSET (AllLanes \ Locked) :
        /\ Pending(r, lanes) \cup Rows("RETRYING", lanes) # {}
        /\ Go(r, [Idle EXCEPT !.at = "locked", !.open = TRUE, !.lanes = lanes])
    /\ UNCHANGED <<producing, row, hint, brokering, consuming, faults>>

\* Java: io.oncebox.queue.Coordinator$Cycle#run, io.oncebox.jdbc.EventSelect#run, io.oncebox.jdbc.JdbcQueueStore#due, io.oncebox.jdbc.JdbcQueueStore#retryingKeys
\* Which refused events are due is a matter of time: any of them. Pending ones stay behind refused ones of their key.
Read(r) ==
    /\ relay[r].at = "locked"
    /\ relay[r].open
    /\ LET lanes == relay[r].lanes
           refused == Rows("RETRYING", lanes)
           waiting == {Key(e) : e \in refused}
           pending == First(BatchSize, Ordered(Pending(r, lanes)))
           batch == SelectSeq(pending, LAMBDA e : Key(e) \notin waiting)
       IN \E due \in SUBSET refused :
           /\ refused # {} /\ pending = <<>> => due # {}
           /\ Go(r, [relay[r] EXCEPT
                 !.at = IF batch # <<>> THEN "read" ELSE Then(Ordered(due)),
                 !.batch = batch,
                 !.alone = Ordered(due),
                 !.behind = {e \in Range(pending) : Key(e) \in waiting}])
    /\ UNCHANGED <<producing, row, hint, brokering, consuming, faults>>

\* Java: io.oncebox.queue.Sender#batch, io.oncebox.jms.JmsSender#send
\* The broker's transaction is open: no consumer gets the messages yet.
Send(r) ==
    /\ relay[r].at = "read"
    /\ Go(r, [relay[r] EXCEPT !.at = "sent"])
    /\ row' = IF Is("delete before confirm")
              THEN [e \in Events |-> IF e \in Range(relay[r].batch) THEN "removed" ELSE row[e]]
              ELSE row
    /\ UNCHANGED <<producing, hint, brokering, consuming, faults>>

\* Java: io.oncebox.jms.JmsPublisher#publish, io.oncebox.jms.LocalJmsPublisher#publish, io.oncebox.jms.JmsSession#publish
\* The broker's transaction commits and says so. What became of the database's meanwhile, it does not know.
Confirm(r) ==
    /\ relay[r].at = "sent"
    /\ Arrive(relay[r].batch)
    /\ Go(r, [relay[r] EXCEPT !.at = Then(relay[r].alone), !.done = Range(relay[r].batch), !.batch = <<>>])
    /\ UNCHANGED <<producing, row, hint, consuming, faults>>

\* Only a mutant: the message is lost on its way, and the relay does not wait for the broker's answer.
Lose(r) ==
    /\ Is("send once")
    /\ Fault
    /\ relay[r].at = "sent"
    /\ Go(r, [relay[r] EXCEPT !.at = Then(relay[r].alone), !.done = Range(relay[r].batch), !.batch = <<>>])
    /\ UNCHANGED <<producing, row, hint, brokering, consuming>>

\* Java: io.oncebox.queue.Sender#batch, io.oncebox.queue.Sender#reached
\* The broker takes no batch but is there: events are sent singly. Or it is not there, or its confirmation got lost.
BatchFails(r) ==
    /\ relay[r].at = "sent"
    /\ LET sent == relay[r].batch
           singly == sent \o relay[r].alone
           over == IF Is("skip refused") THEN Range(sent) ELSE {}
       IN \E got, there \in BOOLEAN :
           /\ IF there /\ ~got THEN UNCHANGED faults ELSE Fault
           /\ ArriveIf(got, sent)
           /\ Go(r, [relay[r] EXCEPT
                 !.at = IF there /\ over = {} THEN "singly" ELSE "answered",
                 !.batch = <<>>,
                 !.alone = IF there /\ over = {} THEN singly ELSE <<>>,
                 !.done = over])
    /\ UNCHANGED <<producing, row, hint, consuming>>

Waits(r, e) == \E o \in relay[r].refused : Key(o) = Key(e)

\* Java: io.oncebox.queue.Sender#singly, io.oncebox.jms.JmsPublisher#publishAlone, io.oncebox.jms.LocalJmsPublisher#publishAlone
\* One event in no transaction; nothing of a key after what was refused of it.
PublishAlone(r) ==
    /\ relay[r].at = "singly"
    /\ LET e == Head(relay[r].alone)
           rest == Tail(relay[r].alone)
       IN /\ ArriveIf(~Waits(r, e), <<e>>)
          /\ Go(r, [relay[r] EXCEPT !.at = Then(rest), !.alone = rest, !.done = IF Waits(r, e) THEN @ ELSE @ \cup {e}])
    /\ UNCHANGED <<producing, row, hint, consuming, faults>>

\* Java: io.oncebox.queue.Sender#refuse
RefuseAlone(r) ==
    /\ Fault
    /\ relay[r].at = "singly"
    /\ LET e == Head(relay[r].alone)
           rest == Tail(relay[r].alone)
       IN /\ ~Waits(r, e)
          /\ Go(r, [relay[r] EXCEPT !.at = Then(rest), !.alone = rest, !.refused = @ \cup {e}])
    /\ UNCHANGED <<producing, row, hint, brokering, consuming>>

\* Java: io.oncebox.queue.Sender#singly, io.oncebox.queue.Sender#reached
\* The broker is gone, with or without the event; the rest is left for later.
LoseBroker(r) ==
    /\ Fault
    /\ relay[r].at = "singly"
    /\ \E got \in BOOLEAN : ArriveIf(got /\ ~Waits(r, Head(relay[r].alone)), <<Head(relay[r].alone)>>)
    /\ Go(r, [relay[r] EXCEPT !.at = "answered", !.alone = <<>>])
    /\ UNCHANGED <<producing, row, hint, consuming>>

\* Java: io.oncebox.jdbc.JdbcQueueStore#block, io.oncebox.jdbc.JdbcQueueStore#remove, io.oncebox.jdbc.JdbcQueueStore#retryLater, io.oncebox.jdbc.JdbcQueueStore#unblock, io.oncebox.queue.Relay#cycle
\* The statements that change rows, invisible to other transactions before the commit, and the commit, which frees the lanes.
CommitCycle(r) ==
    /\ relay[r].at = "answered"
    /\ relay[r].open
    /\ LET done == relay[r].done
           refused == {e \in relay[r].refused : row[e] # "removed"}
           retry == (Rows("RETRYING", relay[r].lanes) \cup refused) \ done
           settled == \E e \in done \cup refused : row[e] = "RETRYING"
           blocked == (Rows("BLOCKED", relay[r].lanes) \cup {e \in relay[r].behind : row[e] = "PENDING"}) \ done
           goesOn(e) == settled /\ \A o \in retry : Key(o) # Key(e)
       IN /\ row' = [e \in Events |->
                 CASE e \in done -> "removed"
                   [] e \in retry -> "RETRYING"
                   [] e \in blocked -> IF goesOn(e) THEN "PENDING" ELSE "BLOCKED"
                   [] OTHER -> row[e]]
          /\ hint' = IF Is("position hint") THEN [hint EXCEPT ![r] = Max({@} \cup {pos[e] : e \in done})] ELSE hint
    /\ Go(r, Idle)
    /\ UNCHANGED <<producing, brokering, consuming, faults>>

\* Java: io.oncebox.queue.Relay#cycle, io.oncebox.queue.Relay#databaseFailed
\* A statement or the commit fails, because the database has ended the transaction.
FailCycle(r) ==
    /\ relay[r].at \in {"locked", "answered"}
    /\ ~relay[r].open
    /\ Go(r, Idle)
    /\ UNCHANGED <<producing, row, hint, brokering, consuming, faults>>

\* World: the relay's process is killed. Database and broker roll back what they have not committed.
KillRelay(r) ==
    /\ Fault
    /\ relay[r].at # "idle"
    /\ Go(r, Idle)
    /\ UNCHANGED <<producing, row, hint, brokering, consuming>>

\* World: the database, or a time limit, ends the transaction of a relay that is paused, cut off or slow. Its lanes are free.
\* It knows nothing of it and goes on.
OvertakeRelay(r) ==
    /\ Fault
    /\ relay[r].open
    /\ Go(r, [relay[r] EXCEPT !.open = FALSE, !.lanes = {}])
    /\ UNCHANGED <<producing, row, hint, brokering, consuming>>

-----------------------------------------------------------------------------
\* The inbox: one database transaction for claim and effect, within the delivery

\* open: whether its database transaction is. owns: whether the broker counts the message as given to it
Waiting == [at |-> "waiting", message |-> 0, open |-> FALSE, owns |-> FALSE]

Do(c, next) == consumer' = [consumer EXCEPT ![c] = next]

Back(c) == queue' = IF consumer[c].owns THEN [queue EXCEPT ![consumer[c].message] = @ + 1] ELSE queue

\* World: the broker gives a message to a consumer, in whatever order.
Deliver(c) ==
    /\ consumer[c].at = "waiting"
    /\ \E e \in Events :
        /\ queue[e] > 0
        /\ queue' = [queue EXCEPT ![e] = @ - 1]
        /\ Do(c, [at |-> "given", message |-> e, open |-> TRUE, owns |-> TRUE])
    /\ UNCHANGED <<producing, row, relay, hint, arrived, again, claims, effects, faults>>

Claimed(e) == \E d \in Consumers :
    consumer[d].message = e /\ consumer[d].open /\ consumer[d].at \in {"claimed", "worked"}

\* Java: io.oncebox.inbox.IdempotentConsumer#deliver, io.oncebox.inbox.Claims#claimAndRun, io.oncebox.jdbc.JdbcClaimStore#claim
\* It waits for another that has claimed the same message and has not ended. Who comes second runs no handler.
Claim(c) ==
    /\ consumer[c].at = "given"
    /\ consumer[c].open
    /\ LET e == consumer[c].message IN
        IF e \in claims
        THEN /\ Do(c, [consumer[c] EXCEPT !.at = "through", !.open = FALSE])
             /\ UNCHANGED claims
        ELSE /\ Is("claim without lock") \/ ~Claimed(e)
             /\ Do(c, [consumer[c] EXCEPT !.at = "claimed"])
             /\ claims' = IF Is("claim apart") THEN claims \cup {e} ELSE claims
    /\ UNCHANGED <<producing, row, relay, hint, brokering, effects, faults>>

\* World: the handler changes its data.
Work(c) ==
    /\ consumer[c].at = "claimed"
    /\ Do(c, [consumer[c] EXCEPT !.at = "worked"])
    /\ UNCHANGED <<producing, row, relay, hint, brokering, claims, effects, faults>>

\* Java: io.oncebox.inbox.Claims#inNew
\* Claim and effect, both or none.
CommitHandler(c) ==
    /\ consumer[c].at = "worked"
    /\ consumer[c].open
    /\ Do(c, [consumer[c] EXCEPT !.at = "through", !.open = FALSE])
    /\ claims' = claims \cup {consumer[c].message}
    /\ effects' = [effects EXCEPT ![consumer[c].message] = @ + 1]
    /\ UNCHANGED <<producing, row, relay, hint, brokering, faults>>

\* World: the broker takes the acknowledgement; from who lost the message meanwhile, it takes none.
Acknowledge(c) ==
    /\ IF Is("acknowledge before commit") /\ consumer[c].owns
       THEN /\ consumer[c].at \in {"given", "claimed", "worked", "through"}
            /\ Do(c, IF consumer[c].at = "through" THEN Waiting ELSE [consumer[c] EXCEPT !.owns = FALSE])
       ELSE /\ consumer[c].at = "through"
            /\ Do(c, Waiting)
    /\ UNCHANGED <<producing, row, relay, hint, brokering, claims, effects, faults>>

\* Java: io.oncebox.inbox.IdempotentConsumer#deliver
\* The handler throws: its transaction is rolled back, and so is the delivery.
FailHandler(c) ==
    /\ Fault
    /\ consumer[c].at = "claimed"
    /\ IF Is("skip failed")
       THEN /\ Do(c, [consumer[c] EXCEPT !.at = "through", !.open = FALSE])
            /\ UNCHANGED queue
       ELSE /\ Do(c, Waiting)
            /\ Back(c)
    /\ UNCHANGED <<producing, row, relay, hint, arrived, again, claims, effects>>

\* Java: io.oncebox.inbox.Claims#inNew, io.oncebox.inbox.IdempotentConsumer#deliver
\* Claim or commit fails, because the database has ended the transaction; the delivery is rolled back.
FailCommit(c) ==
    /\ consumer[c].at \in {"given", "worked"}
    /\ ~consumer[c].open
    /\ Do(c, Waiting)
    /\ Back(c)
    /\ UNCHANGED <<producing, row, relay, hint, arrived, again, claims, effects, faults>>

\* World: the consumer's process is killed. The database rolls back, the broker redelivers.
KillConsumer(c) ==
    /\ Fault
    /\ consumer[c].at # "waiting"
    /\ Do(c, Waiting)
    /\ Back(c)
    /\ UNCHANGED <<producing, row, relay, hint, arrived, again, claims, effects>>

\* World: the database ends the transaction of a handler that is paused, cut off or slow. It goes on.
OvertakeHandler(c) ==
    /\ Fault
    /\ consumer[c].open
    /\ Do(c, [consumer[c] EXCEPT !.open = FALSE])
    /\ UNCHANGED <<producing, row, relay, hint, brokering, claims, effects>>

\* World: the broker takes a message back from a consumer that is paused or cut off, and gives it to any.
Redeliver(c) ==
    /\ Fault
    /\ consumer[c].owns
    /\ Do(c, [consumer[c] EXCEPT !.owns = FALSE])
    /\ Back(c)
    /\ UNCHANGED <<producing, row, relay, hint, arrived, again, claims, effects>>

-----------------------------------------------------------------------------
Init ==
    /\ tx = [e \in Events |-> "none"]
    /\ pos = [e \in Events |-> 0]
    /\ row = [e \in Events |-> "none"]
    /\ relay = [r \in Relays |-> Idle]
    /\ hint = [r \in Relays |-> 0]
    /\ arrived = <<>>
    /\ again = FALSE
    /\ queue = [e \in Events |-> 0]
    /\ consumer = [c \in Consumers |-> Waiting]
    /\ claims = {}
    /\ effects = [e \in Events |-> 0]
    /\ faults = Faults

Produce(e) == Change(e) \/ Record(e) \/ Commit(e) \/ RollBack(e)

Publish(r) ==
    \/ LockLanes(r) \/ Read(r) \/ Send(r) \/ Confirm(r) \/ PublishAlone(r) \/ CommitCycle(r) \/ FailCycle(r)

DisturbRelay(r) ==
    \/ Lose(r) \/ BatchFails(r) \/ RefuseAlone(r) \/ LoseBroker(r) \/ KillRelay(r) \/ OvertakeRelay(r)

Handle(c) == Deliver(c) \/ Claim(c) \/ Work(c) \/ CommitHandler(c) \/ Acknowledge(c) \/ FailCommit(c)

DisturbConsumer(c) == FailHandler(c) \/ KillConsumer(c) \/ OvertakeHandler(c) \/ Redeliver(c)

Next ==
    \/ \E e \in Events : Produce(e)
    \/ \E r \in Relays : Publish(r) \/ DisturbRelay(r)
    \/ \E c \in Consumers : Handle(c) \/ DisturbConsumer(c)

Spec == Init /\ [][Next]_vars

\* Who can go on does, at some time: a process that is killed comes back, one that hangs for good loses its transactions.
Fairness == (\A r \in Relays : WF_vars(Publish(r))) /\ (\A c \in Consumers : WF_vars(Handle(c)))

FairSpec == Spec /\ Fairness

\* Which relay is which does not matter.
Alike == Permutations(Relays) \cup Permutations(Consumers)

-----------------------------------------------------------------------------
\* What must hold

HasArrived(e) == e \in Range(arrived)

\* I1: the outbox has an event if and only if its business transaction committed (until a relay removes it).
I1_RecordedIffCommitted == \A e \in Events : row[e] # "none" <=> tx[e] = "committed"

\* I2: what is no longer in the outbox has arrived at the broker, unless some relay still tries to get it there.
\* That what is in the outbox arrives, is EventuallyDone.
I2_NothingLost ==
    \A e \in Events : row[e] = "removed" =>
        HasArrived(e) \/ \E r \in Relays : e \in Range(relay[r].batch \o relay[r].alone)

\* I2 carried on to the handler: what the broker no longer has was handled, unless some consumer is about to.
I2_NothingUnhandled ==
    Consumers # {} => \A e \in Range(arrived) :
        effects[e] > 0 \/ queue[e] > 0 \/ \E c \in Consumers : consumer[c].message = e

\* How: nothing is ever in the memory of one process alone.
I2_NeverInMemoryAlone ==
    /\ \A e \in Events : row[e] = "removed" => HasArrived(e)
    /\ Consumers # {} => \A e \in Range(arrived) :
        effects[e] > 0 \/ queue[e] > 0 \/ \E c \in Consumers : consumer[c].message = e /\ consumer[c].owns

\* I3: the effects of a message commit at most once.
I3_AtMostOnce == \A e \in Events : effects[e] <= 1

\* How: with its claim, and the claim with them.
I3_ClaimIffEffect == \A e \in Events : e \in claims <=> effects[e] > 0

\* I4: events of a key arrive, for the first time, in the order in which their transactions committed.
I4_Order == \A i, j \in DOMAIN arrived : i < j /\ Key(arrived[i]) = Key(arrived[j]) => arrived[i] < arrived[j]
I4_NonePassed ==
    \A e, o \in Events : o < e /\ Key(o) = Key(e) /\ tx[o] = "committed" /\ HasArrived(e) => HasArrived(o)

\* Beyond the guarantees: where nothing goes wrong, nothing is published twice. That is what the lock on a lane is good for.
OnceIfUndisturbed == faults = Faults => ~again

\* I2 and I3 in the end: every committed event is published and handled, exactly once.
Done(e) == row[e] = "removed" /\ HasArrived(e) /\ (Consumers # {} => effects[e] = 1)
EventuallyDone == <>[](\A e \in Events : tx[e] = "committed" => Done(e))

-----------------------------------------------------------------------------
\* What must be possible, or the model would say nothing: TLC has to find each of these "never" violated

AllDone == \A e \in Events : Done(e)

NeverAllDoneInSpiteOfFaults == ~(AllDone /\ faults = 0)
NeverPublishedTwice == ~(AllDone /\ again)
NeverPublishedByOneWhoLostItsLanes ==
    ~\E r \in Relays : relay[r].at = "answered" /\ ~relay[r].open /\ relay[r].done # {}
NeverLowerPositionLater == ~\E e, o \in Events : row[e] = "removed" /\ row[o] = "PENDING" /\ pos[o] < pos[e]
NeverBehindARefusedOne == ~\E e \in Events : row[e] = "BLOCKED"
NeverTwoConsumersOfOneMessage ==
    ~\E c, d \in Consumers : c # d /\ consumer[c].message = consumer[d].message /\ consumer[c].at = "worked"
=============================================================================
