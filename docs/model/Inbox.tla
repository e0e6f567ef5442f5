-------------------------------- MODULE Inbox --------------------------------
\* SPDX-License-Identifier: Apache-2.0
(***************************************************************************)
(* From the broker to the effect: a message that arrives once or more      *)
(* often has one effect. Lease.tla shows that each event arrives.          *)
(*                                                                         *)
(* Above each action stands what does it: "Java:" and the class and method *)
(* (ModelNamesTest looks them up), or "World:" for what is not Onceward's   *)
(* code.                                                                   *)
(***************************************************************************)
EXTENDS Naturals, FiniteSets, TLC

CONSTANTS
    Consumers,  \* threads that handle messages, on any nodes
    Count,      \* how many messages there are
    Copies,     \* how often each of them is published at most
    Faults,     \* how often something may go wrong in a history
    Mutant      \* the planted mistake, or "none"

ASSUME Mutant \in {"none", "acknowledge before commit", "claim apart", "claim without lock", "skip failed",
    "claim without sentinel"}

Is(mutant) == Mutant = mutant

Messages == 1 .. Count

VARIABLES
    left,       \* of each message, how often it may still be published
    queue,      \* of each message, how many copies the broker has to give to a consumer
    consumer,   \* of each consumer, what it does
    claims,     \* the committed claims of the inbox
    effects,    \* of each message, how often its effect was committed
    faults      \* how many faults are left

vars == <<left, queue, consumer, claims, effects, faults>>

Fault == faults > 0 /\ faults' = faults - 1

\* World: a relay publishes the event, for the first time or again.
Publish(e) ==
    /\ left[e] > 0
    /\ left' = [left EXCEPT ![e] = @ - 1]
    /\ queue' = [queue EXCEPT ![e] = @ + 1]
    /\ UNCHANGED <<consumer, claims, effects, faults>>

-----------------------------------------------------------------------------
\* The inbox: one database transaction for claim and effect, within the delivery

\* open: whether its database transaction is. owns: whether the broker counts the message as given to it
Waiting == [at |-> "waiting", message |-> 0, open |-> FALSE, owns |-> FALSE]

Do(c, next) == consumer' = [consumer EXCEPT ![c] = next]

Back(c) == queue' = IF consumer[c].owns THEN [queue EXCEPT ![consumer[c].message] = @ + 1] ELSE queue

\* World: the broker gives a message to a consumer, in whatever order.
Deliver(c) ==
    /\ consumer[c].at = "waiting"
    /\ \E e \in Messages :
        /\ queue[e] > 0
        /\ queue' = [queue EXCEPT ![e] = @ - 1]
        /\ Do(c, [at |-> "given", message |-> e, open |-> TRUE, owns |-> TRUE])
    /\ UNCHANGED <<left, claims, effects, faults>>

Claimed(e) == \E d \in Consumers :
    consumer[d].message = e /\ consumer[d].open /\ consumer[d].at \in {"claimed", "worked"}

\* Java: io.onceward.inbox.IdempotentConsumer#deliver, io.onceward.inbox.Claims#claimAndRun, io.onceward.jdbc.JdbcClaimStore#claim
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
    /\ UNCHANGED <<left, queue, effects, faults>>

\* World: the handler changes its data.
Work(c) ==
    /\ consumer[c].at = "claimed"
    /\ Do(c, [consumer[c] EXCEPT !.at = "worked"])
    /\ UNCHANGED <<left, queue, claims, effects, faults>>

\* Java: io.onceward.inbox.Claims#inNew, io.onceward.transaction.Sentinel#set
\* Claim and effect, both or none. Without the sentinel, what the handler does after the database has undone its transaction commits.
CommitHandler(c) ==
    /\ consumer[c].at = "worked"
    /\ consumer[c].open \/ Is("claim without sentinel")
    /\ Do(c, [consumer[c] EXCEPT !.at = "through", !.open = FALSE])
    /\ claims' = IF consumer[c].open THEN claims \cup {consumer[c].message} ELSE claims
    /\ effects' = [effects EXCEPT ![consumer[c].message] = @ + 1]
    /\ UNCHANGED <<left, queue, faults>>

\* World: the broker takes the acknowledgement, but not from a consumer that has lost the message meanwhile.
Acknowledge(c) ==
    /\ IF Is("acknowledge before commit") /\ consumer[c].owns
       THEN /\ consumer[c].at \in {"given", "claimed", "worked", "through"}
            /\ Do(c, IF consumer[c].at = "through" THEN Waiting ELSE [consumer[c] EXCEPT !.owns = FALSE])
       ELSE /\ consumer[c].at = "through"
            /\ Do(c, Waiting)
    /\ UNCHANGED <<left, queue, claims, effects, faults>>

\* Java: io.onceward.inbox.IdempotentConsumer#deliver
\* The handler throws: its transaction is rolled back, and so is the delivery.
FailHandler(c) ==
    /\ Fault
    /\ consumer[c].at = "claimed"
    /\ IF Is("skip failed")
       THEN /\ Do(c, [consumer[c] EXCEPT !.at = "through", !.open = FALSE])
            /\ UNCHANGED queue
       ELSE /\ Do(c, Waiting)
            /\ Back(c)
    /\ UNCHANGED <<left, claims, effects>>

\* Java: io.onceward.inbox.Claims#inNew, io.onceward.inbox.IdempotentConsumer#deliver
\* Claim or commit fails, because the database has ended the transaction; the delivery is rolled back. This also holds if the
\* handler has caught the failure, so that its next statement has begun another transaction: the sentinel is gone.
FailCommit(c) ==
    /\ consumer[c].at \in {"given", "worked"}
    /\ ~consumer[c].open
    /\ Do(c, Waiting)
    /\ Back(c)
    /\ UNCHANGED <<left, claims, effects, faults>>

\* World: the consumer's process is killed. The database rolls back, the broker redelivers.
KillConsumer(c) ==
    /\ Fault
    /\ consumer[c].at # "waiting"
    /\ Do(c, Waiting)
    /\ Back(c)
    /\ UNCHANGED <<left, claims, effects>>

\* World: the database ends the transaction of a handler that is paused, cut off or slow, or undoes it at a deadlock whose exception
\* the handler catches. It goes on.
OvertakeHandler(c) ==
    /\ Fault
    /\ consumer[c].open
    /\ Do(c, [consumer[c] EXCEPT !.open = FALSE])
    /\ UNCHANGED <<left, queue, claims, effects>>

\* World: the broker takes a message back from a consumer that is paused or cut off, and gives it to any.
Redeliver(c) ==
    /\ Fault
    /\ consumer[c].owns
    /\ Do(c, [consumer[c] EXCEPT !.owns = FALSE])
    /\ Back(c)
    /\ UNCHANGED <<left, claims, effects>>

-----------------------------------------------------------------------------
Init ==
    /\ left = [e \in Messages |-> Copies]
    /\ queue = [e \in Messages |-> 0]
    /\ consumer = [c \in Consumers |-> Waiting]
    /\ claims = {}
    /\ effects = [e \in Messages |-> 0]
    /\ faults = Faults

Handle(c) == Deliver(c) \/ Claim(c) \/ Work(c) \/ CommitHandler(c) \/ Acknowledge(c) \/ FailCommit(c)

DisturbConsumer(c) == FailHandler(c) \/ KillConsumer(c) \/ OvertakeHandler(c) \/ Redeliver(c)

Next ==
    \/ \E e \in Messages : Publish(e)
    \/ \E c \in Consumers : Handle(c) \/ DisturbConsumer(c)

Spec == Init /\ [][Next]_vars

\* Who can go on does, at some time: a process that is killed comes back, one that hangs for good loses its transactions.
Fairness == (\A e \in Messages : WF_vars(Publish(e))) /\ \A c \in Consumers : WF_vars(Handle(c))

FairSpec == Spec /\ Fairness

\* Which consumer is which does not matter.
Alike == Permutations(Consumers)

-----------------------------------------------------------------------------
\* What must hold

\* I2 carried on to the handler: what the broker no longer has was handled, unless some consumer is about to.
I2_NothingUnhandled ==
    \A e \in Messages : left[e] < Copies =>
        effects[e] > 0 \/ queue[e] > 0 \/ \E c \in Consumers : consumer[c].message = e

\* How: nothing is ever in the memory of one process alone.
I2_NeverInMemoryAlone ==
    \A e \in Messages : left[e] < Copies =>
        effects[e] > 0 \/ queue[e] > 0 \/ \E c \in Consumers : consumer[c].message = e /\ consumer[c].owns

\* I3: the effects of a message commit at most once.
I3_AtMostOnce == \A e \in Messages : effects[e] <= 1

\* How: with its claim, and the claim with them.
I3_ClaimIffEffect == \A e \in Messages : e \in claims <=> effects[e] > 0

\* I3 in the end: every message has exactly one effect.
EventuallyDone == <>[](\A e \in Messages : effects[e] = 1)

-----------------------------------------------------------------------------
\* What must be possible, or the model would say nothing: TLC has to find each of these "never" violated

NeverAllDoneInSpiteOfFaults == ~(faults = 0 /\ \A e \in Messages : effects[e] = 1)
NeverTwoConsumersOfOneMessage ==
    ~\E c, d \in Consumers : c # d /\ consumer[c].message = consumer[d].message /\ consumer[c].at = "worked"
=============================================================================
