------------------------------- MODULE Attempt -------------------------------
\* SPDX-License-Identifier: Apache-2.0
(***************************************************************************)
(* One attempt of a sender to publish a batch: together, a probe,          *)
(* single events, refusals. Lease.tla has the rest, and shows that only    *)
(* one sender has events of a key; here one sender has all events.         *)
(*                                                                         *)
(* All senders of a node share its open circuit breakers, by connection    *)
(* and destination. A breaker closes by time or by another sender. So each *)
(* look at it may say anything, and the order must not depend on it.       *)
(***************************************************************************)
EXTENDS Naturals, Sequences, FiniteSets, TLC

CONSTANTS
    BatchSize,  \* most pending events of a batch
    Mutant      \* the planted mistake, or "none"

ASSUME Mutant \in {"none", "passed over goes on"}

Is(mutant) == Mutant = mutant

\* Four events of one channel, one lane, by their positions.
Events == 1 .. 4
Key(e) == IF e = 3 THEN 2 ELSE 1

VARIABLES
    row,      \* of each event, its row: "none", a state, or "removed"
    arrived,  \* the events that the broker has got
    plan,     \* the next steps of the attempt; <<>>: there is none
    done,     \* the events that were confirmed in this attempt
    refused,  \* the events that were refused in it
    behind,   \* the events that it found behind a refused one
    waiting   \* the keys of which nothing more is sent in it

vars == <<row, arrived, plan, done, refused, behind, waiting>>

Range(s) == {s[i] : i \in DOMAIN s}
Keys(S) == {Key(e) : e \in S}
Rows(state) == {e \in Events : row[e] = state}
First(n, s) == SubSeq(s, 1, IF Len(s) < n THEN Len(s) ELSE n)

RECURSIVE Ordered(_)
Ordered(S) ==
    IF S = {} THEN <<>>
    ELSE LET first == CHOOSE e \in S : \A o \in S : e <= o IN <<first>> \o Ordered(S \ {first})

Step(do, list) == <<[do |-> do, list |-> list]>>
End == Step("end", <<>>)

Doing(do) == plan # <<>> /\ Head(plan).do = do
List == Head(plan).list
Later == Tail(plan)

\* What is neither published nor refused holds its key, or a later event might pass it.
PassOver(S) == waiting' = IF Is("passed over goes on") THEN waiting ELSE waiting \cup Keys(S)

-----------------------------------------------------------------------------
\* World: the next event is recorded.
Record ==
    /\ \E e \in Events :
        /\ row[e] = "none"
        /\ \A o \in Events : o < e => row[o] # "none"
        /\ row' = [row EXCEPT ![e] = "PENDING"]
    /\ UNCHANGED <<arrived, plan, done, refused, behind, waiting>>

\* Java: io.onceward.queue.machine.Flight#take, io.onceward.queue.relay.BatchAttempt#publish, io.onceward.queue.relay.Publishers#of
\* Some destinations may have no publisher on this node: then their events are refused.
Begin ==
    /\ plan = <<>>
    /\ \E due \in SUBSET Rows("RETRYING") :
        LET held == Keys(Rows("RETRYING"))
            pending == First(BatchSize, Ordered(Rows("PENDING")))
            candidates == Ordered(due) \o SelectSeq(pending, LAMBDA e : Key(e) \notin held)
        IN /\ due # {} \/ pending # <<>>
           /\ behind' = {e \in Range(pending) : Key(e) \in held}
           /\ \E unknown \in SUBSET {1, 2} :
               LET nowhere == {e \in Range(candidates) : Key(e) \in unknown}
                   firsts == {e \in nowhere : \A o \in nowhere : Key(o) = Key(e) => e <= o}
               IN /\ refused' = IF Is("passed over goes on") THEN nowhere ELSE firsts
                  /\ plan' = Step("deliver", SelectSeq(candidates, LAMBDA e : e \notin nowhere)) \o End
    /\ done' = {}
    /\ waiting' = {}
    /\ UNCHANGED <<row, arrived>>

\* Java: io.onceward.queue.relay.BatchAttempt#publish
\* A connection that failed the last time is tried with one event.
Deliver ==
    /\ Doing("deliver")
    /\ \E probing \in BOOLEAN :
        plan' = IF probing /\ List # <<>>
                THEN Step("send", <<Head(List)>>) \o Step("rest", Tail(List)) \o Later
                ELSE Step("rest", List) \o Later
    /\ UNCHANGED <<row, arrived, done, refused, behind, waiting>>

\* Java: io.onceward.queue.relay.BatchAttempt#publish, io.onceward.queue.outage.CircuitBreakers#hasFailed
DeliverRest ==
    /\ Doing("rest")
    /\ \E failing \in BOOLEAN : plan' = IF failing THEN Later ELSE Step("send", List) \o Later
    /\ UNCHANGED <<row, arrived, done, refused, behind, waiting>>

\* Java: io.onceward.queue.relay.BatchAttempt#send
\* Doubtful are what was refused before and what goes to a destination that fails; and then what follows of their keys.
Send ==
    /\ Doing("send")
    /\ \E failing \in SUBSET Range(List) :
        LET doubtful == failing \cup {e \in Range(List) : row[e] = "RETRYING"}
            follows(e) == \E o \in doubtful : Key(o) = Key(e) /\ o < e
            apart == IF Is("passed over goes on") THEN doubtful ELSE {e \in Range(List) : e \in doubtful \/ follows(e)}
        IN plan' = Step("batch", SelectSeq(List, LAMBDA e : e \notin apart))
                \o Step("singly", SelectSeq(List, LAMBDA e : e \in apart))
                \o Later
    /\ UNCHANGED <<row, arrived, done, refused, behind, waiting>>

\* Java: io.onceward.queue.relay.BatchAttempt#publishTogether, io.onceward.queue.relay.Sending#run, io.onceward.queue.relay.Sending#end
\* The publisher reports each event as confirmed or refused, or nothing of it. It sends an event only after the earlier ones of its
\* key. The broker may have what was not confirmed, and the rest of the batch waits.
Batch ==
    /\ Doing("batch")
    /\ LET list == IF Is("passed over goes on") THEN List ELSE SelectSeq(List, LAMBDA e : Key(e) \notin waiting)
           all == Range(list)
           inOrder(S) == \A e \in S, o \in all : o < e /\ Key(o) = Key(e) => o \in S
       IN \E got \in SUBSET all, ok \in SUBSET all :
          /\ ok \subseteq got /\ inOrder(got) /\ inOrder(ok)
          /\ \E no \in SUBSET {e \in all \ got : \A o \in all \ ok : Key(o) = Key(e) => e <= o} :
             /\ arrived' = arrived \cup got
             /\ done' = done \cup ok
             /\ refused' = refused \cup no
             /\ waiting' = waiting \cup Keys(IF Is("passed over goes on") THEN no ELSE all \ ok)
    /\ plan' = Later
    /\ UNCHANGED <<row, behind>>

\* Java: io.onceward.queue.relay.BatchAttempt#singly
\* There is nothing left, or no time for it, or the breaker of the connection is open.
EndSingly ==
    /\ Doing("singly")
    /\ PassOver(Range(List))
    /\ plan' = Later
    /\ UNCHANGED <<row, arrived, done, refused, behind>>

\* Java: io.onceward.queue.relay.BatchAttempt#singly, io.onceward.queue.outage.CircuitBreakers#isOpen, io.onceward.queue.relay.QueueBreaker#admits
\* Its key waits, or the breaker of its destination is open, or the breaker of the queue does not admit it.
PassOne ==
    /\ Doing("singly")
    /\ List # <<>>
    /\ PassOver({Head(List)})
    /\ plan' = Step("singly", Tail(List)) \o Later
    /\ UNCHANGED <<row, arrived, done, refused, behind>>

\* Java: io.onceward.queue.relay.BatchAttempt#singly, io.onceward.queue.relay.Sending#refused
\* Confirmed; or refused; or the broker is not there any more and may have it.
PublishOne ==
    /\ Doing("singly")
    /\ List # <<>>
    /\ LET e == Head(List)
       IN /\ Key(e) \notin waiting
          /\ \/ /\ arrived' = arrived \cup {e}
                /\ done' = done \cup {e}
                /\ plan' = Step("singly", Tail(List)) \o Later
                /\ UNCHANGED <<refused, waiting>>
             \/ /\ refused' = refused \cup {e}
                /\ waiting' = waiting \cup {Key(e)}
                /\ plan' = Step("singly", Tail(List)) \o Later
                /\ UNCHANGED <<arrived, done>>
             \/ /\ \E got \in BOOLEAN : arrived' = IF got THEN arrived \cup {e} ELSE arrived
                /\ PassOver(Range(List))
                /\ plan' = Later
                /\ UNCHANGED <<done, refused>>
    /\ UNCHANGED <<row, behind>>

\* Java: io.onceward.jdbc.JdbcQueueStore#block, io.onceward.jdbc.JdbcQueueStore#remove, io.onceward.queue.relay.FailedEvents#write, io.onceward.jdbc.JdbcQueueStore#unblock
Commit ==
    /\ Doing("end")
    /\ LET retry == (Rows("RETRYING") \cup refused) \ done
           settled == \E e \in done \cup refused : row[e] = "RETRYING"
           blocked == Rows("BLOCKED") \cup behind
       IN row' = [e \in Events |->
            CASE e \in done -> "removed"
              [] e \in retry -> "RETRYING"
              [] e \in blocked -> IF settled /\ Key(e) \notin Keys(retry) THEN "PENDING" ELSE "BLOCKED"
              [] OTHER -> row[e]]
    /\ plan' = <<>>
    /\ done' = {}
    /\ refused' = {}
    /\ behind' = {}
    /\ waiting' = {}
    /\ UNCHANGED arrived

\* World: the process is killed, or loses the lane.
Kill ==
    /\ plan # <<>>
    /\ plan' = <<>>
    /\ done' = {}
    /\ refused' = {}
    /\ behind' = {}
    /\ waiting' = {}
    /\ UNCHANGED <<row, arrived>>

-----------------------------------------------------------------------------
Init ==
    /\ row = [e \in Events |-> "none"]
    /\ arrived = {}
    /\ plan = <<>>
    /\ done = {}
    /\ refused = {}
    /\ behind = {}
    /\ waiting = {}

Next ==
    \/ Record
    \/ Begin \/ Deliver \/ DeliverRest \/ Send \/ Batch \/ EndSingly \/ PassOne \/ PublishOne \/ Commit
    \/ Kill

Spec == Init /\ [][Next]_vars

\* I2: what is no longer in the outbox has arrived.
I2_NothingLost == \A e \in Events : row[e] = "removed" => e \in arrived

\* I4: no event arrives before an earlier one of its key.
I4_NonePassed == \A e, o \in Events : o < e /\ Key(o) = Key(e) /\ e \in arrived => o \in arrived

\* How: of a key, one event at a time is tried again; the others wait for it.
I4_OneRefusedOfAKey == \A e, o \in Rows("RETRYING") : Key(e) = Key(o) => e = o

\* And none of them is behind a later one.
I4_NoneBehindALater == \A e \in Rows("BLOCKED") : \A o \in Rows("RETRYING") : Key(e) = Key(o) => o < e

NeverAllDoneAfterRefusal == ~(Rows("removed") = {1, 2, 3} /\ row[4] = "RETRYING")
=============================================================================
