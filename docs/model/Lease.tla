-------------------------------- MODULE Lease --------------------------------
\* SPDX-License-Identifier: Apache-2.0
(***************************************************************************)
(* The relay with leases: no lock and no database transaction is held      *)
(* while a broker works. Decision 0021 describes the protocol.             *)
(*                                                                         *)
(* A node has one coordinator, which reads and changes rows, and a sender  *)
(* for each key. Each statement and each answer of the broker is a step,   *)
(* and every step can be late by any time.                                 *)
(*                                                                         *)
(* Above each action stands what does it: "Coordinator:" or "Sender:" for  *)
(* a part of a node, or "World:" for what is not Oncebox's code.           *)
(***************************************************************************)
EXTENDS Naturals, Sequences, FiniteSets, TLC

CONSTANTS
    Nodes,      \* the processes that publish
    Count,      \* how many events there are: 2 or 3
    Lanes,      \* how many lanes there are
    BatchSize,  \* most events that a sender sends together
    HandOvers,  \* how often a node releases a lane
    Faults,     \* how often something may go wrong in a history
    Mutant      \* the planted mistake, or "none"

ASSUME Mutant \in {
    "none",
    "no expiry check", "stale row written", "in flight read again", "forgotten before deleted",
    "withdrawn one by one", "deleted before confirmed", "released in flight", "released without a last look",
    "taken and read at once", "position hint"}

Is(mutant) == Mutant = mutant

\* Events of one queue. The transactions of 1 and 2 change the same order, whose number is their key.
Events == 1 .. Count
Key(e) == IF e = 3 THEN 2 ELSE 1
Keys == {Key(e) : e \in Events}
AllLanes == 0 .. Lanes - 1
LaneOf(k) == k % Lanes
Lane(e) == LaneOf(Key(e))
NoNode == "none"

VARIABLES
    tx,         \* of each event, the transaction that records it, with the business data it changes
    pos,        \* of each event, its position (the column seq); 0: none yet
    row,        \* of each event, its committed row: "none", a state, or "removed"
    owner,      \* of each lane, the node in its row, as long as the lease of that node lasts
    held,       \* the lanes with retrying or blocked events
    node,       \* of each node, what its coordinator knows and does
    flight,     \* of each node and key, the events that were handed to the sender and are not settled, in their order
    arrived,    \* the events in the order in which they first got to the broker
    again,      \* whether an event got to the broker a second time
    trespass,   \* whether a node began to read a lane that another had
    jumped,     \* whether the database's clock has ended a lease too early
    handOvers,  \* how many are left
    faults      \* how many are left

vars == <<tx, pos, row, owner, held, node, flight, arrived, again, trespass, jumped, handOvers, faults>>
recording == <<tx, pos>>
brokering == <<arrived, again>>
counting == <<trespass, jumped, handOvers>>

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
\* Recording, as in Oncebox.tla

\* World: the application changes business data, and holds the lock of the row that it changes until its transaction ends.
Change(e) ==
    /\ tx[e] = "none"
    /\ \A o \in Events : o < e /\ Key(o) = Key(e) => tx[o] = "committed"
    /\ tx' = [tx EXCEPT ![e] = "open"]
    /\ UNCHANGED <<pos, row, owner, held, node, flight, brokering, counting, faults>>

\* World: the event is recorded. Positions are drawn in any order of the transactions, and appear in any order.
Record(e) ==
    /\ tx[e] = "open"
    /\ pos[e] = 0
    /\ pos' = [pos EXCEPT ![e] = 1 + Max(Range(pos))]
    /\ UNCHANGED <<tx, row, owner, held, node, flight, brokering, counting, faults>>

\* World: business data and event commit on one of the nodes, which wakes its own coordinator.
Commit(e, n) ==
    /\ tx[e] = "open"
    /\ pos[e] > 0
    /\ tx' = [tx EXCEPT ![e] = "committed"]
    /\ row' = [row EXCEPT ![e] = "PENDING"]
    /\ node' = [node EXCEPT ![n].wake = @ \cup {Lane(e)}]
    /\ UNCHANGED <<pos, owner, held, flight, brokering, counting, faults>>

-----------------------------------------------------------------------------
\* Leases. The lease of a node ends by the database's clock; its own deadline, counted from before the statement that renewed
\* the lease, is earlier.

\* sure: whether its own deadline is not over. lanes: those it has. wake: those in which it is to look for events.
\* over: those of the current cycle. seen: what it read there, of each event. hint: the last position; one mutant looks at it.
NoCycle == [e \in Events |-> "none"]
Started == [sure |-> TRUE, lanes |-> {}, wake |-> {}, at |-> "idle", over |-> {}, seen |-> NoCycle, hint |-> 0]

NoneInFlight == [k \in Keys |-> <<>>]
InFlight(n) == UNION {{f.event : f \in Range(flight[n][k])} : k \in Keys}
LaneIsBusy(n, l) == \E k \in Keys : LaneOf(k) = l /\ flight[n][k] # <<>>

Go(n, next) == node' = [node EXCEPT ![n] = next]

\* What other nodes have read of this lane is old: the version in the lane's row is another.
Outdated(n, l) ==
    [m \in Nodes |-> [k \in Keys |->
        IF m = n \/ LaneOf(k) # l THEN flight[m][k]
        ELSE [i \in DOMAIN flight[m][k] |-> [flight[m][k][i] EXCEPT !.fresh = FALSE]]]]

\* Coordinator: one short statement takes a lane that no node has, and changes its version.
Take(n, l) ==
    /\ node[n].at = "idle"
    /\ node[n].sure
    /\ l \in node[n].wake \ node[n].lanes
    /\ owner[l] = NoNode
    /\ owner' = [owner EXCEPT ![l] = n]
    /\ Go(n, [node[n] EXCEPT !.lanes = @ \cup {l}])
    /\ flight' = Outdated(n, l)
    /\ UNCHANGED <<recording, row, held, brokering, counting, faults>>

\* Only a mutant: one statement takes the lane and reads its events. It waits for the lane's row, and reads what was there before.
TakeAndRead(n, l) ==
    /\ Is("taken and read at once")
    /\ node[n].at = "idle"
    /\ l \in node[n].wake \ node[n].lanes
    /\ Go(n, [node[n] EXCEPT !.seen = row])
    /\ UNCHANGED <<recording, row, owner, held, flight, brokering, counting, faults>>

\* Coordinator: the lane belongs to another node, which reads it; or no node has it and nothing is in it.
LeaveLane(n, l) ==
    /\ node[n].at = "idle"
    /\ l \in node[n].wake \ node[n].lanes
    /\ owner[l] \notin {n, NoNode} \/ \A e \in Events : Lane(e) = l => row[e] \notin {"PENDING", "RETRYING", "BLOCKED"}
    /\ Go(n, [node[n] EXCEPT !.wake = @ \ {l}])
    /\ UNCHANGED <<recording, row, owner, held, flight, brokering, counting, faults>>

\* Coordinator: it gives a lane up, because the lane is idle or other nodes have fewer, and looks into it once more.
Release(n, l) ==
    /\ handOvers > 0
    /\ node[n].at = "idle"
    /\ l \in node[n].lanes
    /\ Is("released in flight") \/ ~LaneIsBusy(n, l)
    /\ owner' = [owner EXCEPT ![l] = IF @ = n THEN NoNode ELSE @]
    /\ Go(n, [node[n] EXCEPT !.lanes = @ \ {l},
         !.wake = IF Is("released without a last look") THEN @ \ {l} ELSE @ \cup {l}])
    /\ handOvers' = handOvers - 1
    /\ UNCHANGED <<recording, row, held, flight, brokering, trespass, jumped, faults>>

\* Coordinator: at intervals, it looks for lanes that no node has and that have events.
Poll(n, l) ==
    /\ node[n].at = "idle"
    /\ node[n].sure
    /\ l \notin node[n].wake \cup node[n].lanes
    /\ owner[l] = NoNode
    /\ \E e \in Events : Lane(e) = l /\ row[e] \in {"PENDING", "RETRYING", "BLOCKED"}
    /\ Go(n, [node[n] EXCEPT !.wake = @ \cup {l}])
    /\ UNCHANGED <<recording, row, owner, held, flight, brokering, counting, faults>>

\* World: a node is paused or cut off from the database until its own deadline is over. Its senders know nothing of it.
\* Coordinator: it begins nothing more in its lanes.
MissDeadline(n) ==
    /\ Fault
    /\ node[n].sure
    /\ node[n].lanes # {}
    /\ Go(n, [node[n] EXCEPT !.sure = FALSE, !.lanes = IF Is("no expiry check") THEN @ ELSE {}])
    /\ UNCHANGED <<recording, row, owner, held, flight, brokering, counting>>

\* World: by the database's clock the lease is over, which is later than the node's own deadline. Its lanes are free.
EndLease(n) ==
    /\ ~node[n].sure
    /\ \E l \in AllLanes : owner[l] = n
    /\ owner' = [l \in AllLanes |-> IF owner[l] = n THEN NoNode ELSE owner[l]]
    /\ UNCHANGED <<recording, row, held, node, flight, brokering, counting, faults>>

\* World: the database's clock jumps, and a lease ends although the node counts on it. It notices when it renews the lease.
Jump(n) ==
    /\ Fault
    /\ node[n].sure
    /\ \E l \in AllLanes : owner[l] = n
    /\ owner' = [l \in AllLanes |-> IF owner[l] = n THEN NoNode ELSE owner[l]]
    /\ jumped' = TRUE
    /\ UNCHANGED <<recording, row, held, node, flight, brokering, trespass, handOvers>>

\* Coordinator: it can't renew a lease that is over, and forgets its lanes.
NoticeJump(n) ==
    /\ node[n].sure
    /\ \E l \in node[n].lanes : owner[l] # n
    /\ Go(n, [node[n] EXCEPT !.sure = FALSE, !.lanes = {}])
    /\ UNCHANGED <<recording, row, owner, held, flight, brokering, counting, faults>>

\* World: the process is killed. Its lanes are free when its lease is over, or when it is back.
Kill(n) ==
    /\ Fault
    /\ Go(n, [Started EXCEPT !.sure = FALSE])
    /\ flight' = [flight EXCEPT ![n] = NoneInFlight]
    /\ UNCHANGED <<recording, row, owner, held, brokering, counting>>

\* Coordinator: it registers its node anew.
Register(n) ==
    /\ ~node[n].sure
    /\ \A l \in AllLanes : owner[l] # n
    /\ Go(n, [node[n] EXCEPT !.sure = TRUE])
    /\ UNCHANGED <<recording, row, owner, held, flight, brokering, counting, faults>>

-----------------------------------------------------------------------------
\* Reading. The coordinator does one thing after the other: between a read and the hand-over it settles nothing.

\* Nothing of a key is read while something of it has failed and is not settled.
Failed(n, k) == \E f \in Range(flight[n][k]) : f.is \in {"refused", "behind"}

ToRead(n) == {e \in Events :
    Lane(e) \in node[n].lanes /\ row[e] \in {"PENDING", "RETRYING"} /\ e \notin InFlight(n) /\ ~Failed(n, Key(e))}

\* Coordinator: a cycle begins, over the lanes that it has by its own clock.
Check(n) ==
    /\ node[n].at = "idle"
    /\ node[n].sure \/ Is("no expiry check")
    /\ ToRead(n) # {} \/ node[n].wake \cap node[n].lanes # {}
    /\ Go(n, [node[n] EXCEPT !.at = "checked", !.over = node[n].lanes])
    /\ trespass' = (trespass \/ \E l \in node[n].lanes : owner[l] \notin {n, NoNode})
    /\ UNCHANGED <<recording, row, owner, held, flight, brokering, jumped, handOvers, faults>>

\* Coordinator: it reads pending events, due ones, and the keys of retrying ones, from the head, in one statement or several.
Look(n) ==
    /\ node[n].at = "checked"
    /\ Go(n, [node[n] EXCEPT
         !.at = "looked",
         !.wake = @ \ node[n].over,
         !.seen = [e \in Events |->
            IF Lane(e) \notin node[n].over THEN "none"
            ELSE IF Is("taken and read at once") /\ node[n].seen[e] = "PENDING" THEN "PENDING"
            ELSE IF Is("position hint") /\ pos[e] <= node[n].hint THEN "none"
            ELSE row[e]]])
    /\ UNCHANGED <<recording, row, owner, held, flight, brokering, counting, faults>>

Skipped(n, k) ==
    IF Is("in flight read again") THEN {}
    ELSE {f.event : f \in {g \in Range(flight[n][k]) : Is("forgotten before deleted") => g.is # "confirmed"}}

Entry(e, was, is) == [event |-> e, was |-> was, is |-> is, fresh |-> TRUE]

\* Coordinator: it hands events to the senders. Retrying events go when they are due (a matter of time: any), the first of a key
\* before the others. Pending ones go unless an earlier one of their key is retrying: then they are to be blocked.
HandOut(n) ==
    /\ node[n].at = "looked"
    /\ LET seen == node[n].seen
           mine(k) == {e \in Events : Key(e) = k /\ Lane(e) \in node[n].over} \ Skipped(n, k)
           retrying(k) == {e \in Events : Key(e) = k /\ seen[e] = "RETRYING"}
           after(e) == \E o \in retrying(Key(e)) : pos[o] < pos[e]
           pending(k) == {e \in mine(k) : seen[e] = "PENDING"}
           first == {e \in UNION {retrying(k) \cap mine(k) : k \in Keys} : ~after(e)}
       IN \E due \in SUBSET first :
           /\ (\A k \in Keys : pending(k) = {}) /\ first # {} => due # {}
           /\ LET new(k) ==
                    IF Failed(n, k) THEN <<>>
                    ELSE [i \in 1 .. Cardinality(due \cap mine(k)) |->
                             Entry(Ordered(due \cap mine(k))[i], "RETRYING", "queued")]
                      \o [i \in 1 .. Cardinality(pending(k)) |->
                             LET e == Ordered(pending(k))[i]
                             IN Entry(e, "PENDING", IF after(e) THEN "behind" ELSE "queued")]
              IN flight' = [flight EXCEPT ![n] = [k \in Keys |-> flight[n][k] \o new(k)]]
    /\ Go(n, [node[n] EXCEPT !.at = "idle", !.over = {}, !.seen = NoCycle,
         !.hint = IF Is("position hint") THEN Max({@} \cup {pos[e] : e \in {o \in Events : node[n].seen[o] = "PENDING"}}) ELSE @])
    /\ UNCHANGED <<recording, row, owner, held, brokering, counting, faults>>

-----------------------------------------------------------------------------
\* Sending. The senders work beside the coordinator and beside each other.

Arrive(s) ==
    /\ arrived' = arrived \o SelectSeq(s, LAMBDA e : e \notin Range(arrived))
    /\ again' = (again \/ \E e \in Range(s) : e \in Range(arrived))

Is_(n, k, is) == SelectSeq(flight[n][k], LAMBDA f : f.is = is)
EventsOf(s) == [i \in DOMAIN s |-> s[i].event]
Turn(n, k, batch, is) ==
    flight' = [flight EXCEPT ![n][k] =
        [i \in DOMAIN @ |-> IF @[i].event \in batch THEN [@[i] EXCEPT !.is = is] ELSE @[i]]]

\* Sender: it gives the first events of its queue to the broker, whose transaction is open.
Send(n, k) ==
    /\ Is_(n, k, "sent") = <<>>
    /\ Is_(n, k, "queued") # <<>>
    /\ LET batch == Range(EventsOf(First(BatchSize, Is_(n, k, "queued"))))
       IN /\ Turn(n, k, batch, "sent")
          /\ row' = IF Is("deleted before confirmed")
                    THEN [e \in Events |-> IF e \in batch THEN "removed" ELSE row[e]] ELSE row
    /\ UNCHANGED <<recording, owner, held, node, brokering, counting, faults>>

\* Sender: the broker has committed, and has said so.
Confirm(n, k) ==
    /\ Is_(n, k, "sent") # <<>>
    /\ Arrive(EventsOf(Is_(n, k, "sent")))
    /\ Turn(n, k, Range(EventsOf(Is_(n, k, "sent"))), "confirmed")
    /\ UNCHANGED <<recording, row, owner, held, node, counting, faults>>

\* What is not yet sent goes with what failed: otherwise it would go before it.
Withdraw(n, k, gone) == SelectSeq(flight[n][k], LAMBDA f : f.is \notin gone)
WithoutFailed(n, k) == Withdraw(n, k, IF Is("withdrawn one by one") THEN {"sent"} ELSE {"sent", "queued"})

\* Sender: the broker can't be reached, or its answer got lost. The events of the key go back; they are read again.
LoseBroker(n, k) ==
    /\ Fault
    /\ Is_(n, k, "sent") # <<>>
    /\ \E got \in BOOLEAN : IF got THEN Arrive(EventsOf(Is_(n, k, "sent"))) ELSE UNCHANGED brokering
    /\ flight' = [flight EXCEPT ![n][k] = WithoutFailed(n, k)]
    /\ UNCHANGED <<recording, row, owner, held, node, counting>>

\* Sender: the broker refuses the first event, and has none of the others.
Refuse(n, k) ==
    /\ Fault
    /\ Is_(n, k, "sent") # <<>>
    /\ LET first == Is_(n, k, "sent")[1]
       IN flight' = [flight EXCEPT ![n][k] = WithoutFailed(n, k) \o <<[first EXCEPT !.is = "refused"]>>]
    /\ UNCHANGED <<recording, row, owner, held, node, brokering, counting>>

-----------------------------------------------------------------------------
\* Settling

\* Coordinator: confirmed events are deleted, by one statement that needs no lane. It names the state that was read.
Delete(n) ==
    /\ node[n].at = "idle"
    /\ \E k \in Keys : Is_(n, k, "confirmed") # <<>>
    /\ LET confirmed == UNION {{f \in Range(flight[n][k]) : f.is = "confirmed"} : k \in Keys}
       IN row' = [e \in Events |-> IF \E f \in confirmed : f.event = e /\ f.was = row[e] THEN "removed" ELSE row[e]]
    /\ flight' = [flight EXCEPT ![n] = [k \in Keys |-> Withdraw(n, k, {"confirmed"})]]
    /\ UNCHANGED <<recording, owner, held, node, brokering, counting, faults>>

\* Coordinator: a short transaction locks the row of the lane. Unless the version is another than when the events were read, it
\* counts the refused ones and blocks those behind them.
WriteFailed(n, l) ==
    /\ node[n].at = "idle"
    /\ \E k \in Keys : LaneOf(k) = l /\ Failed(n, k)
    /\ LET failed == UNION {{f \in Range(flight[n][k]) : f.is \in {"refused", "behind"}} : k \in {q \in Keys : LaneOf(q) = l}}
           valid(f) == (f.fresh \/ Is("stale row written")) /\ row[f.event] = f.was
       IN /\ row' = [e \in Events |->
                IF \E f \in failed : f.event = e /\ valid(f)
                THEN IF \E f \in failed : f.event = e /\ f.is = "refused" THEN "RETRYING" ELSE "BLOCKED"
                ELSE row[e]]
          /\ held' = IF \E f \in failed : valid(f) THEN held \cup {l} ELSE held
    /\ flight' = [flight EXCEPT ![n] =
           [k \in Keys |-> IF LaneOf(k) = l THEN Withdraw(n, k, {"refused", "behind"}) ELSE flight[n][k]]]
    /\ UNCHANGED <<recording, owner, node, brokering, counting, faults>>

\* Coordinator: a short transaction locks the row of the lane, if the node still has it, and makes pending what is behind nothing.
Unblock(n, l) ==
    /\ node[n].at = "idle"
    /\ node[n].sure
    /\ l \in node[n].lanes \cap held
    /\ owner[l] = n
    /\ LET retrying(k) == {e \in Events : Key(e) = k /\ row[e] = "RETRYING"}
           blocked == {e \in Events : Lane(e) = l /\ row[e] = "BLOCKED"}
           free == {e \in blocked : \A o \in retrying(Key(e)) : pos[o] > pos[e]}
           all == free = blocked /\ \A e \in Events : Lane(e) = l => row[e] # "RETRYING"
       IN /\ free # {} \/ all
          /\ row' = [e \in Events |-> IF e \in free THEN "PENDING" ELSE row[e]]
          /\ held' = IF all THEN held \ {l} ELSE held
    /\ UNCHANGED <<recording, owner, node, flight, brokering, counting, faults>>

-----------------------------------------------------------------------------
Init ==
    /\ tx = [e \in Events |-> "none"]
    /\ pos = [e \in Events |-> 0]
    /\ row = [e \in Events |-> "none"]
    /\ owner = [l \in AllLanes |-> NoNode]
    /\ held = {}
    /\ node = [n \in Nodes |-> Started]
    /\ flight = [n \in Nodes |-> NoneInFlight]
    /\ arrived = <<>>
    /\ again = FALSE
    /\ trespass = FALSE
    /\ jumped = FALSE
    /\ handOvers = HandOvers
    /\ faults = Faults

Produce == \E e \in Events : Change(e) \/ Record(e) \/ \E n \in Nodes : Commit(e, n)

Coordinate(n) ==
    \/ \E l \in AllLanes : Take(n, l) \/ TakeAndRead(n, l) \/ LeaveLane(n, l) \/ Poll(n, l) \/ WriteFailed(n, l) \/ Unblock(n, l)
    \/ EndLease(n) \/ NoticeJump(n) \/ Register(n) \/ Check(n) \/ Look(n) \/ HandOut(n) \/ Delete(n)

SendAll(n, k) == Send(n, k) \/ Confirm(n, k)

Disturb(n) ==
    \/ MissDeadline(n) \/ Jump(n) \/ Kill(n) \/ \E k \in Keys : LoseBroker(n, k) \/ Refuse(n, k)

Next ==
    \/ Produce
    \/ \E n \in Nodes :
        Coordinate(n) \/ Disturb(n) \/ (\E l \in AllLanes : Release(n, l)) \/ \E k \in Keys : SendAll(n, k)

Spec == Init /\ [][Next]_vars

\* Who can go on does, at some time. No step of a coordinator only leads back to where it was.
Fairness == \A n \in Nodes : WF_vars(Coordinate(n)) /\ \A k \in Keys : WF_vars(SendAll(n, k))

FairSpec == Spec /\ Fairness

Alike == Permutations(Nodes)

-----------------------------------------------------------------------------
\* What must hold

HasArrived(e) == e \in Range(arrived)

\* I2: what is no longer in the table has arrived at the broker.
I2_NothingLost == \A e \in Events : row[e] = "removed" => HasArrived(e)

\* I4: events of a key arrive, for the first time, in the order in which their transactions committed.
I4_Order == \A i, j \in DOMAIN arrived : i < j /\ Key(arrived[i]) = Key(arrived[j]) => arrived[i] < arrived[j]
I4_NonePassed ==
    \A e, o \in Events : o < e /\ Key(o) = Key(e) /\ tx[o] = "committed" /\ HasArrived(e) => HasArrived(o)

\* Beyond the guarantees: where nothing goes wrong, nothing is published twice, hand-overs or not.
OnceIfUndisturbed == faults = Faults => ~again

\* A node begins no cycle over a lane that another has. That is what the node's own deadline is good for.
NoneTrespasses == ~jumped => ~trespass

\* What the owner of a lane works on, other nodes may delete once it has arrived, but not change: not even a node that wakes up and still believes in its lane.
OthersKeepOff == \A n \in Nodes, k \in Keys : owner[LaneOf(k)] = n =>
    \A f \in Range(flight[n][k]) : f.fresh => row[f.event] \in {f.was, "removed"}

\* Latency: where nothing goes wrong, an event never waits for a poll. A node has its lane, or is awake for it.
NoneWaitsForAPoll ==
    faults = Faults => \A e \in Events :
        row[e] = "PENDING" => owner[Lane(e)] # NoNode \/ \E n \in Nodes : Lane(e) \in node[n].wake

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
    Is_(n, k, "sent") # <<>> /\ owner[LaneOf(k)] \notin {n, NoNode}
NeverLowerPositionLater == ~\E e, o \in Events : row[e] = "removed" /\ row[o] = "PENDING" /\ pos[o] < pos[e]
NeverBehindARefusedOne == ~\E e \in Events : row[e] = "BLOCKED"
NeverStale == ~\E n \in Nodes, k \in Keys : \E f \in Range(flight[n][k]) : f.is = "refused" /\ ~f.fresh
NeverTwoInFlight == ~\E n, m \in Nodes : n # m /\ InFlight(n) \cap InFlight(m) # {}
=============================================================================
