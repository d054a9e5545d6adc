(** Games with weights: strategies that take good edges, and what is known of the plays that keep to them. *)

From Coq Require Import String List Arith ZArith QArith Lqa Lia Bool.
From Graphgames Require Import Games Plays Claims Checking Reading.
Import ListNotations.
Open Scope nat_scope.

Definition edge := (vertex * (Q * Q))%type.

Definition weight (e : edge) : Q := fst (snd e).
Definition discount (e : edge) : Q := snd (snd e).

Definition start (v : vertex) : vertex * option (Q * Q) := (v, None).

(** The strategy that takes the chosen edges. *)
Definition along (choice : vertex -> option edge) (u : vertex * option (Q * Q)) : option (vertex * option (Q * Q)) :=
  option_map arrived (choice (fst u)).

Definition leads_to (w : vertex) (e : edge) : bool := Nat.eqb (fst e) w.

Section Following.

Variable f : file cell.
Variable edges : vertex -> list edge.

Let A := weighted f edges.
Let owner := owner_in (codes f).

Definition move_here : vertex -> option vertex := move (codes f) 2.

Definition ends_inside (v : vertex) : bool := every (fun e => Nat.ltb (fst e) (order f)) (edges v).

Definition has_edges (v : vertex) : bool := negb (is_empty (edges v)).

Definition shown_edge (v : vertex) : bool :=
  match move_here v with Some w => some (leads_to w) (edges v) | None => true end.

(** A player is safe by good edges: one that leads where the move shown does if it is hers to move, otherwise all. *)
Definition follows (p : player) (good : vertex -> edge -> bool) (v : vertex) : bool :=
  if same_player (owner v) p then
    match move_here v with
    | Some w => some (fun e => if leads_to w e then good v e else false) (edges v)
    | None => false
    end
  else every (good v) (edges v).

(** The good edge that a player takes: the first one that leads where the move shown does. *)
Definition chosen (p : player) (good : vertex -> edge -> bool) (v : vertex) : option edge :=
  match move_here v with
  | Some w =>
      if same_player (owner v) p then find (fun e => if leads_to w e then good v e else false) (edges v) else None
  | None => None
  end.

(** A choice of edges that makes the moves shown. *)
Definition makes_the_moves (choice : vertex -> option edge) : Prop :=
  forall v e, choice v = Some e -> In e (edges v) /\ move_here v = Some (fst e).

Lemma chosen_makes_the_moves : forall p good, makes_the_moves (chosen p good).
Proof.
  intros p good v e C. revert C. unfold chosen. destruct (move_here v) as [w |]; [| discriminate].
  destruct (same_player (owner v) p); [| discriminate].
  intros C. apply find_some in C. destruct C as [I E]. simpl in E.
  unfold leads_to in E. destruct (Nat.eqb_spec (fst e) w); [subst; auto | discriminate].
Qed.

Lemma choice_is_legal : forall choice, makes_the_moves choice -> legal (A := A) (positional (A := A) (along choice)).
Proof.
  intros choice H h u x M. unfold positional, along in M. simpl in *.
  destruct (choice (fst u)) as [e |] eqn:C; simpl in M; [| congruence].
  assert (x = arrived e) by congruence. subst x. apply in_map. now apply H.
Qed.

Lemma chosen_if_it_follows : forall p good v, owner v = p -> follows p good v = true ->
  exists e, chosen p good v = Some e /\ good v e = true.
Proof.
  intros p good v O F. unfold follows in F. unfold chosen. apply same_player_iff in O. rewrite O in *.
  destruct (move_here v) as [w |]; [| discriminate].
  rewrite some_iff in F. destruct F as [e [I G]].
  destruct (find (fun e => if leads_to w e then good v e else false) (edges v)) as [e' |] eqn:Fi.
  - exists e'. split; auto. apply find_some in Fi. destruct Fi as [_ G']. simpl in G'.
    destruct (leads_to w e'); [auto | discriminate].
  - apply (find_none _ _ Fi) in I. simpl in I. congruence.
Qed.

(** A step of a play is along an edge. *)
Lemma step_is_an_edge : forall (r : play A) i u w,
  is_play r -> r i = Some u -> r (S i) = Some w -> exists e, In e (edges (fst u)) /\ w = arrived e.
Proof.
  intros r i u w P E E'. assert (I := play_steps A r i u w P E E'). simpl in I.
  apply in_map_iff in I. destruct I as [e [H I]]. now exists e.
Qed.

Hypothesis inside : forall v, v < order f -> ends_inside v = true.

Lemma edge_stays : forall v e, v < order f -> In e (edges v) -> fst e < order f.
Proof.
  intros v e L I. specialize (inside v L). unfold ends_inside in inside. rewrite every_iff in inside.
  apply Nat.ltb_lt. auto.
Qed.

Lemma weighted_play_stays : forall (r : play A) v,
  from (A := A) (start v) r -> v < order f -> forall i u, r i = Some u -> fst u < order f.
Proof.
  intros r v F L. apply (play_invariant A r (fun u => fst u < order f) (start v) F L).
  intros i u w E E' U. destruct (step_is_an_edge r i u w (proj1 F) E E') as [e [I ->]]. simpl.
  now apply (edge_stays (fst u)).
Qed.

(** Where the strategy follows good edges, a step of a play that keeps to it is good. *)
Lemma kept_step_is_good : forall p good (r : play A) i u w,
  is_play r -> keeps (A := A) p (positional (A := A) (along (chosen p good))) r ->
  follows p good (fst u) = true -> r i = Some u -> r (S i) = Some w ->
  exists e, In e (edges (fst u)) /\ w = arrived e /\ good (fst u) e = true.
Proof.
  intros p good r i u w P K F E E'.
  destruct (step_is_an_edge r i u w P E E') as [e [I W]].
  destruct (same_player (owner (fst u)) p) eqn:O.
  - assert (O' := proj1 (same_player_iff _ _) O).
    destruct (chosen_if_it_follows p good (fst u) O' F) as [c [C G]].
    assert (T : positional (A := A) (along (chosen p good)) (past r i) u = Some (arrived c)).
    { exact (f_equal (option_map arrived) C). }
    assert (X := K i u (arrived c) E O' T). assert (w = arrived c) by congruence. subst w.
    destruct (chosen_makes_the_moves p good _ _ C) as [I' _].
    exists c. auto.
  - exists e. split; auto. split; auto. unfold follows in F. rewrite O in F. rewrite every_iff in F. auto.
Qed.

(** Where the strategy follows good edges, a player who is to move can move. *)
Lemma follower_moves : forall p good (r : play A) i u,
  is_play r -> follows p good (fst u) = true -> owner (fst u) = p -> r i = Some u -> r (S i) <> None.
Proof.
  intros p good r i u P F O E N.
  destruct (chosen_if_it_follows p good (fst u) O F) as [c [C _]].
  destruct (chosen_makes_the_moves p good _ _ C) as [I _].
  assert (M := play_ends A r i u P E N).
  assert (I' : In (arrived c) (moves A u)) by exact (in_map arrived _ _ I).
  now rewrite M in I'.
Qed.

(** *** Plays that do not end, and keep to good edges *)

Section Endless.

Hypothesis on : forall v, v < order f -> has_edges v = true.

Variable p : player.
Variable good : vertex -> edge -> bool.
Variable safe : vertex -> bool.                  (* where the strategy must follow good edges, which stay there *)
Hypothesis follow : forall v, v < order f -> safe v = true -> follows p good v = true.
Hypothesis stays_safe : forall v e, safe v = true -> good v e = true -> safe (fst e) = true.
Variable r : play A.
Variable v : vertex.
Hypothesis begins : from (A := A) (start v) r.
Hypothesis known : v < order f.
Hypothesis begins_safe : safe v = true.
Hypothesis kept : keeps (A := A) p (positional (A := A) (along (chosen p good))) r.

(** The vertex after [i] moves. *)
Definition here (i : nat) : vertex := match r i with Some u => fst u | None => v end.

Lemma every_safe_step : forall i, exists e, here i < order f /\ here (S i) = fst e /\ good (here i) e = true /\
  In e (edges (here i)) /\ label_at f edges r (S i) = snd e /\ safe (here i) = true.
Proof.
  assert (Stay := weighted_play_stays r v begins known).
  assert (Next : forall i u, r i = Some u -> exists w, r (S i) = Some w).
  { intros i u E.
    assert (Ne : moves A u <> []).
    { intros M. specialize (on (fst u) (Stay i u E)). unfold has_edges in on.
      apply (map_eq_nil arrived) in M. now rewrite M in on. }
    destruct (play_goes_on A r i u (proj1 begins) E Ne) as [w [E' _]]. now exists w. }
  assert (There : forall i, exists u, r i = Some u /\ safe (fst u) = true).
  { induction i as [| i [u [E Sa]]]; [exists (start v); split; [apply begins | exact begins_safe] |].
    destruct (Next i u E) as [w E']. exists w. split; [exact E' |].
    destruct (kept_step_is_good p good r i u w (proj1 begins) kept (follow _ (Stay i u E) Sa) E E') as [e [I [-> G]]].
    exact (stays_safe _ e Sa G). }
  intros i. destruct (There i) as [u [E Sa]]. assert (Lu := Stay i u E). destruct (Next i u E) as [w E'].
  destruct (kept_step_is_good p good r i u w (proj1 begins) kept (follow _ Lu Sa) E E') as [e [I [-> G]]].
  exists e. unfold here, label_at. rewrite E, E'. simpl. repeat split; auto.
Qed.

Lemma begins_here : here 0 = v.
Proof. unfold here. now rewrite (proj2 begins). Qed.

End Endless.

Lemma every_step : forall (on : forall v, v < order f -> has_edges v = true) p good,
  (forall v, v < order f -> follows p good v = true) ->
  forall (r : play A) v, from (A := A) (start v) r -> v < order f ->
  keeps (A := A) p (positional (A := A) (along (chosen p good))) r ->
  forall i, exists e, here r v i < order f /\ here r v (S i) = fst e /\ good (here r v i) e = true /\
    In e (edges (here r v i)) /\ label_at f edges r (S i) = snd e.
Proof.
  intros on p good F r v B L K i.
  destruct (every_safe_step on p good (fun _ => true) (fun v L _ => F v L) (fun _ _ _ _ => eq_refl) r v B L eq_refl K i)
    as [e H]. exists e. intuition.
Qed.

(** *** Sums where nothing is discounted *)

Section Plain.

Open Scope Q_scope.

Hypothesis plain : forall v e, In e (edges v) -> discount e = 1.

Variable r : play A.
Variable v : vertex.
Hypothesis begins : from (A := A) (start v) r.

Lemma nothing_is_discounted : forall i, snd (label_at f edges r i) = 1.
Proof.
  unfold label_at. destruct i as [| i]; [now rewrite (proj2 begins) |].
  destruct (r (S i)) as [w |] eqn:E; [| reflexivity].
  destruct (play_was_there A r i (S i) w (proj1 begins) E) as [u U]; [lia |].
  destruct (step_is_an_edge r i u w (proj1 begins) U E) as [e [I ->]]. exact (plain _ _ I).
Qed.

Lemma all_count : forall i, counts f edges r i == 1.
Proof. induction i as [| i IH]; [reflexivity |]. simpl. rewrite IH, nothing_is_discounted. reflexivity. Qed.

Lemma collected_next : forall i, collected f edges r (S i) == collected f edges r i + fst (label_at f edges r (S i)).
Proof. intros i. simpl. rewrite all_count. ring. Qed.

(** *** Integers *)

Definition is_whole (q : Q) : bool := Pos.eqb (Qden q) 1.

Definition gain (e : edge) : Z := Qnum (weight e).

Definition whole_weights (v : vertex) : bool := every (fun e => is_whole (weight e)) (edges v).

Lemma whole : forall q, is_whole q = true -> inject_Z (Qnum q) = q.
Proof. intros [n d] W. unfold is_whole in W. apply Pos.eqb_eq in W. simpl in *. now subst. Qed.

Fixpoint whole_sum (i : nat) : Z :=
  match i with
  | O => 0
  | S j => whole_sum j + Qnum (fst (label_at f edges r (S j)))
  end.

Hypothesis weights_whole : forall u, (u < order f)%nat -> whole_weights u = true.
Hypothesis known : (v < order f)%nat.

Lemma whole_sum_is_collected : forall i, inject_Z (whole_sum i) == collected f edges r i.
Proof.
  induction i as [| i IH]; [reflexivity |]. rewrite collected_next. cbn [whole_sum]. rewrite inject_Z_plus, IH.
  assert (W : inject_Z (Qnum (fst (label_at f edges r (S i)))) = fst (label_at f edges r (S i))); [| rewrite W; ring].
  unfold label_at. destruct (r (S i)) as [w |] eqn:E; [| reflexivity].
  destruct (play_was_there A r i (S i) w (proj1 begins) E) as [u U]; [lia |].
  destruct (step_is_an_edge r i u w (proj1 begins) U E) as [e [I ->]]. simpl. apply whole.
  assert (H := weights_whole _ (weighted_play_stays r v begins known i u U)). unfold whole_weights in H.
  rewrite every_iff in H. exact (H e I).
Qed.

End Plain.

End Following.

Lemma plain_edges_are_plain : forall f v e, In e (plain_edges f v) -> discount e = 1%Q.
Proof. intros f v e I. apply in_map_iff in I. now destruct I as [[w x] [<- _]]. Qed.

(** ** Bounds of exact numbers *)

Open Scope Q_scope.

Definition Q_of_nat (i : nat) : Q := inject_Z (Z.of_nat i).

Lemma not_le : forall a b, Qle_bool a b = false -> b < a.
Proof. intros a b E. apply Qnot_le_lt. intros F. apply Qle_bool_iff in F. congruence. Qed.

Lemma Q_bounded : forall (f : nat -> Q) n, exists b, 0 <= b /\ forall v, (v < n)%nat -> - b <= f v <= b.
Proof.
  induction n as [| n [b [P H]]]; [exists 0; split; [lra | lia] |].
  exists (b + f n + - f n + (if Qle_bool 0 (f n) then f n else - f n)).
  assert (N : 0 <= (if Qle_bool 0 (f n) then f n else - f n) /\
    - (if Qle_bool 0 (f n) then f n else - f n) <= f n <= (if Qle_bool 0 (f n) then f n else - f n)).
  { destruct (Qle_bool 0 (f n)) eqn:E; [apply Qle_bool_iff in E; lra |].
    assert (f n < 0). { apply Qnot_le_lt. intros F. apply Qle_bool_iff in F. congruence. } lra. }
  split; [lra |]. intros v L. destruct (Nat.eq_dec v n) as [-> |]; [lra |]. specialize (H v ltac:(lia)). lra.
Qed.

Lemma list_bounded : forall X (f : X -> Q) (l : list X), exists b, 0 <= b /\ forall x, In x l -> - b <= f x.
Proof.
  induction l as [| x l [b [P H]]]; [exists 0; split; [lra | intros x []] |].
  destruct (Q_bounded (fun _ => f x) 1) as [c [Pc Hc]]. specialize (Hc 0%nat ltac:(lia)). simpl in Hc.
  exists (b + c). split; [lra |]. intros y [<- | I]; [lra |]. specialize (H y I). lra.
Qed.

Lemma edges_bounded : forall (edges : vertex -> list edge) (f : edge -> Q) n,
  exists b, 0 <= b /\ forall v e, (v < n)%nat -> In e (edges v) -> - b <= f e.
Proof.
  induction n as [| n [b [P H]]]; [exists 0; split; [lra | lia] |].
  destruct (list_bounded _ f (edges n)) as [c [Pc Hc]].
  exists (b + c). split; [lra |]. intros v e L I.
  destruct (Nat.eq_dec v n) as [-> |]; [specialize (Hc e I); lra |].
  specialize (H v e ltac:(lia) I). lra.
Qed.

(** ** What a file says of a game with weights *)

Definition exact_or_0 (q : option Q) : Q := match q with Some x => x | None => 0 end.

Definition value_in (f : file cell) (v : vertex) : Q := exact_or_0 (exact_at (solution f v) 1).
Definition bound_in (f : file cell) (k : nat) (v : vertex) : Q := exact_or_0 (exact_at (certificate f v) k).
Definition threshold_in (f : file cell) : Q := exact_or_0 (exact_at (parameter f) 0).

Definition is_number (c : cell) : bool := match as_number c with Some _ => true | None => false end.

(** Groups of a vertex and so many numbers. *)
Fixpoint in_groups (k left : nat) (row : list cell) : bool :=
  match row, left with
  | [], O => true
  | [], S _ => false
  | _ :: rest, O => in_groups k k rest
  | c :: rest, S j => if is_number c then in_groups k j rest else false
  end.

Definition owner_and_edges (k : nat) (row : list cell) : bool :=
  match row with c :: rest => if Nat.leb (as_code c) 1 then in_groups k 0 rest else false | [] => false end.

Definition winner_value_and_move (infinite : bool) (row : list cell) : bool :=
  match row with
  | _ :: c :: rest => (is_number c || infinite) && at_most_one rest
  | _ => false
  end.

Fixpoint so_many_numbers (k : nat) (row : list cell) : bool :=
  match k, row with
  | O, [] => true
  | S j, c :: rest => is_number c && so_many_numbers j rest
  | _, _ => false
  end.

Definition weighted_form (k : nat) (infinite : bool) (numbers top : nat) (f : file cell) (v : vertex) : bool :=
  owner_and_edges k (game f v) && winner_value_and_move infinite (solution f v) &&
  so_many_numbers numbers (certificate f v) && so_many_numbers top (parameter f).

Lemma value_is_there : forall k numbers top f v, weighted_form k false numbers top f v = true ->
  exact_at (solution f v) 1 = Some (value_in f v).
Proof.
  intros k numbers top f v H. unfold weighted_form in H. do 2 (apply andb_true_iff in H; destruct H as [H _]).
  apply andb_true_iff in H. destruct H as [_ H]. unfold winner_value_and_move, is_number in H.
  unfold value_in, exact_at.
  destruct (solution f v) as [| c [| d rest]]; try discriminate. simpl.
  destruct (as_number d); [reflexivity | discriminate].
Qed.

Definition named_rightly (f : file cell) (named : player -> option Q -> player) (v : vertex) : bool :=
  match winner (codes f) v with Some w => same_player w (named w (exact_at (solution f v) 1)) | None => false end.

Lemma named_rightly_iff : forall f named v, named_rightly f named v = true ->
  exists w, winner (codes f) v = Some w /\ w = named w (exact_at (solution f v) 1).
Proof.
  intros f named v H. unfold named_rightly in H. destruct (winner (codes f) v) as [w |]; [| discriminate].
  apply same_player_iff in H. now exists w.
Qed.

Definition named_by_threshold (f : file cell) (w : player) (value : option Q) : player :=
  eve_if_at_least w value (exact_at (parameter f) 0).

(** What two players can assure at every vertex is its value. *)
Lemma valued_by_both : forall f edges (W : Q -> objective (weighted f edges)) named
    (good : player -> vertex -> edge -> bool),
  (forall t v, never_both (W t) v) ->
  (forall v, (v < order f)%nat -> named_rightly f named v = true) ->
  (forall v, (v < order f)%nat -> exact_at (solution f v) 1 = Some (value_in f v)) ->
  (forall t v r, (v < order f)%nat -> from (A := weighted f edges) (start v) r ->
    let p := if Qle_bool t (value_in f v) then Eve else Adam in
    keeps (A := weighted f edges) p (positional (A := weighted f edges) (along (chosen f edges p (good p)))) r -> W t p r) ->
  valued f edges W (fun w t value => eve_if_at_least w value (Some t)) named.
Proof.
  intros f edges W named good Both Named There Won. exists (fun p => chosen f edges p (good p)). split.
  { intros p. exact (chosen_makes_the_moves f edges p (good p)). }
  intros v L value. destruct (named_rightly_iff f named v (Named v L)) as [w [N1 N2]].
  exists w. split; [exact N1 |]. split; [exact N2 |]. intros t p.
  assert (P : p = if Qle_bool t (value_in f v) then Eve else Adam).
  { unfold p, value. now rewrite (There v L). }
  apply won_by_moves; [apply Both |]. split.
  { apply (choice_is_legal f edges). apply chosen_makes_the_moves. }
  intros r F K. rewrite P in *. exact (Won t v r L F K).
Qed.
