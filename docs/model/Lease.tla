-------------------------------- MODULE Lease --------------------------------
\* SPDX-License-Identifier: Apache-2.0
(***************************************************************************)
(* The relay with leases: no lock and no database transaction is held      *)
(* while a broker works. The page leases.md describes the protocol.        *)
(*                                                                         *)
(* A node has one coordinator, which reads and changes rows, and a sender  *)
(* for each key. Each statement and each answer of the broker is a step.   *)
(* Any step can be late: meanwhile the lease can end, other nodes can take *)
(* the lanes, and an operator can change rows.                             *)
(*                                                                         *)
(* Above each action stands what does it: "Java:" and the class and method *)
(* (ModelNamesTest looks them up), or "World:" for what is not Onceward's   *)
(* code.                                                                   *)
(***************************************************************************)
EXTENDS Naturals, Sequences, FiniteSets, TLC

CONSTANTS
    Nodes,      \* the processes that publish
    Count,      \* how many events there are
    Apart,      \* those of the second key; the others have the first
    Lanes,      \* how many lanes there are
    BatchSize,  \* most events that a sender sends together
    HandOvers,  \* how often a node releases a lane
    Faults,     \* how often something may go wrong in a history
    Mutant      \* the planted mistake, or "none"

ASSUME Mutant \in {
    "none",
    "version not compared", "stale row written", "blocked events forgotten", "in flight read again",
    "forgotten before deleted", "withdrawn one by one", "deleted before confirmed", "released in flight",
    "released without a last look", "taken and read at once", "position hint", "withdrawal missed",
    "late events missed", "late events read first", "recorded apart", "position before lock", "send once", "skip refused",
    "event without sentinel", "unread passes seen ones", "unread passes a failure", "unread with an old snapshot",
    "unread of another lane", "unread after a read"}

Is(mutant) == Mutant = mutant

\* Events of one queue. The transactions of a key's events change the same order, whose number is the key.
Events == 1 .. Count
Key(e) == IF e \in Apart THEN 2 ELSE 1
Keys == {Key(e) : e \in Events}
AllLanes == 0 .. Lanes - 1
LaneOf(k) == k % Lanes
Lane(e) == LaneOf(Key(e))

\* In the row of a lane: that no node has it, or one that no longer runs and whose lease is not over.
NoNode == "none"
DeadNode == "dead"

VARIABLES
    tx,         \* of each event, the transaction that records it, with the business data it changes
    pos,        \* of each event, its position (the column seq); 0: none yet
    unread,     \* of each event, what its node needs to hand it out without a read
    row,        \* of each event, its committed row: "none", a state, or "removed"
    owner,      \* of each lane, the node in its row
    held,       \* the lanes with retrying, parked or blocked events
    node,       \* of each node, what its coordinator knows and does
    flight,     \* of each node and key, the events that were handed to the sender and are not settled, in their order
    arrived,    \* the events in the order in which they first got to the broker
    again,      \* whether an event got to the broker a second time
    handOvers,  \* how many are left
    faults      \* how many are left

vars == <<tx, pos, unread, row, owner, held, node, flight, arrived, again, handOvers, faults>>
recording == <<tx, pos, unread>>
brokering == <<arrived, again>>

Range(s) == {s[i] : i \in DOMAIN s}
Max(S) == IF S = {} THEN 0 ELSE CHOOSE n \in S : \A m \in S : m <= n
Fault == faults > 0 /\ faults' = faults - 1
First(n, s) == SubSeq(s, 1, IF Len(s) < n THEN Len(s) ELSE n)

\* The events of a set in the order of their positions.
RECURSIVE Ordered(_)
Ordered(S) ==
    IF S = {} THEN <<>>
    ELSE LET first == CHOOSE e \in S : \A o \in S : pos[e] <= pos[o]
         IN <<first>> \o Ordered(S \ {first})

-----------------------------------------------------------------------------
\* Recording

\* World: the application changes business data, and holds the lock of the row that it changes until its transaction ends.
Change(e) ==
    /\ tx[e] = "none"
    /\ \A o \in Events : o < e /\ Key(o) = Key(e) => tx[o] \in {"committed", "rolled back"}
    /\ tx' = [tx EXCEPT ![e] = "open"]
    /\ UNCHANGED <<pos, unread, row, owner, held, node, flight, brokering, handOvers, faults>>

\* by: the node that has given the ticket; valid: whether the ticket is; seen: the events of the key that the statement which records
\* the event has seen.
NoTicket == [by |-> NoNode, valid |-> FALSE, seen |-> {}]

\* Every ticket of a node ends: it cares for other lanes than before, or an event that it has read is no longer in flight.
EndTickets(n) == unread' = [e \in Events |-> IF unread[e].by = n THEN [unread[e] EXCEPT !.valid = FALSE] ELSE unread[e]]
EndTicketsIf(n, condition) == IF condition THEN EndTickets(n) ELSE UNCHANGED unread

\* The other events of its key that a statement sees.
Visible(e) == {o \in Events \ {e} : Key(o) = Key(e) /\ row[o] \in {"PENDING", "RETRYING", "BLOCKED", "PARKED"}}

\* Java: io.onceward.queue.machine.RelayMachine#ticket
\* The coordinator says that it may hand the event out unread: it has the lane, and nothing waits for a read.
Ticket(e, n) ==
    /\ tx[e] = "open"
    /\ pos[e] = 0
    /\ unread[e] = NoTicket
    /\ Lane(e) \in node[n].lanes \/ Is("unread of another lane")
    /\ node[n].wake \cap node[n].lanes = {}
    /\ unread' = [unread EXCEPT ![e] = [by |-> n, valid |-> TRUE, seen |-> {}]]
    /\ UNCHANGED <<tx, pos, row, owner, held, node, flight, brokering, handOvers, faults>>

\* Java: io.onceward.outbox.TransactionBuffer$Writer#beforeCompletion, io.onceward.jdbc.JdbcAppendStore#write, io.onceward.jdbc.JdbcAppendStore#append
\* The position is drawn now; no other transaction sees the row before the commit, so positions appear in any order. With a ticket,
\* the statement also returns which events of the key it sees; it runs after the business data was changed.
Record(e) ==
    /\ pos[e] = 0
    /\ tx[e] = IF Is("position before lock") THEN "none" ELSE "open"
    /\ pos' = [pos EXCEPT ![e] = 1 + Max(Range(pos))]
    /\ unread' = IF unread[e].by = NoNode \/ Is("unread with an old snapshot") THEN unread
                 ELSE [unread EXCEPT ![e].seen = Visible(e)]
    /\ row' = IF Is("recorded apart") THEN [row EXCEPT ![e] = "PENDING"] ELSE row
    /\ UNCHANGED <<tx, owner, held, node, flight, brokering, handOvers, faults>>

\* World: business data and event commit on one of the nodes, which wakes its own coordinator, unless it may hand the event out unread.
\* Without the sentinel, the event also
\* commits after the database has undone the transaction of the business data and the application has gone on.
Commit(e, n) ==
    /\ tx[e] = "open" \/ (Is("event without sentinel") /\ tx[e] = "rolled back" /\ row[e] = "none")
    /\ pos[e] > 0
    /\ unread[e].by \in {NoNode, n}
    /\ tx' = IF tx[e] = "open" THEN [tx EXCEPT ![e] = "committed"] ELSE tx
    /\ row' = IF Is("recorded apart") THEN row ELSE [row EXCEPT ![e] = "PENDING"]
    /\ node' = IF unread[e].by = n THEN node ELSE [node EXCEPT ![n].wake = @ \cup {Lane(e)}]
    /\ UNCHANGED <<pos, unread, owner, held, flight, brokering, handOvers, faults>>

\* World: the transaction is rolled back, by the application, by the database or because its node died. If the application catches
\* the failure and goes on, the sentinel (io.onceward.transaction.Sentinel) fails the commit.
RollBack(e) ==
    /\ Fault
    /\ tx[e] = "open"
    /\ tx' = [tx EXCEPT ![e] = "rolled back"]
    /\ unread' = [unread EXCEPT ![e] = NoTicket]
    /\ UNCHANGED <<pos, row, owner, held, node, flight, brokering, handOvers>>

-----------------------------------------------------------------------------
\* Lanes

\* lanes: those that it has, as far as it knows. current: those whose version is the one that it knows. wake: those in which it is
\* to look for events. over: those of the current cycle. seen: what it read there, of each event. from: the position behind which it
\* read, as long as it has yet to look for late events; otherwise 0. late: the pending events up to there; after the read, those that
\* are not in flight. behind: the events that wait for an earlier one of their key. after: the last position that it read, while events
\* are in flight; 0: it reads from the head. gone: the keys of which something was withdrawn since the read.
Unseen == [e \in Events |-> "none"]
Started == [lanes |-> {}, current |-> {}, wake |-> {}, at |-> "idle", over |-> {}, seen |-> Unseen, from |-> 0, late |-> {},
    behind |-> {}, after |-> 0, gone |-> {}]

NoneInFlight == [k \in Keys |-> <<>>]
InFlight(n) == UNION {{f.event : f \in Range(flight[n][k])} : k \in Keys}
LaneIsBusy(n, l) == \E k \in Keys : LaneOf(k) = l /\ flight[n][k] # <<>>
Waiting(l) == {e \in Events : Lane(e) = l /\ row[e] \in {"PENDING", "RETRYING", "BLOCKED"}}

Go(n, next) == node' = [node EXCEPT ![n] = next]

\* The version of a lane changes: what was read before, by any node, is old.
Outdated(k, entries) == [i \in DOMAIN entries |-> [entries[i] EXCEPT !.fresh = FALSE]]
FlightsAfter(l) ==
    [m \in Nodes |-> [k \in Keys |-> IF LaneOf(k) = l THEN Outdated(k, flight[m][k]) ELSE flight[m][k]]]
Forget(l, next) == [m \in Nodes |-> [next[m] EXCEPT !.current = @ \ {l}]]

\* Java: io.onceward.queue.machine.RelayMachine#takeLanes, io.onceward.queue.relay.Relay#take, io.onceward.jdbc.JdbcQueueStore#take, io.onceward.jdbc.LaneRows#take
\* One short statement takes a lane that no node has, and changes its version.
Take(n, l) ==
    /\ node[n].at = "idle"
    /\ l \in node[n].wake \ node[n].lanes
    /\ owner[l] = NoNode
    /\ owner' = [owner EXCEPT ![l] = n]
    /\ node' = [Forget(l, node) EXCEPT ![n] = [@ EXCEPT !.lanes = @ \cup {l}, !.current = @ \cup {l}, !.after = IF Is("position hint") THEN @ ELSE 0]]
    /\ flight' = FlightsAfter(l)
    /\ EndTickets(n)
    /\ UNCHANGED <<tx, pos, row, held, brokering, handOvers, faults>>

\* Only a mutant: one statement takes the lane and reads its events. It waits for the lane's row, and reads what was there before.
TakeAndRead(n, l) ==
    /\ Is("taken and read at once")
    /\ node[n].at = "idle"
    /\ l \in node[n].wake \ node[n].lanes
    /\ Go(n, [node[n] EXCEPT !.seen = row])
    /\ UNCHANGED <<recording, row, owner, held, flight, brokering, handOvers, faults>>

\* Java: io.onceward.queue.machine.RelayMachine#takeLanes, io.onceward.queue.relay.Relay#take
\* The lane belongs to another node, which looks into it; or no node has it and nothing is in it.
LeaveLane(n, l) ==
    /\ node[n].at = "idle"
    /\ l \in node[n].wake \ node[n].lanes
    /\ owner[l] \in Nodes \/ Waiting(l) = {}
    /\ owner[l] # n
    /\ Go(n, [node[n] EXCEPT !.wake = @ \ {l}])
    /\ UNCHANGED <<recording, row, owner, held, flight, brokering, handOvers, faults>>

\* Java: io.onceward.queue.machine.RelayMachine#releasable, io.onceward.queue.machine.RelayMachine#lookOnceMore, io.onceward.queue.relay.Relay#release, io.onceward.jdbc.JdbcQueueStore#release
\* It gives a lane up, because the lane is idle or other nodes have fewer, and looks into it once more.
Release(n, l) ==
    /\ handOvers > 0
    /\ node[n].at = "idle"
    /\ l \in node[n].lanes
    /\ Is("released in flight") \/ ~LaneIsBusy(n, l)
    /\ owner' = [owner EXCEPT ![l] = IF @ = n THEN NoNode ELSE @]
    /\ Go(n, [node[n] EXCEPT !.lanes = @ \ {l},
         !.wake = IF Is("released without a last look") THEN @ \ {l} ELSE @ \cup {l}])
    /\ handOvers' = handOvers - 1
    /\ EndTickets(n)
    /\ UNCHANGED <<tx, pos, row, held, flight, brokering, faults>>

\* Java: io.onceward.queue.relay.Relays#tick, io.onceward.queue.relay.Relay#tick, io.onceward.jdbc.JdbcQueues#withWork
\* At intervals, it looks for lanes that no node has and that have events, and into its own.
Poll(n, l) ==
    /\ node[n].at = "idle"
    /\ l \notin node[n].wake
    /\ \/ l \notin node[n].lanes /\ owner[l] = NoNode /\ Waiting(l) # {}
       \/ l \in node[n].lanes /\ \E e \in Waiting(l) : row[e] # "BLOCKED" /\ e \notin InFlight(n)
    /\ Go(n, [node[n] EXCEPT !.wake = @ \cup {l}])
    /\ UNCHANGED <<recording, row, owner, held, flight, brokering, handOvers, faults>>

\* World: by the database's clock the lease of a node is over: the node is paused or cut off, the clock has jumped, or a node with
\* its name has started. Its lanes are free. It knows nothing of it.
EndLease(n) ==
    /\ Fault
    /\ \E l \in AllLanes : owner[l] = n
    /\ owner' = [l \in AllLanes |-> IF owner[l] = n THEN NoNode ELSE owner[l]]
    /\ UNCHANGED <<recording, row, held, node, flight, brokering, handOvers>>

\* World: the process is killed, and another begins.
Kill(n) ==
    /\ Fault
    /\ owner' = [l \in AllLanes |-> IF owner[l] = n THEN DeadNode ELSE owner[l]]
    /\ Go(n, Started)
    /\ flight' = [flight EXCEPT ![n] = NoneInFlight]
    /\ unread' = [e \in Events |-> IF unread[e].by = n THEN NoTicket ELSE unread[e]]
    /\ UNCHANGED <<tx, pos, row, held, brokering, handOvers>>

\* World: the lease of a killed node is over, or a node with its name has started.
EndLeaseOfDead(l) ==
    /\ owner[l] = DeadNode
    /\ owner' = [owner EXCEPT ![l] = NoNode]
    /\ UNCHANGED <<recording, row, held, node, flight, brokering, handOvers, faults>>

-----------------------------------------------------------------------------
\* Reading. The coordinator does one thing after the other: between a read and the hand-over it settles nothing.

\* The rows that a read behind a position finds, and the pending events up to this position.
Found(n, from) == [e \in Events |->
    IF Lane(e) \notin node[n].lanes THEN "none"
    ELSE IF Is("taken and read at once") /\ node[n].seen[e] = "PENDING" THEN "PENDING"
    ELSE IF row[e] = "PENDING" /\ pos[e] <= from THEN "none"
    ELSE row[e]]
Passed(n, from) == {e \in Events : Lane(e) \in node[n].lanes /\ row[e] = "PENDING" /\ pos[e] <= from}

\* Java: io.onceward.queue.machine.RelayMachine#cycle, io.onceward.queue.relay.CycleWork#read, io.onceward.jdbc.JdbcQueueStore#read
\* It reads pending events, and retrying ones that are due, of the lanes that it believes to have. While events are in
\* flight, it may read behind the last position.
Look(n) ==
    /\ node[n].at = "idle"
    /\ node[n].wake \cap node[n].lanes # {}
    /\ \E from \in {0, node[n].after} :
       /\ from # 0 /\ ~Is("position hint") => InFlight(n) # {}
       /\ Is("position hint") => from = node[n].after
       /\ Go(n, [node[n] EXCEPT
         !.at = "looked",
         !.gone = {},
         !.wake = @ \ node[n].lanes,
         !.over = node[n].lanes,
         !.from = from,
         !.seen = IF Is("late events read first") /\ from # 0 THEN @ ELSE Found(n, from),
         !.late = IF Is("late events read first") THEN Passed(n, from) ELSE {}])
    /\ UNCHANGED <<recording, row, owner, held, flight, brokering, handOvers, faults>>

\* Java: io.onceward.jdbc.LaneReader#read
\* Positions appear in any order. So after a read behind a position, it reads which pending events are up to this position.
LookBehind(n) ==
    /\ node[n].at = "looked"
    /\ node[n].from # 0
    /\ Go(n, [node[n] EXCEPT
         !.from = 0,
         !.seen = IF Is("late events read first") THEN Found(n, node[n].from) ELSE @,
         !.late = IF Is("late events read first") THEN @ ELSE Passed(n, node[n].from)])
    /\ UNCHANGED <<recording, row, owner, held, flight, brokering, handOvers, faults>>

\* Events that wait hold back the later ones of their key.
Holding(e) == row[e] \in {"RETRYING", "PARKED"} \cup (IF Is("blocked events forgotten") THEN {} ELSE {"BLOCKED"})

\* Java: io.onceward.jdbc.LaneReader#blockingKeys, io.onceward.queue.store.Lanes#hasSame, io.onceward.queue.machine.Flight#handOut
\* Then it reads the rows of its lanes, and the keys that wait, in one statement. What it has read of a lane counts only
\* if the lane is still its own and has the version of before the read; otherwise it reads again. Of the pending events up to
\* the position, those are late that are not in flight: an earlier read did not find them, because they appeared only after it.
Compare(n) ==
    /\ node[n].at = "looked"
    /\ node[n].from = 0
    /\ LET own == {l \in node[n].over : owner[l] = n}
           valid == IF Is("version not compared") THEN node[n].over ELSE own \cap node[n].current
       IN Go(n, [node[n] EXCEPT
            !.at = "compared",
            !.lanes = (@ \ node[n].over) \cup own,
            !.current = @ \cup own,
            !.wake = @ \cup (own \ valid),
            !.after = IF node[n].over = valid \/ Is("position hint") THEN @ ELSE 0,
            !.over = valid,
            !.late = IF Is("late events missed") THEN {} ELSE @ \ InFlight(n),
            !.behind = {e \in Events : \E o \in Events : Key(o) = Key(e) /\ pos[o] < pos[e] /\ Holding(o)}])
          /\ EndTicketsIf(n, node[n].over # valid)
    /\ UNCHANGED <<tx, pos, row, owner, held, flight, brokering, handOvers, faults>>

\* Nothing of a key is handed out while something of it has failed and is not settled.
Failed(n, k) == \E f \in Range(flight[n][k]) : f.is \in {"refused", "behind"}

\* What is in flight now is left out, not what was in flight at the read.
Skipped(n, k) ==
    IF Is("in flight read again") THEN {}
    ELSE {f.event : f \in {g \in Range(flight[n][k]) : Is("forgotten before deleted") => g.is # "confirmed"}}

\* Late events hold back the later ones of their key.
BehindLate(n) == {e \in Events : \E o \in node[n].late : Key(o) = Key(e) /\ pos[o] < pos[e]}

Entry(n, e, was, is) == [event |-> e, was |-> was, is |-> is, fresh |-> Lane(e) \in node[n].current, read |-> TRUE]

\* Java: io.onceward.queue.machine.RelayMachine#handOut, io.onceward.queue.machine.Flight#handOut, io.onceward.queue.store.QueueReading#blocks
\* It hands events to the senders, retrying ones when they are due (a matter of time: any). If an earlier one of their key
\* waits, they are to be blocked. Nothing goes behind a late one of its key: the next read begins at the head.
HandOut(n) ==
    /\ node[n].at = "compared"
    /\ LET seen == node[n].seen
           mine(k) == {e \in Events : Key(e) = k /\ Lane(e) \in node[n].over} \ (Skipped(n, k) \cup BehindLate(n))
           pending(k) == {e \in mine(k) : seen[e] = "PENDING"}
           first == {e \in UNION {mine(k) : k \in Keys} : seen[e] = "RETRYING"}
           is(e) == IF e \in node[n].behind THEN "behind" ELSE "queued"
       IN \E due \in SUBSET first :
           /\ (\A k \in Keys : pending(k) = {}) /\ first # {} => due # {}
           /\ LET new(k) ==
                    IF Failed(n, k) \/ (k \in node[n].gone /\ ~Is("withdrawal missed")) THEN <<>>
                    ELSE [i \in 1 .. Cardinality(due \cap mine(k)) |->
                             LET e == Ordered(due \cap mine(k))[i] IN Entry(n, e, "RETRYING", is(e))]
                      \o [i \in 1 .. Cardinality(pending(k)) |->
                             LET e == Ordered(pending(k))[i] IN Entry(n, e, "PENDING", is(e))]
              IN flight' = [flight EXCEPT ![n] = [k \in Keys |-> flight[n][k] \o new(k)]]
    /\ LET read == {pos[e] : e \in {o \in Events : node[n].seen[o] = "PENDING"}}
           reset ==
               \/ node[n].late # {} \/ node[n].gone # {} \/ \E k \in Keys : Failed(n, k)
               \/ \E e \in Events : node[n].seen[e] = "PENDING" /\ Lane(e) \notin node[n].over
       IN Go(n, [node[n] EXCEPT !.at = "idle", !.over = {}, !.seen = Unseen, !.late = {}, !.behind = {},
            !.after = IF reset /\ ~Is("position hint") THEN 0 ELSE Max({@} \cup read)])
    /\ UNCHANGED <<recording, row, owner, held, brokering, handOvers, faults>>

\* Java: io.onceward.queue.machine.RelayMachine#handOutFresh, io.onceward.queue.machine.Flight#handOut
\* Some time after the commit, the coordinator hands out an event that it has not read, or reads. A read may have been earlier.
HandOutUnread(n, e) ==
    /\ unread[e].by = n
    /\ tx[e] = "committed"
    /\ node[n].at = "idle"
    /\ LET k == Key(e)
           may == unread[e].valid /\ node[n].wake \cap node[n].lanes = {}
           next ==
               /\ unread[e].seen \subseteq InFlight(n) \/ Is("unread passes seen ones")
               /\ ~Failed(n, k) \/ Is("unread passes a failure")
       IN IF may /\ e \in InFlight(n) THEN UNCHANGED <<node, flight>>
          ELSE IF may /\ next
               THEN /\ flight' = [flight EXCEPT ![n][k] = Append(@, [Entry(n, e, "PENDING", "queued") EXCEPT !.read = FALSE])]
                    /\ UNCHANGED node
               ELSE /\ Go(n, [node[n] EXCEPT !.wake = @ \cup {Lane(e)}])
                    /\ UNCHANGED flight
    /\ unread' = [unread EXCEPT ![e] = NoTicket]
    /\ UNCHANGED <<tx, pos, row, owner, held, brokering, handOvers, faults>>

-----------------------------------------------------------------------------
\* Sending. The senders work beside the coordinator and beside each other.

Arrive(s) ==
    /\ arrived' = arrived \o SelectSeq(s, LAMBDA e : e \notin Range(arrived))
    /\ again' = (again \/ \E e \in Range(s) : e \in Range(arrived))

Which(n, k, is) == SelectSeq(flight[n][k], LAMBDA f : f.is = is)
EventsOf(s) == [i \in DOMAIN s |-> s[i].event]
Turn(n, k, batch, is) ==
    flight' = [flight EXCEPT ![n][k] =
        [i \in DOMAIN @ |-> IF @[i].event \in batch THEN [@[i] EXCEPT !.is = is] ELSE @[i]]]

\* Java: io.onceward.queue.relay.Sender#run, io.onceward.queue.machine.Flight#take, io.onceward.queue.relay.BatchAttempt#publishTogether, io.onceward.jms.JmsSender#send
\* It gives the first events of its queue to the broker, whose transaction is open.
Send(n, k) ==
    /\ Which(n, k, "sent") = <<>>
    /\ Which(n, k, "queued") # <<>>
    /\ LET batch == Range(EventsOf(First(BatchSize, Which(n, k, "queued"))))
       IN /\ Turn(n, k, batch, "sent")
          /\ row' = IF Is("deleted before confirmed")
                    THEN [e \in Events |-> IF e \in batch THEN "removed" ELSE row[e]] ELSE row
    /\ UNCHANGED <<recording, owner, held, node, brokering, handOvers, faults>>

\* Java: io.onceward.queue.machine.Flight#report, io.onceward.jms.JmsPublisher#publish, io.onceward.jms.LocalJmsPublisher#publish
\* The broker has committed, and has said so.
Confirm(n, k) ==
    /\ Which(n, k, "sent") # <<>>
    /\ Arrive(EventsOf(Which(n, k, "sent")))
    /\ Turn(n, k, Range(EventsOf(Which(n, k, "sent"))), "confirmed")
    /\ UNCHANGED <<recording, row, owner, held, node, handOvers, faults>>

\* Only a mutant: the messages are lost on their way, and the sender does not wait for the broker's answer.
Lose(n, k) ==
    /\ Is("send once")
    /\ Fault
    /\ Which(n, k, "sent") # <<>>
    /\ Turn(n, k, Range(EventsOf(Which(n, k, "sent"))), "confirmed")
    /\ UNCHANGED <<recording, row, owner, held, node, brokering, handOvers>>

\* What is not yet sent leaves with what failed: otherwise it would go before it.
Withdraw(n, k, gone) == SelectSeq(flight[n][k], LAMBDA f : f.is \notin gone)
WithoutFailed(n, k) == Withdraw(n, k, IF Is("withdrawn one by one") THEN {"sent"} ELSE {"sent", "queued"})
\* Whether events that were read are no longer in flight.
EndsRead(n, after) == ~Is("unread after a read") /\ \E k \in Keys : \E f \in Range(flight[n][k]) :
    f.read /\ ~\E g \in Range(after[n][k]) : g.event = f.event
LookAgain(n, k) == Go(n, [node[n] EXCEPT
    !.wake = @ \cup {LaneOf(k)},
    !.gone = @ \cup {k},
    !.after = IF Is("position hint") THEN @ ELSE 0])

\* Java: io.onceward.queue.relay.Sending#unavailable, io.onceward.queue.machine.Flight#report, io.onceward.queue.machine.Flight#abandon
\* The broker can't be reached, or its answer got lost. The events of the key go back; they are read again.
LoseBroker(n, k) ==
    /\ Fault
    /\ Which(n, k, "sent") # <<>>
    /\ \E got \in BOOLEAN : IF got THEN Arrive(EventsOf(Which(n, k, "sent"))) ELSE UNCHANGED brokering
    /\ flight' = [flight EXCEPT ![n][k] = WithoutFailed(n, k)]
    /\ EndTicketsIf(n, EndsRead(n, flight'))
    /\ LookAgain(n, k)
    /\ UNCHANGED <<tx, pos, row, owner, held, handOvers>>

\* Java: io.onceward.queue.relay.Sending#refused, io.onceward.queue.machine.Flight#report
\* The broker refuses the first event, and has none of the others.
Refuse(n, k) ==
    /\ Fault
    /\ Which(n, k, "sent") # <<>>
    /\ flight' = [flight EXCEPT ![n][k] =
           WithoutFailed(n, k) \o <<[Which(n, k, "sent")[1] EXCEPT !.is = IF Is("skip refused") THEN "confirmed" ELSE "refused"]>>]
    /\ EndTicketsIf(n, EndsRead(n, flight'))
    /\ LookAgain(n, k)
    /\ UNCHANGED <<tx, pos, row, owner, held, brokering, handOvers>>

-----------------------------------------------------------------------------
\* Settling

\* The events of a key in flight, without some that have ended.
Without(n, k, ended) == SelectSeq(flight[n][k], LAMBDA f : f \notin ended)

\* Java: io.onceward.queue.relay.CycleWork#remove, io.onceward.jdbc.JdbcQueueStore#remove
\* Confirmed events are deleted, by one statement that needs no lane. It names the state that was read. It skips rows that somebody
\* has locked: any of the events may stay in flight.
Delete(n) ==
    /\ node[n].at = "idle"
    /\ \E k \in Keys : Which(n, k, "confirmed") # <<>>
    /\ LET confirmed == UNION {{f \in Range(flight[n][k]) : f.is = "confirmed"} : k \in Keys}
       IN \E deleted \in SUBSET confirmed :
           /\ deleted # {}
           /\ row' = [e \in Events |-> IF \E f \in deleted : f.event = e /\ f.was = row[e] THEN "removed" ELSE row[e]]
           /\ flight' = [flight EXCEPT ![n] = [k \in Keys |-> Without(n, k, deleted)]]
    /\ EndTicketsIf(n, EndsRead(n, flight'))
    /\ UNCHANGED <<tx, pos, owner, held, node, brokering, handOvers, faults>>

\* Java: io.onceward.queue.relay.CycleWork#writeFailed, io.onceward.jdbc.JdbcQueueStore#lock, io.onceward.queue.relay.FailedEvents#write, io.onceward.jdbc.JdbcQueueStore#block
\* A short transaction locks the row of the lane. Unless the version is another than at the read, it counts the refused
\* events, of which some are parked, and blocks those behind them. Events whose rows somebody has locked stay in flight.
WriteFailed(n, l) ==
    /\ node[n].at = "idle"
    /\ \E k \in Keys : LaneOf(k) = l /\ Failed(n, k)
    /\ LET failed == UNION {{f \in Range(flight[n][k]) : f.is \in {"refused", "behind"}} : k \in {q \in Keys : LaneOf(q) = l}}
       IN \E ended \in SUBSET failed :
           LET written == {f \in ended : (f.fresh \/ Is("stale row written")) /\ row[f.event] = f.was}
               events(is) == {f.event : f \in {g \in written : g.is = is}}
           IN /\ ended # {}
              /\ \E refused \in {"RETRYING", "PARKED"} :
                  row' = [e \in Events |-> IF e \in events("refused") THEN refused ELSE IF e \in events("behind") THEN "BLOCKED" ELSE row[e]]
              /\ held' = IF written # {} THEN held \cup {l} ELSE held
              /\ flight' = [flight EXCEPT ![n] = [k \in Keys |-> IF LaneOf(k) = l THEN Without(n, k, ended) ELSE flight[n][k]]]
    /\ EndTicketsIf(n, EndsRead(n, flight'))
    /\ Go(n, [node[n] EXCEPT !.after = IF Is("position hint") THEN @ ELSE 0])
    /\ UNCHANGED <<tx, pos, owner, brokering, handOvers, faults>>

\* The blocked events that no earlier event of their key holds back.
Free(l) == {e \in Events : Lane(e) = l /\ row[e] = "BLOCKED"
    /\ \A o \in Events : Key(o) = Key(e) /\ pos[o] < pos[e] => row[o] \notin {"RETRYING", "PARKED"}}

\* Java: io.onceward.queue.relay.CycleWork#unblock, io.onceward.jdbc.JdbcQueueStore#unblock
\* A short transaction locks the row of the lane, if it is still its own, and makes the blocked events pending that no
\* other holds back.
Unblock(n, l) ==
    /\ node[n].at = "idle"
    /\ l \in node[n].lanes \cap held
    /\ owner[l] = n
    /\ LET rest == {e \in Events : Lane(e) = l /\ row[e] \in {"RETRYING", "PARKED", "BLOCKED"}} \ Free(l)
       IN /\ Free(l) # {} \/ rest = {}
          /\ row' = [e \in Events |-> IF e \in Free(l) THEN "PENDING" ELSE row[e]]
          /\ held' = IF rest = {} THEN held \ {l} ELSE held
    /\ Go(n, [node[n] EXCEPT !.wake = @ \cup {l}, !.after = IF Is("position hint") THEN @ ELSE 0])
    /\ UNCHANGED <<recording, owner, flight, brokering, handOvers, faults>>

\* Java: io.onceward.jdbc.JdbcAdminStore#requeue
\* An operator requeues a parked event. The change locks the row of the lane, changes its version, and makes pending what
\* waited for the event.
Requeue(e) ==
    /\ row[e] = "PARKED"
    /\ LET after == [row EXCEPT ![e] = "PENDING"]
           free == {o \in Events : Key(o) = Key(e) /\ row[o] = "BLOCKED"
               /\ \A p \in Events : Key(p) = Key(o) /\ pos[p] < pos[o] => after[p] \notin {"RETRYING", "PARKED"}}
       IN row' = [o \in Events |-> IF o \in free THEN "PENDING" ELSE after[o]]
    /\ node' = Forget(Lane(e), node)
    /\ flight' = FlightsAfter(Lane(e))
    /\ UNCHANGED <<recording, owner, held, brokering, handOvers, faults>>

-----------------------------------------------------------------------------
Init ==
    /\ tx = [e \in Events |-> "none"]
    /\ pos = [e \in Events |-> 0]
    /\ unread = [e \in Events |-> NoTicket]
    /\ row = [e \in Events |-> "none"]
    /\ owner = [l \in AllLanes |-> NoNode]
    /\ held = {}
    /\ node = [n \in Nodes |-> Started]
    /\ flight = [n \in Nodes |-> NoneInFlight]
    /\ arrived = <<>>
    /\ again = FALSE
    /\ handOvers = HandOvers
    /\ faults = Faults

Produce == \E e \in Events : Change(e) \/ Record(e) \/ RollBack(e) \/ \E n \in Nodes : Ticket(e, n) \/ Commit(e, n)

Settle(n) == Delete(n) \/ \E l \in AllLanes : WriteFailed(n, l)

Coordinate(n) ==
    \/ \E l \in AllLanes : Take(n, l) \/ TakeAndRead(n, l) \/ LeaveLane(n, l) \/ Poll(n, l) \/ Unblock(n, l)
    \/ Look(n) \/ LookBehind(n) \/ Compare(n) \/ HandOut(n) \/ Settle(n)
    \/ \E e \in Events : HandOutUnread(n, e)

SendAll(n, k) == Send(n, k) \/ Confirm(n, k)

Disturb(n) ==
    EndLease(n) \/ Kill(n) \/ \E k \in Keys : Lose(n, k) \/ LoseBroker(n, k) \/ Refuse(n, k)

Operate == (\E e \in Events : Requeue(e)) \/ \E l \in AllLanes : EndLeaseOfDead(l)

Next ==
    \/ Produce
    \/ Operate
    \/ \E n \in Nodes :
        Coordinate(n) \/ Disturb(n) \/ (\E l \in AllLanes : Release(n, l)) \/ \E k \in Keys : SendAll(n, k)

Spec == Init /\ [][Next]_vars

\* Who can go on does, at some time. However often a coordinator reads, it settles in between.
Fairness ==
    /\ WF_vars(Operate)
    /\ \A n \in Nodes : WF_vars(Coordinate(n)) /\ SF_vars(Settle(n)) /\ \A k \in Keys : WF_vars(SendAll(n, k))

FairSpec == Spec /\ Fairness

Alike == Permutations(Nodes)

-----------------------------------------------------------------------------
\* What must hold

HasArrived(e) == e \in Range(arrived)

\* I1: the table has an event if and only if its business transaction committed (until a relay removes it).
I1_RecordedIffCommitted == \A e \in Events : row[e] # "none" <=> tx[e] = "committed"

\* I2: what is no longer in the table has arrived at the broker.
I2_NothingLost == \A e \in Events : row[e] = "removed" => HasArrived(e)

\* I4: events of a key arrive, for the first time, in the order in which their transactions committed.
I4_Order == \A i, j \in DOMAIN arrived : i < j /\ Key(arrived[i]) = Key(arrived[j]) => arrived[i] < arrived[j]
I4_NonePassed ==
    \A e, o \in Events : o < e /\ Key(o) = Key(e) /\ tx[o] = "committed" /\ HasArrived(e) => HasArrived(o)

\* Beyond the guarantees: where nothing goes wrong, nothing is published twice, hand-overs or not.
OnceIfUndisturbed == faults = Faults => ~again

\* What the owner of a lane works on, other nodes may delete once it has arrived, but not change: not even a node that wakes up and
\* still believes in its lane.
OthersKeepOff == \A n \in Nodes, k \in Keys : owner[LaneOf(k)] = n =>
    \A f \in Range(flight[n][k]) : f.fresh => row[f.event] \in {f.was, "removed"}

\* Where nothing goes wrong, a node is responsible for each pending event: it has the lane, is awake for it, or is to hand it out.
NoneIsForgotten ==
    faults = Faults => \A e \in Events :
        row[e] = "PENDING" => \/ owner[Lane(e)] # NoNode
                             \/ unread[e].by # NoNode
                             \/ \E n \in Nodes : Lane(e) \in node[n].wake

\* I2 in the end: every committed event is published.
Done(e) == row[e] = "removed" /\ HasArrived(e)
EventuallyDone == <>[](\A e \in Events : tx[e] = "committed" => Done(e))

-----------------------------------------------------------------------------
\* What must be possible: TLC has to find each of these "never" violated

AllDone == \A e \in Events : Done(e)

NeverAllDoneInSpiteOfFaults == ~(AllDone /\ faults = 0)
NeverPublishedTwice == ~(AllDone /\ again)
NeverHandedOver == ~(AllDone /\ handOvers = 0 /\ faults = Faults)
NeverSentByOneWhoLostItsLane == ~\E n \in Nodes, k \in Keys :
    Which(n, k, "sent") # <<>> /\ owner[LaneOf(k)] \in Nodes \ {n}
NeverUnread == ~\E n \in Nodes, k \in Keys : \E f \in Range(flight[n][k]) : ~f.read /\ HasArrived(f.event)
NeverUnreadBehindOther == ~\E n \in Nodes, k \in Keys :
    Len(flight[n][k]) > 1 /\ ~flight[n][k][Len(flight[n][k])].read
NeverReadBeforeHandedOut == ~\E e \in Events : unread[e].valid /\ row[e] = "PENDING" /\ e \in InFlight(unread[e].by)
NeverLowerPositionLater == ~\E e, o \in Events : row[e] = "removed" /\ row[o] = "PENDING" /\ pos[o] < pos[e]
NeverBehindARefusedOne == ~\E e \in Events : row[e] = "BLOCKED"
NeverStale == ~\E n \in Nodes, k \in Keys : \E f \in Range(flight[n][k]) : f.is = "refused" /\ ~f.fresh
NeverTwoInFlight == ~\E n, m \in Nodes : n # m /\ InFlight(n) \cap InFlight(m) # {}
NeverRequeuedDuringARead == ~\E n \in Nodes, l \in AllLanes :
    node[n].at = "looked" /\ l \in node[n].over \ node[n].current /\ owner[l] = n
=============================================================================
