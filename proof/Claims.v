(** What is claimed: how a certificate file is read, and what it says.

    The theorem of a kind is that its claim holds for every file of which its checker says [Proved]; [Kinds.v] has the
    list. The last section of a file, the certificate proper, is read here only where its numbers are shown, too. *)

From Coq Require Import List Arith QArith.
From Graphgames Require Import Games.
Import ListNotations.
Open Scope nat_scope.

(** ** Files *)

(** A file has a row for each vertex in each of three sections; what stands in it behind the vertex is a list. Some
    kinds have further numbers at the top. *)
Set Implicit Arguments.

Record file (cell : Type) := File {
  order : nat; arcs : nat;
  parameter : list cell;
  game : vertex -> list cell;
  solution : vertex -> list cell;
  certificate : vertex -> list cell
}.

Unset Implicit Arguments.

Section Small.

Variable f : file nat.

Definition number (row : list nat) (k : nat) : nat := nth k row 0.

Definition player_of (code : nat) : option player := match code with 0 => Some Eve | 1 => Some Adam | _ => None end.

Definition owner_in (v : vertex) : player := match number (game f v) 0 with 0 => Eve | _ => Adam end.

Definition winner (v : vertex) : option player := player_of (number (solution f v) 0).

Definition label (v : vertex) : option nat := nth_error (certificate f v) 0.

(** The move shown, the [k]-th number of the solution's row, at the vertices of the game alone. *)
Definition move (k : nat) (v : vertex) : option vertex :=
  if Nat.ltb v (order f) then nth_error (solution f v) k else None.

(** The successors stand in the row of the game from its [k]-th number on. *)
Definition graph_from (k : nat) : graph := Graph (order f) (fun v => skipn k (game f v)).

Definition arena_from (k : nat) : arena := owned (graph_from k) owner_in.

Definition marked (k mark : nat) (v : vertex) : bool := Nat.eqb (number (game f v) k) mark.

(** Each vertex is won by the player named, by the moves shown, or drawn. A move is shown where the winner is to move,
    can, and the play is not over, and nowhere else. *)
Definition solved (k : nat) (over : vertex -> bool) (W : objective (arena_from k)) : Prop :=
  forall v, v < order f ->
    decided W (winner v) (move 1) v /\
    (move 1 v <> None <-> winner v = Some (owner_in v) /\ over v = false /\ skipn k (game f v) <> []).

(** ** Reachability and safety *)

(** The play visits the goal in at most [k] moves. *)
Definition visits_within {A : arena} (goal : position A -> Prop) (k : nat) (r : play A) : Prop :=
  exists i, i <= k /\ at_move r i goal.

(** A player wants the play to visit the goal: Eve the target, or Adam what is not safe. The label is the least number
    of moves in which that player can force it. *)
Definition visit_claim (seeker : player) (mark : nat) : Prop :=
  let goal : position (arena_from 2) -> Prop := fun v => marked 1 mark v = true in
  solved 2 (marked 1 mark) (wants seeker (fun r => exists i, at_move r i goal)) /\
  forall v, v < order f ->
    match label v with
    | Some k => winner v = Some seeker /\ forall j, wins (fun _ => visits_within goal j) seeker v <-> k <= j
    | None => winner v = Some (other seeker)
    end.

(** ** Normal and misère play *)

(** The play ends at a dead end; the player to move has won there, or the other. An endless play is a draw. *)
Definition last_move {A : arena} (mover_wins_at : position A -> bool) : objective A := fun p r =>
  stops_at r (fun v => (if mover_wins_at v then owner A v else other (owner A v)) = p).

(** To win in at most [k] moves: the play is won, and has ended by then. *)
Definition within {A : arena} (k : nat) (W : objective A) : objective A := fun p r => W p r /\ r (S k) = None.

(** The remoteness of a vertex that is not a draw is the least number of moves in which it can be won. *)
Definition in_time {A : arena} (W : objective A) (w : option player) (remoteness : option nat) v : Prop :=
  match w, remoteness with Some p, Some k => forall j, wins (within j W) p v <-> k <= j | w, _ => w = None end.

Definition last_move_claim (k : nat) (ends : vertex -> bool) : Prop :=
  let W : objective (arena_from k) := last_move (A := arena_from k) ends in
  solved k (fun _ => false) W /\ forall v, v < order f -> in_time W (winner v) (label v) v.

(** Without owners the solution says who wins of the player to move and the other, and the moves are for both. *)
Definition for_mover (code : nat) (p : player) : option player :=
  match code with 0 => Some p | 1 => Some (other p) | _ => None end.

Definition for_both (move : vertex -> option vertex) : vertex * player -> option (vertex * player) := fun '(v, p) =>
  match move v with Some w => Some (w, other p) | None => None end.

Definition impartial_claim (k : nat) (ends : vertex -> bool) : Prop :=
  let A := alternating (graph_from k) in
  let W : objective A := last_move (A := A) (fun '(v, _) => ends v) in
  forall v p, v < order f ->
    let w := for_mover (number (solution f v) 0) p in
    decided W w (for_both (move 1)) (v, p) /\ in_time W w (label v) (v, p) /\
    (move 1 v <> None <-> number (solution f v) 0 = 0 /\ skipn k (game f v) <> []).

(** ** Tables of games by rule *)

(** How a game has ended for the player to move, and where the moves lead: each to a position, where the same player
    moves again or not. *)
Inductive result := Win | Loss | Draw.

Definition ended (v : vertex) : option result :=
  match number (game f v) 0 with 1 => Some Win | 2 => Some Loss | 3 => Some Draw | _ => None end.

Fixpoint choices (row : list nat) : list (vertex * bool) :=
  match row with w :: again :: rest => (w, Nat.eqb again 1) :: choices rest | _ => [] end.

(** A play that has ended in a draw stays there for ever, so that nobody wins it; who has no move has lost. *)
Definition by_rule : arena :=
  Arena (vertex * player)
    (fun '(v, p) =>
       match ended v with
       | None => map (fun '(w, again) => (w, if again : bool then p else other p)) (choices (skipn 1 (game f v)))
       | Some Draw => [(v, p)]
       | Some _ => []
       end)
    snd.

(** Each position is a win, a loss or a draw for the player to move, whoever that is, and takes so many moves. *)
Definition table_claim : Prop :=
  let won_here : vertex * player -> bool := fun '(v, _) => match ended v with Some Win => true | _ => false end in
  let W : objective by_rule := last_move (A := by_rule) won_here in
  exists move, forall v p, v < order f ->
    let w := for_mover (number (solution f v) 0) p in
    decided W w move (v, p) /\ in_time W w (nth_error (solution f v) 1) (v, p).

(** ** Nimbers *)

(** The sum of a graph and a nim heap: the player to move takes an edge, or makes the heap smaller. *)
Definition beside_heap (g : graph) : arena :=
  Arena (vertex * nat * player)
    (fun '(v, k, p) =>
       map (fun w => (w, k, other p)) (successors g v) ++ map (fun j => (v, j, other p)) (seq 0 k))
    snd.

Definition normal_play {A : arena} : objective A := last_move (fun _ => false).

(** Beside a heap of its own size a position is lost for the player to move, beside any other it is won. *)
Definition has_nimber (g : graph) (v : vertex) (k : nat) : Prop :=
  forall j p, wins (A := beside_heap g) normal_play (if Nat.eqb j k then other p else p) (v, j, p).

Definition nimber (v : vertex) : option nat := nth_error (solution f v) 0.

(** A position without a nimber is won beside a heap of a size that is a successor's nimber, else drawn. *)
Definition nimber_claim : Prop :=
  forall v, v < order f ->
    match nimber v with
    | Some k => has_nimber (graph_from 0) v k
    | None => forall j p,
        let A := beside_heap (graph_from 0) in
        let shown := exists w, In w (successors (graph_from 0) v) /\ nimber w = Some j in
        (shown -> wins (A := A) normal_play p (v, j, p)) /\ (~ shown -> drawn (A := A) normal_play (v, j, p))
    end.

(** ** Büchi, co-Büchi and parity *)

(** The play is at a position with this property at most [k] times. *)
Fixpoint at_most_times {A : arena} (k : nat) (P : position A -> Prop) (r : play A) : Prop :=
  forall i, at_move r i P -> match k with 0 => False | S j => at_most_times j P (fun m => r (S i + m)) end.

(** One player wants to see marked vertices infinitely often: Eve those that accept, or Adam those that reject. Where
    that player wins, the next one comes within so many moves as the label says; elsewhere at most so many come. *)
Definition recurrence_claim (e : player) : Prop :=
  let A := arena_from 2 in
  let marks : position A -> Prop := fun v => marked 1 1 v = true in
  solved 2 (fun _ => false) (wants e (fun r => infinitely_often r marks)) /\
  forall v p, v < order f -> winner v = Some p ->
    exists k, label v = Some k /\
      forall r : play A, from (A := A) v r -> keeps p (positional (A := A) (move 1)) r ->
        if same_player p e then visits_within marks k r else at_most_times k marks r.

(** The largest priority that is seen infinitely often is [k]. *)
Definition dominates {A : arena} (priority : position A -> nat) (k : nat) (r : play A) : Prop :=
  infinitely_often r (fun v => priority v = k) /\ finally_always r (fun v => priority v <= k).

(** The priority that dominates, there is one, decides: an even one is good for Eve, an odd one for Adam. *)
Definition parity {A : arena} (priority : position A -> nat) : objective A := fun p r =>
  forall k, dominates priority k r -> p = if Nat.even k then Eve else Adam.

Definition parity_claim : Prop := solved 2 (fun _ => false) (parity (A := arena_from 2) (fun v => number (game f v) 1)).

(** ** Assumptions and guarantees *)

(** Of [k] sets that are waited for in turn, round and round: which is next, after what has been passed. *)
Fixpoint counter (k : nat) (seen : nat -> vertex -> bool) (passed : list vertex) : nat :=
  match passed with
  | [] => 0
  | v :: rest => let j := counter k seen rest in if seen j v then (if Nat.eqb (S j) k then 0 else S j) else j
  end.

(** The numbers of both stand at the top, and in a row of the game which of them the vertex is in. *)
Definition assumptions : nat := number (parameter f) 0.
Definition guarantees : nat := number (parameter f) 1.
Definition assumption (i : nat) : vertex -> bool := marked (1 + i) 1.
Definition guarantee (j : nat) : vertex -> bool := marked (1 + assumptions + j) 1.

(** A winner remembers what to wait for, Eve a guarantee and Adam an assumption, and makes the move shown for that. *)
Definition remembered (p : player) : strategy (arena_from (1 + assumptions + guarantees)) := fun passed =>
  let (sets, in_) := match p with Eve => (guarantees, guarantee) | Adam => (max 1 assumptions, assumption) end in
  move (S (counter sets in_ passed)).

(** Eve wants to see every guarantee infinitely often, if the play sees every assumption infinitely often. Without
    assumptions this is a generalised Büchi game. *)
Definition gr1_claim : Prop :=
  let A := arena_from (1 + assumptions + guarantees) in
  let often (n : nat) (sets : nat -> vertex -> bool) (r : play A) :=
    forall i, i < n -> infinitely_often r (fun v => sets i v = true) in
  let W : objective A := wants Eve (fun r => often assumptions assumption r -> often guarantees guarantee r) in
  forall v, v < order f ->
    exists p, winner v = Some p /\ wins_by (A := A) W p (remembered p) v /\ ~ wins (A := A) W (other p) v.

End Small.

(** ** Weights *)

Open Scope Q_scope.

(** What stands in a place of a file with exact numbers: an integer that is not too large may be a vertex or a code, and
    [inf] is no number. *)
Record cell := Cell { as_code : nat; as_number : option Q }.

Definition codes (f : file cell) : file nat :=
  let read (rows : vertex -> list cell) (v : vertex) := map as_code (rows v) in
  File (order f) (arcs f) (map as_code (parameter f))
    (read (game f)) (read (solution f)) (read (certificate f)).

Definition exact (c : cell) : Q := match as_number c with Some q => q | None => 0 end.

Definition exact_at (row : list cell) (k : nat) : option Q :=
  match nth_error row k with Some c => as_number c | None => None end.

Fixpoint pairs (row : list cell) : list (vertex * Q) :=
  match row with w :: x :: rest => (as_code w, exact x) :: pairs rest | _ => [] end.

Fixpoint triples (row : list cell) : list (vertex * (Q * Q)) :=
  match row with w :: x :: y :: rest => (as_code w, (exact x, exact y)) :: triples rest | _ => [] end.

Section Weights.

Variable f : file cell.

(** An edge has a weight, and a discount that makes all that comes after it count less; 1 where none is given. *)
Variable edges : vertex -> list (vertex * (Q * Q)).

(** A position is a vertex with the label of the edge by which the play came there, none at the start; so a play shows
    what it collects, and of parallel edges a player takes the one that serves. *)
Definition arrived (e : vertex * (Q * Q)) : vertex * option (Q * Q) := (fst e, Some (snd e)).

Definition weighted : arena :=
  Arena (vertex * option (Q * Q)) (fun u => map arrived (edges (fst u))) (fun u => owner_in (codes f) (fst u)).

Definition label_at (r : play weighted) (i : nat) : Q * Q := match r i with Some (_, Some l) => l | _ => (0, 1) end.

(** After [i] moves: what the next weight counts, the product of the discounts; and what has been collected. *)
Fixpoint counts (r : play weighted) (i : nat) : Q :=
  match i with O => 1 | S j => counts r j * snd (label_at r i) end.

Fixpoint collected (r : play weighted) (i : nat) : Q :=
  match i with O => 0 | S j => collected r j + counts r j * fst (label_at r i) end.

(** For every threshold the player whom the value favours wins, by edges that make the moves shown, and the other does
    not. The winner is named accordingly. *)
Definition valued (W : Q -> objective weighted) (better : player -> Q -> option Q -> player)
    (named : player -> option Q -> player) : Prop :=
  exists choice : player -> vertex -> option (vertex * (Q * Q)),
    (forall p v e, choice p v = Some e -> In e (edges v) /\ move (codes f) 2 v = Some (fst e)) /\
    forall v, (v < order f)%nat ->
      let value := exact_at (solution f v) 1 in
      exists w, winner (codes f) v = Some w /\ w = named w value /\
        forall t, let p := better w t value in
          won_by (W t) p (fun u => option_map arrived (choice p (fst u))) (v, None).

(** Adam wants the energy to fall below 0, where the credit at first is [c], or Eve to be stuck. *)
Definition runs_out (c : Q) (r : play weighted) : Prop :=
  (exists i, r i <> None /\ c + collected r i < 0) \/ stops_at r (fun u => owner weighted u = Eve).

(** The average in the long run (limit inferior), or the whole sum, is [t] or more, up to any small number. *)
Definition average_at_least (t : Q) (r : play weighted) : Prop :=
  forall eps, 0 < eps -> exists m, forall i, (m <= i)%nat -> (t - eps) * inject_Z (Z.of_nat i) <= collected r i.

Definition sum_at_least (t : Q) (r : play weighted) : Prop :=
  forall eps, 0 < eps -> ~ ~ exists m, forall i, (m <= i)%nat -> t - eps <= collected r i.

End Weights.

Definition plain_edges (f : file cell) (v : vertex) : list (vertex * (Q * Q)) :=
  map (fun '(w, x) => (w, (x, 1))) (pairs (skipn 1 (game f v))).

Definition discounted_edges (f : file cell) (v : vertex) : list (vertex * (Q * Q)) := triples (skipn 1 (game f v)).

(** Eve where the first number is at least the second, else Adam; the player given where one of them is infinite. *)
Definition eve_if_at_least (infinite : player) (x t : option Q) : player :=
  match x, t with Some x, Some t => if Qle_bool t x then Eve else Adam | _, _ => infinite end.

(** The value is the least credit with which Eve never runs out of energy; where there is none, Adam wins. *)
Definition energy_claim (f : file cell) : Prop :=
  valued f (plain_edges f) (fun c => wants Adam (runs_out f (plain_edges f) c))
    (fun _ c least => eve_if_at_least Adam (Some c) least) (fun _ least => if least then Eve else Adam).

(** The value is the largest average, or the largest sum, that Eve can assure; where it is infinite, the player who is
    named wins, whatever the threshold. The threshold of the game stands at the top of the file. *)
Definition payoff_claim (edges_of : file cell -> vertex -> list (vertex * (Q * Q)))
    (at_least : forall f edges, Q -> play (weighted f edges) -> Prop) (f : file cell) : Prop :=
  valued f (edges_of f) (fun t => wants Eve (at_least f (edges_of f) t))
    (fun w t value => eve_if_at_least w value (Some t))
    (fun w value => eve_if_at_least w value (exact_at (parameter f) 0)).

(** ** Chance *)

Definition distribution := list (vertex * Q).

(** The sum of the probabilities times what a function is worth. *)
Fixpoint mean (f : vertex -> Q) (d : distribution) : Q :=
  match d with [] => 0 | (w, q) :: rest => q * f w + mean f rest end.

Definition is_distribution (d : distribution) (on : vertex -> Prop) : Prop :=
  (forall w q, In (w, q) d -> 0 <= q /\ on w) /\ mean (fun _ => 1) d == 1.

(** A strategy chooses, perhaps at random, given what has been passed and where the play is. *)
Definition mixed := list vertex -> vertex -> distribution.

Section Chance.

Variable f : file cell.

(** Who moves, chance if no player does; where a play ends, and where it has reached the target; the moves. *)
Definition mover (v : vertex) : option player := player_of (number (game (codes f) v) 0).
Definition over (v : vertex) : bool := negb (marked (codes f) 1 0 v).
Definition target (v : vertex) : bool := marked (codes f) 1 1 v.
Definition options (v : vertex) : list vertex := skipn 2 (game (codes f) v).
Definition odds (v : vertex) : distribution := pairs (skipn 2 (game f v)).

(** The player who wants to reach the target. *)
Definition seeker : player := match number (parameter (codes f)) 0 with O => Eve | _ => Adam end.

Definition fair (p : player) (s : mixed) : Prop :=
  forall h v, (v < order f)%nat -> mover v = Some p -> over v = false ->
    is_distribution (s h v) (fun w => In w (options v)).

Definition choice (s t : mixed) (h : list vertex) (v : vertex) : distribution :=
  match mover v with Some p => if same_player p seeker then s h v else t h v | None => odds v end.

(** The probability to reach the target within [n] moves, where the one who wants it plays [s], and the other [t]. *)
Fixpoint reaches (s t : mixed) (n : nat) (h : list vertex) (v : vertex) : Q :=
  if target v then 1
  else if over v then 0
  else match n with O => 0 | S m => mean (reaches s t m (v :: h)) (choice s t h v) end.

(** Whatever the other does, the probability comes to [q] in the end, up to any small number. *)
Definition assures (s : mixed) (v : vertex) (q : Q) : Prop :=
  fair seeker s /\
  forall eps, 0 < eps -> exists m, forall t, fair (other seeker) t ->
    forall n, (m <= n)%nat -> q - eps <= reaches s t n [] v.

(** Whatever the one who wants it does, the probability never exceeds [q]. *)
Definition prevents (t : mixed) (v : vertex) (q : Q) : Prop :=
  fair (other seeker) t /\ forall s, fair seeker s -> forall n, reaches s t n [] v <= q.

(** The moves shown reach the target with the lower probability at least, or prevent more than the upper one. A player
    is named as the winner where that is certain. *)
Definition reaching_claim : Prop :=
  forall v, (v < order f)%nat ->
    let shown : mixed := fun _ u => match move (codes f) 3 u with Some w => [(w, 1)] | None => [] end in
    match exact_at (solution f v) 1, exact_at (solution f v) 2 with
    | Some low, Some high =>
        assures shown v low /\ prevents shown v high /\
        match winner (codes f) v with
        | Some p => if same_player p seeker then 1 <= low else high <= 0
        | None => low < 1 /\ 0 < high
        end
    | _, _ => False
    end.

End Chance.
