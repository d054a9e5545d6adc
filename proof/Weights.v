(** Games with weights: edges carry a label, and of parallel edges a player takes the one that serves.

    A position is a vertex together with the label of the edge by which the play came there, none at the start; so a
    play shows what it has collected. *)

From Coq Require Import String List Arith Lia Bool.
From Graphgames Require Import Games Checking.
Import ListNotations.

Section Labelled.

Variable L : Type.

Record labelled := Labelled {
  order : nat;
  edges : vertex -> list (vertex * L)
}.

Definition arrived (e : vertex * L) : vertex * option L := (fst e, Some (snd e)).

Definition weighted (g : labelled) (owner : vertex -> player) : arena :=
  Arena (vertex * option L) (fun u => map arrived (edges g (fst u))) (fun u => owner (fst u)).

(** Where a play begins. *)
Definition start (v : vertex) : vertex * option L := (v, None).

(** The strategy that takes the chosen edges. *)
Definition along (choice : vertex -> option (vertex * L)) (u : vertex * option L) : option (vertex * option L) :=
  option_map arrived (choice (fst u)).

Definition leads_to (w : vertex) (e : vertex * L) : bool := Nat.eqb (fst e) w.

Lemma leads_to_iff : forall w e, leads_to w e = true <-> fst e = w.
Proof. intros w e. apply Nat.eqb_eq. Qed.

Section Following.

Variable g : labelled.
Variable owner : vertex -> player.
Variable move : vertex -> option vertex.

Definition ends_inside (v : vertex) : bool := every (fun e => Nat.ltb (fst e) (order g)) (edges g v).

Definition shown_edge (v : vertex) : bool :=
  match move v with Some w => some (leads_to w) (edges g v) | None => true end.

(** A player is safe by good edges: one that leads where the move shown does if it is hers to move, otherwise all. *)
Definition follows (p : player) (good : vertex -> vertex * L -> bool) (v : vertex) : bool :=
  if same_player (owner v) p then
    match move v with
    | Some w => some (fun e => if leads_to w e then good v e else false) (edges g v)
    | None => false
    end
  else every (good v) (edges g v).

(** The good edge that a player takes: the first one that leads where the move shown does. *)
Definition chosen (p : player) (good : vertex -> vertex * L -> bool) (v : vertex) : option (vertex * L) :=
  match move v with
  | Some w =>
      if same_player (owner v) p then
        if Nat.ltb v (order g) then find (fun e => if leads_to w e then good v e else false) (edges g v) else None
      else None
  | None => None
  end.

(** A choice of edges that makes the moves shown. *)
Definition makes_the_moves (choice : vertex -> option (vertex * L)) : Prop :=
  forall v e, choice v = Some e -> v < order g /\ In e (edges g v) /\ move v = Some (fst e).

Lemma chosen_makes_the_moves : forall p good, makes_the_moves (chosen p good).
Proof.
  intros p good v e C. revert C. unfold chosen. destruct (move v) as [w |] eqn:M; [| discriminate].
  destruct (same_player (owner v) p); [| discriminate].
  destruct (Nat.ltb_spec v (order g)); [| discriminate].
  intros C. apply find_some in C. destruct C as [I E]. simpl in E.
  destruct (leads_to w e) eqn:Q; [| discriminate]. apply leads_to_iff in Q. subst. auto.
Qed.

Lemma choice_is_legal : forall choice, makes_the_moves choice ->
  legal (A := weighted g owner) (positional (A := weighted g owner) (along choice)).
Proof.
  intros choice H h u x M. unfold positional, along in M. simpl in *.
  destruct (choice (fst u)) as [e |] eqn:C; simpl in M; [| congruence].
  assert (x = arrived e) by congruence. subst x. apply in_map. now apply H.
Qed.

Lemma chosen_if_it_follows : forall p good v, v < order g -> owner v = p -> follows p good v = true ->
  exists e, chosen p good v = Some e /\ good v e = true.
Proof.
  intros p good v L_ O F. unfold follows in F. unfold chosen. apply same_player_iff in O. rewrite O in *.
  destruct (move v) as [w |]; [| discriminate]. apply Nat.ltb_lt in L_. rewrite L_.
  rewrite some_iff in F. destruct F as [e [I G]].
  destruct (find (fun e => if leads_to w e then good v e else false) (edges g v)) as [e' |] eqn:Fi.
  - exists e'. split; auto. apply find_some in Fi. destruct Fi as [_ G']. simpl in G'.
    destruct (leads_to w e'); [auto | discriminate].
  - apply (find_none _ _ Fi) in I. simpl in I. congruence.
Qed.

(** A step of a play is along an edge. *)
Lemma step_is_an_edge : forall (r : play (weighted g owner)) i u w,
  is_play r -> r i = Some u -> r (S i) = Some w -> exists e, In e (edges g (fst u)) /\ w = arrived e.
Proof.
  intros r i u w P E E'. assert (I := play_steps (weighted g owner) r i u w P E E'). simpl in I.
  apply in_map_iff in I. destruct I as [e [H I]]. now exists e.
Qed.

Hypothesis inside : forall v, v < order g -> ends_inside v = true.

Lemma edge_stays : forall v e, v < order g -> In e (edges g v) -> fst e < order g.
Proof.
  intros v e L_ I. specialize (inside v L_). unfold ends_inside in inside. rewrite every_iff in inside.
  apply Nat.ltb_lt. auto.
Qed.

Lemma weighted_play_stays : forall (r : play (weighted g owner)) v,
  from (A := weighted g owner) (start v) r -> v < order g -> forall i u, r i = Some u -> fst u < order g.
Proof.
  intros r v F L_. apply (play_invariant (weighted g owner) r (fun u => fst u < order g) (start v) F L_).
  intros i u w E E' U. destruct (step_is_an_edge r i u w (proj1 F) E E') as [e [I ->]]. simpl.
  now apply (edge_stays (fst u)).
Qed.

(** Where the strategy follows good edges, a step of a play that keeps to it is good. *)
Lemma kept_step_is_good : forall p good (r : play (weighted g owner)) i u w,
  is_play r -> keeps p (positional (A := weighted g owner) (along (chosen p good))) r ->
  fst u < order g -> follows p good (fst u) = true -> r i = Some u -> r (S i) = Some w ->
  exists e, In e (edges g (fst u)) /\ w = arrived e /\ good (fst u) e = true.
Proof.
  intros p good r i u w P K L_ F E E'.
  destruct (step_is_an_edge r i u w P E E') as [e [I W]].
  destruct (same_player (owner (fst u)) p) eqn:O.
  - assert (O' := proj1 (same_player_iff _ _) O).
    destruct (chosen_if_it_follows p good (fst u) L_ O' F) as [c [C G]].
    assert (T : positional (A := weighted g owner) (along (chosen p good)) (past r i) u = Some (arrived c)).
    { exact (f_equal (option_map arrived) C). }
    assert (X := K i u (arrived c) E O' T). assert (w = arrived c) by congruence. subst w.
    destruct (chosen_makes_the_moves p good _ _ C) as [_ [I' _]].
    exists c. auto.
  - exists e. split; auto. split; auto. unfold follows in F. rewrite O in F. rewrite every_iff in F. auto.
Qed.

(** Where the strategy follows good edges, a player who is to move can move. *)
Lemma follower_moves : forall p good (r : play (weighted g owner)) i u,
  is_play r -> fst u < order g -> follows p good (fst u) = true -> owner (fst u) = p -> r i = Some u ->
  r (S i) <> None.
Proof.
  intros p good r i u P L_ F O E N.
  destruct (chosen_if_it_follows p good (fst u) L_ O F) as [c [C _]].
  destruct (chosen_makes_the_moves p good _ _ C) as [_ [I _]].
  assert (M := play_ends (weighted g owner) r i u P E N).
  assert (I' : In (arrived c) (moves (weighted g owner) u)) by exact (in_map arrived _ _ I).
  now rewrite M in I'.
Qed.

End Following.

End Labelled.

Arguments Labelled {L}. Arguments order {L}. Arguments edges {L}. Arguments arrived {L}. Arguments weighted {L}.
Arguments start {L}. Arguments along {L}. Arguments ends_inside {L}. Arguments shown_edge {L}. Arguments follows {L}.
Arguments leads_to {L}. Arguments chosen {L}. Arguments makes_the_moves {L}.
