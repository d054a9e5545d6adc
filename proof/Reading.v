(** What the checkers ask of the form of a file, and what that gives: nothing here is part of what is claimed. *)

From Coq Require Import String List Arith Lia Bool.
From Graphgames Require Import Games Plays Claims Checking.
Import ListNotations.

(** ** The form of a file *)

(** Whether a row begins with numbers that are at most so large, and goes on as it should. *)
Fixpoint fits (largest : list nat) (more : list nat -> bool) (row : list nat) : bool :=
  match largest, row with
  | [], _ => more row
  | x :: largest', y :: row' => if Nat.leb y x then fits largest' more row' else false
  | _ :: _, [] => false
  end.

Definition anything {X} (row : list X) : bool := true.
Definition at_least_one {X} (row : list X) : bool := match row with [] => false | _ => true end.
Definition at_most_one {X} (row : list X) : bool := match row with [] | [_] => true | _ => false end.

Fixpoint in_groups_of_two {X} (row : list X) : bool :=
  match row with [] => true | _ :: _ :: rest => in_groups_of_two rest | [_] => false end.

Fixpoint count_on {X} (l : list X) (k : nat) : nat := match l with [] => k | _ :: rest => count_on rest (S k) end.

Fixpoint count_all {X} (n : nat) (items : vertex -> list X) (k : nat) : nat :=
  match n with O => k | S j => count_all j items (count_on (items j) k) end.

(** The rows are in form, and there are as many edges as the file says; then the checker is asked. *)
Definition formed {cell X} (f : file cell) (edges : list cell -> list X) (form : vertex -> bool) (check : unit -> verdict)
    : verdict :=
  match failure (order f) form with
  | Some v => Refused "its rows have the numbers that this kind of certificate has" v
  | None =>
      if Nat.eqb (count_all (order f) (fun v => edges (game f v)) 0) (arcs f) then check tt
      else Refused "the game has as many edges as the file says" 0
  end.

Lemma formed_proved : forall cell X (f : file cell) (edges : list cell -> list X) form check,
  formed f edges form check = Proved -> (forall v, v < order f -> form v = true) /\ check tt = Proved.
Proof.
  intros cell X f edges form check C. unfold formed in C. destruct (failure (order f) form) eqn:F; [discriminate |].
  destruct (Nat.eqb _ _) in C; [| discriminate]. split; [now apply no_failure | exact C].
Qed.

Lemma fits_first : forall x largest more row, fits (x :: largest) more row = true -> number row 0 <= x.
Proof.
  intros x largest more [| y row] H; simpl in H; [discriminate |].
  destruct (Nat.leb_spec y x); [assumption | discriminate].
Qed.

(** ** Games with owners, a winner and perhaps a move for each vertex, and a number or none in the certificate *)

Definition owned_form (largest : list nat) (winners : nat) (f : file nat) (v : vertex) : bool :=
  fits largest anything (game f v) && fits [winners] at_most_one (solution f v) && at_most_one (certificate f v) &&
  is_empty (parameter f).

Definition player_at (column : vertex -> nat) (v : vertex) : player := match column v with 0 => Eve | _ => Adam end.

Definition winner_as (f : file nat) : vertex -> player := player_at (fun v => number (solution f v) 0).

(** The same, worked out once. *)
Definition known_winner (f : file nat) : vertex -> player :=
  player_at (numbers (order f) (fun v => number (solution f v) 0)).

Definition given (f : file nat) (k : nat) (v : vertex) : option vertex := nth_error (solution f v) k.

Lemma winner_is_named : forall f v, fits [1] at_most_one (solution f v) = true -> winner f v = Some (winner_as f v).
Proof.
  intros f v H. apply fits_first in H. unfold winner, winner_as, player_at.
  destruct (number (solution f v) 0) as [| [| k]]; simpl; auto. lia.
Qed.

Lemma owned_form_winner : forall largest winners f v, owned_form largest winners f v = true ->
  fits [winners] at_most_one (solution f v) = true.
Proof. intros largest winners f v H. unfold owned_form in H. now destruct (fits [winners] _ _), (fits largest _ _). Qed.

Lemma move_inside : forall f k v, v < order f -> move f k v = given f k v.
Proof. intros f k v L. unfold move. now rewrite (proj2 (Nat.ltb_lt _ _) L). Qed.

Lemma solved_by_moves : forall f k over (W : objective (arena_from f k)),
  (forall v, v < order f -> winner f v = Some (winner_as f v)) ->
  moves_are_complete (graph_from f k) (owner_in f) over (winner_as f) (given f 1) ->
  (forall v, v < order f -> won_by W (winner_as f v) (move f 1) v) ->
  solved f k over W.
Proof.
  intros f k over W Named [_ M] Won v L. rewrite (Named v L). split; [now apply Won |].
  rewrite (move_inside f 1 v L), (M v L). split; intros [H1 H2]; (split; [congruence | exact H2]).
Qed.
