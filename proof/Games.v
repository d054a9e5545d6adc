(** Games on graphs: arenas, plays, strategies, and what it means to win.

    Every theorem of this development speaks in the words that are defined here and in [Claims.v]. No axiom is used. So
    definitions that are equivalent in the textbooks are not all equivalent here, and where that matters a theorem says
    that they are if excluded middle is given. *)

From Coq Require Import List.
Import ListNotations.

(** ** Arenas *)

Inductive player := Eve | Adam.

Definition other (p : player) : player := match p with Eve => Adam | Adam => Eve end.

Definition same_player (p q : player) : bool :=
  match p, q with Eve, Eve => true | Adam, Adam => true | _, _ => false end.

(** An arena says where each position leads and who moves there. A position without a move is a dead end. Parallel
    moves and loops are allowed. *)
Record arena := Arena {
  position : Type;
  moves : position -> list position;
  owner : position -> player
}.

(** A finite graph has the vertices 0 to [size - 1]. It is an arena when each vertex has an owner; without owners the
    two players alternate, and a position is a vertex together with the player to move. *)
Definition vertex := nat.

Record graph := Graph { size : nat; successors : vertex -> list vertex }.

Definition owned (g : graph) (owner : vertex -> player) : arena := Arena vertex (successors g) owner.

Definition alternating (g : graph) : arena :=
  Arena (vertex * player) (fun '(v, p) => map (fun w => (w, other p)) (successors g v)) snd.

(** A play is at a position after so many moves, or has ended. A strategy names a move, given what has been passed, the
    latest first, and where the play is. An objective says which plays each player wins; what nobody wins is a draw. *)
Definition play (A : arena) : Type := nat -> option (position A).
Definition strategy (A : arena) : Type := list (position A) -> position A -> option (position A).
Definition objective (A : arena) : Type := player -> play A -> Prop.

Section Playing.

Context {A : arena}.

(** ** Plays *)

(** A play is a maximal path: after [i] moves it is at [r i], or has ended before, at a dead end. *)
Definition is_play (r : play A) : Prop :=
  r 0 <> None /\
  forall i,
    match r i, r (S i) with
    | Some v, Some w => In w (moves A v)
    | Some v, None => moves A v = []
    | None, next => next = None
    end.

Definition from (v : position A) (r : play A) : Prop := is_play r /\ r 0 = Some v.

(** What has been passed before the position after [i] moves, the latest first. *)
Fixpoint past (r : play A) (i : nat) : list (position A) :=
  match i with
  | 0 => []
  | S j => match r j with Some v => v :: past r j | None => past r j end
  end.

(** ** Strategies *)

(** A move that a strategy names must be one. It may leave the move open, and must then win whichever move is made; so a
    player is never stuck. *)
Definition legal (s : strategy A) : Prop := forall h v w, s h v = Some w -> In w (moves A v).

Definition keeps (p : player) (s : strategy A) (r : play A) : Prop :=
  forall i v w, r i = Some v -> owner A v = p -> s (past r i) v = Some w -> r (S i) = Some w.

(** A positional strategy looks only at where the play is. *)
Definition positional (move : position A -> option (position A)) : strategy A := fun _ v => move v.

(** ** Winning *)

(** One player wants the play to be like this, the other does not. *)
Definition wants (p : player) (P : play A -> Prop) : objective A := fun q r => if same_player q p then P r else ~ P r.

Definition wins_by (W : objective A) (p : player) (s : strategy A) (v : position A) : Prop :=
  legal s /\ forall r, from v r -> keeps p s r -> W p r.

(** A player wins from a position if some strategy of hers, with memory or not, wins every play from there. *)
Definition wins (W : objective A) (p : player) (v : position A) : Prop := exists s, wins_by W p s v.

(** A position is won by one player alone: by the moves that are shown, and against every strategy of the other. *)
Definition won_by (W : objective A) (p : player) (move : position A -> option (position A)) (v : position A) : Prop :=
  wins_by W p (positional move) v /\ ~ wins W (other p) v.

(** Not to lose: the other player does not win the play. *)
Definition not_lost (W : objective A) : objective A := fun p r => ~ W (other p) r.

(** A position is a draw if each player can avoid to lose, so that neither can win. *)
Definition drawn (W : objective A) (v : position A) : Prop :=
  (forall p, wins (not_lost W) p v) /\ (forall p, ~ wins W p v).

(** What is shown of a position: the winner and the moves that win, or that it is a draw. *)
Definition decided (W : objective A) (winner : option player) (move : position A -> option (position A)) v : Prop :=
  match winner with Some p => won_by W p move v | None => drawn W v end.

(** ** What happens on a play *)

(** The play is at a position with this property after [i] moves. *)
Definition at_move (r : play A) (i : nat) (P : position A -> Prop) : Prop := exists v, r i = Some v /\ P v.

(** After no number of moves is it over with positions of this property. *)
Definition infinitely_often (r : play A) (P : position A -> Prop) : Prop :=
  forall i, ~ (forall j, i <= j -> ~ at_move r j P).

(** From some move on, every position has this property. *)
Definition finally_always (r : play A) (P : position A -> Prop) : Prop :=
  exists i, forall j v, i <= j -> r j = Some v -> P v.

(** The play stops at a dead end with this property. *)
Definition stops_at (r : play A) (P : position A -> Prop) : Prop := exists i, at_move r i P /\ r (S i) = None.

End Playing.
