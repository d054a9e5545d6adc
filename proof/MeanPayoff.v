(** Mean payoff games: the average weight of a move in the long run.

    What [check_mean] accepts is true, [mean_proved]: the value shown of a vertex is the average that Eve's moves keep,
    and that Adam's moves do not let her exceed. *)

From Coq Require Import String List Arith ZArith QArith Qround Lqa Lia Bool.
From Graphgames Require Import Games Checking Weights.
Import ListNotations.
Open Scope Q_scope.

(** ** The objective *)

Section Objective.

Variable g : labelled Z.
Variable owner : vertex -> player.
Let A := weighted g owner.

Definition weight_of (u : option (vertex * option Z)) : Q :=
  match u with Some (_, Some z) => inject_Z z | _ => 0 end.

Fixpoint total (r : nat -> option (vertex * option Z)) (i : nat) : Q :=
  match i with
  | O => 0
  | S j => total r j + weight_of (r (S j))
  end.

Definition Q_of_nat (i : nat) : Q := inject_Z (Z.of_nat i).

(** The least average in the long run (limit inferior) is [t] or more, the largest (limit superior) [t] or less. *)
Definition average_at_least (t : Q) (r : play A) : Prop :=
  forall eps, 0 < eps -> exists m, forall i, (m <= i)%nat -> (t - eps) * Q_of_nat i <= total r i.

Definition average_at_most (t : Q) (r : play A) : Prop :=
  forall eps, 0 < eps -> exists m, forall i, (m <= i)%nat -> total r i <= (t + eps) * Q_of_nat i.

(** Eve wins if the average is at least the threshold, Adam if it stays below. *)
Definition mean_payoff (threshold : Q) : objective A := fun p r =>
  match p with
  | Eve => average_at_least threshold r
  | Adam => exists t, t < threshold /\ average_at_most t r
  end.

End Objective.

(** ** The checker *)

Section Steps.

(** One player's view: her value of a vertex, which her moves do not lower, her potential, and the sign of weights. *)
Variable sign : Z.
Variable value potential : vertex -> Q.

Definition keeps_value (v : vertex) (e : vertex * Z) : bool :=
  if Qle_bool (value (fst e)) (value v) then
    if Qle_bool (value v) (value (fst e))
    then Qle_bool (potential v + value v) (potential (fst e) + inject_Z (sign * snd e))
    else false
  else true.

End Steps.

Definition negated (f : vertex -> Q) : vertex -> Q := fun v => - f v.

Section Certificate.

Variable g : labelled Z.
Variable owner : vertex -> player.
Variable threshold : Q.
Variable winner : vertex -> player.
Variable move : vertex -> option vertex.
Variable value low high : vertex -> Q.

Definition goes_on_for_ever (v : vertex) : bool := negb (is_empty (edges g v)).

Definition winner_has_the_threshold (v : vertex) : bool :=
  same_player (winner v) (if Qle_bool threshold (value v) then Eve else Adam).

Definition eve_keeps := keeps_value 1 value low.
Definition adam_keeps := keeps_value (-1) (negated value) (negated high).

Definition mean_conditions : list condition := [
  ("an edge leads to a vertex of the graph"%string, ends_inside g);
  ("every vertex has an edge"%string, goes_on_for_ever);
  ("the move shown is an edge"%string, shown_edge g move);
  ("Eve wins where the value is at least the threshold, and Adam elsewhere"%string, winner_has_the_threshold);
  ("Eve's moves do not let the value fall, and the potential allows for them"%string,
    follows g owner move Eve eve_keeps);
  ("Adam's moves do not let the value rise, and the potential allows for them"%string,
    follows g owner move Adam adam_keeps)
].

Definition check_mean : verdict := examine (order g) mean_conditions.

End Certificate.

(** ** Bounds *)

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

Lemma edges_bounded : forall (g : labelled Z) (f : vertex * Z -> Q) n,
  exists b, 0 <= b /\ forall v e, (v < n)%nat -> In e (edges g v) -> - b <= f e.
Proof.
  induction n as [| n [b [P H]]]; [exists 0; split; [lra | lia] |].
  destruct (list_bounded _ f (edges g n)) as [c [Pc Hc]].
  exists (b + c). split; [lra |]. intros v e L I.
  destruct (Nat.eq_dec v n) as [-> |]; [specialize (Hc e I); lra |].
  specialize (H v e ltac:(lia) I). lra.
Qed.

(** How many of the first [n] vertices have a smaller value. *)
Fixpoint smaller (value : vertex -> Q) (n : nat) (v : vertex) : nat :=
  match n with
  | O => 0
  | S k => (if Qle_bool (value v) (value k) then 0 else 1) + smaller value k v
  end.

Lemma smaller_at_most : forall value n v, (smaller value n v <= n)%nat.
Proof. induction n; intros v; simpl; auto. specialize (IHn v). destruct (Qle_bool (value v) (value n)); lia. Qed.

Lemma not_le : forall a b, Qle_bool a b = false -> b < a.
Proof. intros a b E. apply Qnot_le_lt. intros F. apply Qle_bool_iff in F. congruence. Qed.

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

Variable g : labelled Z.
Variable owner : vertex -> player.
Variable move : vertex -> option vertex.
Variable p : player.
Variable sign : Z.
Variable value potential : vertex -> Q.

Let A := weighted g owner.
Let good := keeps_value sign value potential.

Hypothesis inside : forall v, (v < order g)%nat -> ends_inside g v = true.
Hypothesis on : forall v, (v < order g)%nat -> edges g v <> [].
Hypothesis follow : forall v, (v < order g)%nat -> follows g owner move p good v = true.

Lemma good_step : forall v e, good v e = true ->
  value v < value (fst e) \/
  value v == value (fst e) /\ potential v + value v <= potential (fst e) + inject_Z (sign * snd e).
Proof.
  intros v e G. unfold good, keeps_value in G.
  destruct (Qle_bool (value (fst e)) (value v)) eqn:E; [| left; now apply not_le].
  destruct (Qle_bool (value v) (value (fst e))) eqn:F; [| discriminate].
  apply Qle_bool_iff in E, F, G. right. split; [lra | exact G].
Qed.

Lemma keeps_the_average : forall (r : play A) v,
  from (A := A) (start v) r -> (v < order g)%nat ->
  keeps (A := A) p (positional (A := A) (along (chosen g owner move p good))) r ->
  forall eps, 0 < eps ->
  exists m, forall i, (m <= i)%nat -> (value v - eps) * Q_of_nat i <= inject_Z sign * total r i.
Proof.
  intros r v F L K.
  assert (Stay := weighted_play_stays _ g owner inside r v F L).
  assert (Step : forall i, exists u e, r i = Some u /\ (fst u < order g)%nat /\ r (S i) = Some (arrived e) /\
    In e (edges g (fst u)) /\ good (fst u) e = true).
  { intros i.
    assert (There : exists u, r i = Some u).
    { induction i as [| i [u E]]; [exists (start v); apply F |].
      assert (Ne : moves A u <> []).
      { intros M. apply (on (fst u) (Stay i u E)). apply (map_eq_nil arrived). exact M. }
      destruct (play_goes_on A r i u (proj1 F) E Ne) as [w [E' _]]. now exists w. }
    destruct There as [u E]. assert (Lu := Stay i u E).
    assert (Ne : moves A u <> []).
    { intros M. apply (on (fst u) Lu). apply (map_eq_nil arrived). exact M. }
    destruct (play_goes_on A r i u (proj1 F) E Ne) as [w [E' _]].
    destruct (kept_step_is_good _ g owner move p good r i u w (proj1 F) K Lu (follow _ Lu) E E') as [e [I [-> G]]].
    exists u, e. auto. }
  set (here := fun i => match r i with Some u => fst u | None => v end).
  assert (Here : forall i, exists e, (here i < order g)%nat /\ here (S i) = fst e /\ good (here i) e = true /\
    In e (edges g (here i)) /\ weight_of (r (S i)) == inject_Z (snd e)).
  { intros i. destruct (Step i) as [u [e [E [Lu [E' [I G]]]]]]. exists e. unfold here. rewrite E, E'. simpl.
    repeat split; auto; reflexivity. }
  assert (Rise : forall i, value v <= value (here i)).
  { induction i as [| i IH].
    - unfold here. rewrite (proj2 F). simpl. lra.
    - destruct (Here i) as [e [_ [E [G _]]]]. rewrite E. destruct (good_step _ _ G) as [S | [S _]]; lra. }
  destruct (Q_bounded value (order g)) as [bv [Pv Bv]].
  destruct (Q_bounded potential (order g)) as [bp [Pp Bp]].
  destruct (edges_bounded g (fun e => inject_Z (sign * snd e)) (order g)) as [bw [Pw Bw]].
  set (k := 2 * bp + bw + bv).
  set (count := fun u => Q_of_nat (smaller value (order g) u)).
  assert (Count : forall u, 0 <= count u <= Q_of_nat (order g)).
  { intros u. unfold count, Q_of_nat. change 0 with (inject_Z 0). rewrite <- !Zle_Qle.
    assert (H := smaller_at_most value (order g) u). lia. }
  apply (grows (fun i => inject_Z sign * total r i) (fun i => potential (here i) + k * count (here i)) (value v)
    (bp + k * Q_of_nat (order g))).
  - simpl. ring.
  - intros i. destruct (Here i) as [e [Lh _]]. specialize (Bp _ Lh). specialize (Count (here i)).
    assert (0 <= k) by (unfold k; lra). split; nra.
  - intros i. destruct (Here i) as [e [Lh [E [G [I W]]]]].
    assert (Le : (fst e < order g)%nat) by exact (edge_stays _ g inside _ e Lh I).
    assert (T : inject_Z sign * total r (S i) - inject_Z sign * total r i == inject_Z (sign * snd e)).
    { cbn [total]. rewrite W, inject_Z_mult. ring. }
    rewrite T, E. specialize (Rise i). assert (Pk : 0 <= k) by (unfold k; lra).
    destruct (good_step _ _ G) as [Up | [Eq Pot]].
    + assert (C : count (here i) + 1 <= count (fst e)).
      { unfold count, Q_of_nat. change 1 with (inject_Z 1). rewrite <- inject_Z_plus, <- Zle_Qle.
        assert (H := smaller_rises value (order g) (here i) (fst e) Lh Up). lia. }
      assert (kC : k * count (here i) + k <= k * count (fst e)) by nra.
      specialize (Bw _ _ Lh I). assert (B1 := Bp _ Lh). assert (B2 := Bp _ Le). assert (B3 := Bv v L).
      unfold k in *. simpl in Bw. lra.
    + assert (C : count (here i) <= count (fst e)).
      { unfold count, Q_of_nat. rewrite <- Zle_Qle.
        assert (H := smaller_monotone value (order g) (here i) (fst e) ltac:(lra)). lia. }
      assert (kC : k * count (here i) <= k * count (fst e)) by nra. lra.
Qed.

End OnePlayer.

Lemma never_both_here : forall g owner t v,
  never_both (A := weighted g owner) (mean_payoff g owner t) (start v).
Proof.
  intros g owner t v r F H [s [L H']].
  destruct (H ((t - s) / 4)) as [m M]; [apply Qlt_shift_div_l; lra |].
  destruct (H' ((t - s) / 4)) as [m' M']; [apply Qlt_shift_div_l; lra |].
  set (i := S (m + m')). specialize (M i ltac:(lia)). specialize (M' i ltac:(lia)).
  assert (D : (t - s) / 4 == (t - s) * (1 # 4)) by field. rewrite D in *.
  assert (P : 1 <= Q_of_nat i).
  { unfold Q_of_nat. change 1 with (inject_Z 1). rewrite <- Zle_Qle. lia. }
  nra.
Qed.

(** ** The theorem *)

(** The value of each vertex is the largest threshold with which Eve wins, and the players win by edges that make the
    moves shown. The winner is named accordingly. *)
Theorem mean_proved : forall g owner threshold winner move value low high,
  check_mean g owner threshold winner move value low high = Proved ->
  let A := weighted g owner in
  exists eve adam : vertex -> option (vertex * Z),
    makes_the_moves g move eve /\ makes_the_moves g move adam /\
    forall v, (v < order g)%nat ->
      (winner v = Eve <-> threshold <= value v) /\
      (forall t, t <= value v -> won_by (A := A) (mean_payoff g owner t) Eve (along eve) (start v)) /\
      (forall t, value v < t -> won_by (A := A) (mean_payoff g owner t) Adam (along adam) (start v)).
Proof.
  intros g owner threshold winner move value low high C A.
  assert (Facts := all_conditions_hold _ _ C). simpl in Facts.
  destruct Facts as [In_ [On [Shown [Win [Ev [Ad _]]]]]].
  assert (On' : forall v, (v < order g)%nat -> edges g v <> []).
  { intros v L. specialize (On v L). unfold goes_on_for_ever in On. destruct (edges g v); [discriminate | congruence]. }
  exists (chosen g owner move Eve (eve_keeps value low)), (chosen g owner move Adam (adam_keeps value high)).
  split; [apply chosen_makes_the_moves |]. split; [apply chosen_makes_the_moves |].
  intros v L. split; [| split].
  - specialize (Win v L). unfold winner_has_the_threshold in Win. apply same_player_iff in Win. rewrite Win.
    destruct (Qle_bool threshold (value v)) eqn:E.
    + apply Qle_bool_iff in E. tauto.
    + apply not_le in E. split; [discriminate | intros; lra].
  - intros t Le. apply won_by_moves; [apply never_both_here |]. split.
    { apply (choice_is_legal _ g owner move). apply chosen_makes_the_moves. }
    intros r F K eps Pos.
    destruct (keeps_the_average g owner move Eve 1 value low In_ On' Ev r v F L K eps Pos) as [m M].
    exists m. intros i Li. specialize (M i Li). change (inject_Z 1) with 1 in M.
    assert (0 <= Q_of_nat i) by (unfold Q_of_nat; change 0 with (inject_Z 0); rewrite <- Zle_Qle; lia). nra.
  - intros t Lt_. apply won_by_moves; [apply never_both_here |]. split.
    { apply (choice_is_legal _ g owner move). apply chosen_makes_the_moves. }
    intros r F K. exists (value v). split; auto. intros eps Pos.
    destruct (keeps_the_average g owner move Adam (-1) (negated value) (negated high) In_ On' Ad r v F L K eps Pos)
      as [m M].
    exists m. intros i Li. specialize (M i Li). unfold negated in M. change (inject_Z (-1)) with (- (1)) in M. lra.
Qed.
