(** Mean payoff games: the average weight of a move in the long run.

    What [check_potentials] accepts is true, [mean_proved]: the value shown of a vertex is the average that Eve's moves
    keep, and that Adam's moves do not let her exceed. *)

From Coq Require Import String List Arith ZArith QArith Qround Lqa Lia Bool.
From Graphgames Require Import Games Plays Claims Checking Reading Weights.
Import ListNotations.
Open Scope Q_scope.

(** ** The checker *)

Section Steps.

(** One player's view: her value of a vertex, which her moves do not lower, her potential, and the sign of weights. *)
Variable sign : Q.
Variable value potential : vertex -> Q.

Definition keeps_value (v : vertex) (e : edge) : bool :=
  if Qle_bool (value (fst e)) (value v) then
    if Qle_bool (value v) (value (fst e))
    then Qle_bool (potential v + value v) (potential (fst e) + sign * weight e)
    else false
  else true.

End Steps.

Definition negated (x : vertex -> Q) : vertex -> Q := fun v => - x v.

Definition keeps_mean (f : file cell) (p : player) : vertex -> edge -> bool :=
  match p with
  | Eve => keeps_value 1 (value_in f) (bound_in f 0)
  | Adam => keeps_value (- (1)) (negated (value_in f)) (negated (bound_in f 1))
  end.

Definition mean_conditions (f : file cell) : list condition := [
  ("an edge leads to a vertex of the graph"%string, ends_inside f (plain_edges f));
  ("every vertex has an edge"%string, has_edges (plain_edges f));
  ("the move shown is an edge"%string, shown_edge f (plain_edges f));
  ("Eve wins where the value is at least the threshold, and Adam elsewhere"%string,
    named_rightly f (named_by_threshold f));
  ("Eve's moves do not let the value fall, and the potential allows for them"%string,
    follows f (plain_edges f) Eve (keeps_mean f Eve));
  ("Adam's moves do not let the value rise, and the potential allows for them"%string,
    follows f (plain_edges f) Adam (keeps_mean f Adam))
].

Definition check_potentials (f : file cell) : verdict :=
  formed f (fun row => pairs (skipn 1 row)) (weighted_form 1 false 2 1 f) (fun _ =>
    examine (order f) (mean_conditions f)).

(** ** Bounds *)

(** How many of the first [n] vertices have a smaller value. *)
Fixpoint smaller (value : vertex -> Q) (n : nat) (v : vertex) : nat :=
  match n with
  | O => 0
  | S k => (if Qle_bool (value v) (value k) then 0 else 1) + smaller value k v
  end.

Lemma smaller_at_most : forall value n v, (smaller value n v <= n)%nat.
Proof. induction n; intros v; simpl; auto. specialize (IHn v). destruct (Qle_bool (value v) (value n)); lia. Qed.

Lemma smaller_monotone : forall value n v w, value v <= value w -> (smaller value n v <= smaller value n w)%nat.
Proof.
  induction n; intros v w L; simpl; auto. specialize (IHn v w L).
  destruct (Qle_bool (value v) (value n)) eqn:E, (Qle_bool (value w) (value n)) eqn:F; try lia.
  apply not_le in E. apply Qle_bool_iff in F. lra.
Qed.

Lemma smaller_rises : forall value n v w, (v < n)%nat -> value v < value w ->
  (smaller value n v < smaller value n w)%nat.
Proof.
  induction n; intros v w L R; [lia |]. simpl.
  assert (M := smaller_monotone value n v w ltac:(lra)).
  destruct (Nat.eq_dec v n) as [-> | N].
  - assert (E : Qle_bool (value n) (value n) = true) by (apply Qle_bool_iff; lra). rewrite E.
    destruct (Qle_bool (value w) (value n)) eqn:F; [apply Qle_bool_iff in F; lra | lia].
  - specialize (IHn v w ltac:(lia) R).
    destruct (Qle_bool (value v) (value n)) eqn:E, (Qle_bool (value w) (value n)) eqn:F; try lia.
    apply not_le in E. apply Qle_bool_iff in F. lra.
Qed.

(** A sum whose terms, less a number, fall back on a bounded potential grows at least as fast as that number. *)
Lemma grows : forall (sum phi : nat -> Q) t b,
  sum 0%nat == 0 -> (forall i, - b <= phi i <= b) ->
  (forall i, t + phi i - phi (S i) <= sum (S i) - sum i) ->
  forall eps, 0 < eps -> exists m, forall i, (m <= i)%nat -> (t - eps) * Q_of_nat i <= sum i.
Proof.
  intros sum phi t b Zero B Step eps Pos.
  assert (H : forall i, t * Q_of_nat i - 2 * b <= sum i /\ t * Q_of_nat i + phi 0%nat - phi i <= sum i).
  { induction i.
    - assert (Q0 : Q_of_nat 0 == 0) by reflexivity. rewrite Q0. specialize (B 0%nat). split; lra.
    - assert (QS : Q_of_nat (S i) == Q_of_nat i + 1).
      { unfold Q_of_nat. rewrite Nat2Z.inj_succ, <- Z.add_1_r, inject_Z_plus. reflexivity. }
      rewrite QS. specialize (Step i). assert (B0 := B 0%nat). specialize (B (S i)). destruct IHi. split; lra. }
  destruct (Qlt_le_dec 0 b) as [Pb | Nb].
  - exists (Z.to_nat (Qceiling (2 * b / eps))). intros i L. destruct (H i) as [H1 _].
    assert (C := Qle_ceiling (2 * b / eps)).
    assert (Pq : 0 <= 2 * b / eps) by (apply Qle_shift_div_l; lra).
    assert (I : 2 * b / eps <= Q_of_nat i).
    { apply Qle_trans with (inject_Z (Qceiling (2 * b / eps))); auto. unfold Q_of_nat. rewrite <- Zle_Qle. lia. }
    assert (E : 2 * b <= eps * Q_of_nat i).
    { setoid_replace (2 * b) with (eps * (2 * b / eps)) by (field; lra).
      apply Qmult_le_l; auto. }
    lra.
  - exists 0%nat. intros i _. destruct (H i) as [H1 _].
    assert (0 <= Q_of_nat i) by (unfold Q_of_nat; change 0 with (inject_Z 0); rewrite <- Zle_Qle; lia). nra.
Qed.

(** ** Why it suffices *)

Section OnePlayer.

Variable f : file cell.
Variable p : player.
Variable sign : Q.
Variable value potential : vertex -> Q.

Let A := weighted f (plain_edges f).
Let good := keeps_value sign value potential.
Let total := collected f (plain_edges f).

Hypothesis inside : forall v, (v < order f)%nat -> ends_inside f (plain_edges f) v = true.
Hypothesis on : forall v, (v < order f)%nat -> has_edges (plain_edges f) v = true.
Hypothesis follow : forall v, (v < order f)%nat -> follows f (plain_edges f) p good v = true.

Lemma good_step : forall v e, good v e = true ->
  value v < value (fst e) \/
  value v == value (fst e) /\ potential v + value v <= potential (fst e) + sign * weight e.
Proof.
  intros v e G. unfold good, keeps_value in G.
  destruct (Qle_bool (value (fst e)) (value v)) eqn:E; [| left; now apply not_le].
  destruct (Qle_bool (value v) (value (fst e))) eqn:F; [| discriminate].
  apply Qle_bool_iff in E, F, G. right. split; [lra | exact G].
Qed.

Lemma keeps_the_average : forall (r : play A) v,
  from (A := A) (start v) r -> (v < order f)%nat ->
  keeps (A := A) p (positional (A := A) (along (chosen f (plain_edges f) p good))) r ->
  forall eps, 0 < eps ->
  exists m, forall i, (m <= i)%nat -> (value v - eps) * Q_of_nat i <= sign * total r i.
Proof.
  intros r v F L K.
  assert (Steps := every_step f (plain_edges f) inside on p good follow r v F L K).
  set (here_ := here f (plain_edges f) r v) in *.
  assert (Rise : forall i, value v <= value (here_ i)).
  { induction i as [| i IH].
    - unfold here_. rewrite (begins_here f (plain_edges f) r v F). lra.
    - destruct (Steps i) as [e [_ [E [G _]]]]. fold (here_ (S i)) in E. rewrite E.
      destruct (good_step _ _ G) as [S | [S _]]; lra. }
  destruct (Q_bounded value (order f)) as [bv [Pv Bv]].
  destruct (Q_bounded potential (order f)) as [bp [Pp Bp]].
  destruct (edges_bounded (plain_edges f) (fun e => sign * weight e) (order f)) as [bw [Pw Bw]].
  set (k := 2 * bp + bw + bv).
  set (count := fun u => Q_of_nat (smaller value (order f) u)).
  assert (Count : forall u, 0 <= count u <= Q_of_nat (order f)).
  { intros u. unfold count, Q_of_nat. change 0 with (inject_Z 0). rewrite <- !Zle_Qle.
    assert (H := smaller_at_most value (order f) u). lia. }
  apply (grows (fun i => sign * total r i) (fun i => potential (here_ i) + k * count (here_ i)) (value v)
    (bp + k * Q_of_nat (order f))).
  - simpl. ring.
  - intros i. destruct (Steps i) as [e [Lh _]]. specialize (Bp _ Lh). specialize (Count (here_ i)).
    assert (0 <= k) by (unfold k; lra). split; nra.
  - intros i. destruct (Steps i) as [e [Lh [E [G [I W]]]]].
    assert (Le : (fst e < order f)%nat) by exact (edge_stays f (plain_edges f) inside _ e Lh I).
    assert (T : sign * total r (S i) - sign * total r i == sign * weight e).
    { unfold total. rewrite (collected_next f (plain_edges f) (plain_edges_are_plain f) r v F i), W. unfold weight.
      ring. }
    rewrite T, E. specialize (Rise i). assert (Pk : 0 <= k) by (unfold k; lra).
    destruct (good_step _ _ G) as [Up | [Eq Pot]].
    + assert (C : count (here_ i) + 1 <= count (fst e)).
      { unfold count, Q_of_nat. change 1 with (inject_Z 1). rewrite <- inject_Z_plus, <- Zle_Qle.
        assert (H := smaller_rises value (order f) (here_ i) (fst e) Lh Up). lia. }
      assert (kC : k * count (here_ i) + k <= k * count (fst e)) by nra.
      specialize (Bw _ _ Lh I). assert (B1 := Bp _ Lh). assert (B2 := Bp _ Le). assert (B3 := Bv v L).
      unfold k in *. simpl in Bw. lra.
    + assert (C : count (here_ i) <= count (fst e)).
      { unfold count, Q_of_nat. rewrite <- Zle_Qle.
        assert (H := smaller_monotone value (order f) (here_ i) (fst e) ltac:(lra)). lia. }
      assert (kC : k * count (here_ i) <= k * count (fst e)) by nra. lra.
Qed.

End OnePlayer.

Lemma averages_differ : forall f edges (r : play (weighted f edges)) t s, s < t -> average_at_least f edges t r ->
  (forall eps, 0 < eps -> exists m, forall i, (m <= i)%nat -> (- s - eps) * Q_of_nat i <= - (1) * collected f edges r i) ->
  False.
Proof.
  intros f edges r t s L H H'.
  destruct (H ((t - s) / 4)) as [m M]; [apply Qlt_shift_div_l; lra |].
  destruct (H' ((t - s) / 4)) as [m' M']; [apply Qlt_shift_div_l; lra |].
  set (i := S (m + m')). specialize (M i ltac:(lia)). specialize (M' i ltac:(lia)). fold (Q_of_nat i) in M.
  assert (D : (t - s) / 4 == (t - s) * (1 # 4)) by field. rewrite D in *.
  assert (P : 1 <= Q_of_nat i).
  { unfold Q_of_nat. change 1 with (inject_Z 1). rewrite <- Zle_Qle. lia. }
  nra.
Qed.

(** ** The theorem *)

Theorem mean_proved : forall f, check_potentials f = Proved -> payoff_claim plain_edges average_at_least f.
Proof.
  intros f C. apply formed_proved in C. destruct C as [Form C].
  assert (Facts := all_conditions_hold _ _ C). simpl in Facts.
  destruct Facts as [In_ [On [_ [Win [Ev [Ad _]]]]]].
  apply (valued_by_both f (plain_edges f) _ (named_by_threshold f) (keeps_mean f));
    [intros; apply wants_not_both | exact Win | intros v L; exact (value_is_there _ _ _ f v (Form v L)) |].
  intros t v r L F. destruct (Qle_bool t (value_in f v)) eqn:T; intros p K.
  - apply Qle_bool_iff in T. intros eps Pos.
    destruct (keeps_the_average f Eve 1 _ _ In_ On Ev r v F L K eps Pos) as [m M].
    exists m. intros i Li. specialize (M i Li). fold (Q_of_nat i).
    assert (0 <= Q_of_nat i) by (unfold Q_of_nat; change 0 with (inject_Z 0); rewrite <- Zle_Qle; lia). nra.
  - apply not_le in T. intros H.
    exact (averages_differ f _ r t _ T H (keeps_the_average f Adam (- (1)) _ _ In_ On Ad r v F L K)).
Qed.
