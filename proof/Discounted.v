(** Discounted games: what is collected, where every edge makes all that comes after it count less.

    What [check_discounted] accepts is true, [discounted_proved]: the value shown of a vertex is what Eve's moves
    collect at least, and Adam's moves let her collect at most. *)

From Coq Require Import String List Arith ZArith QArith Qround Lqa Lia Bool.
From Graphgames Require Import Games Checking Weights MeanPayoff.
Import ListNotations.
Open Scope Q_scope.

(** ** The objective: an edge has a weight and a discount *)

Section Objective.

Variable g : labelled (Q * Q).
Variable owner : vertex -> player.
Let A := weighted g owner.

Definition weight_at (u : option (vertex * option (Q * Q))) : Q :=
  match u with Some (_, Some (w, _)) => w | _ => 0 end.

Definition discount_at (u : option (vertex * option (Q * Q))) : Q :=
  match u with Some (_, Some (_, d)) => d | _ => 1 end.

(** What the next weight counts after [i] moves: the product of the discounts so far. *)
Fixpoint counts (r : nat -> option (vertex * option (Q * Q))) (i : nat) : Q :=
  match i with
  | O => 1
  | S j => counts r j * discount_at (r (S j))
  end.

Fixpoint collected (r : nat -> option (vertex * option (Q * Q))) (i : nat) : Q :=
  match i with
  | O => 0
  | S j => collected r j + counts r j * weight_at (r (S j))
  end.

(** What is collected comes to [t] in the end, up to any small number; or to no more than that. *)
Definition comes_to_at_least (t : Q) (r : play A) : Prop :=
  forall eps, 0 < eps -> exists m, forall i, (m <= i)%nat -> t - eps <= collected r i.

Definition comes_to_at_most (t : Q) (r : play A) : Prop :=
  forall eps, 0 < eps -> exists m, forall i, (m <= i)%nat -> collected r i <= t + eps.

(** Eve wins if what is collected is the threshold or more, Adam if it is less. *)
Definition discounted_payoff (threshold : Q) : objective A := fun p r =>
  match p with
  | Eve => comes_to_at_least threshold r
  | Adam => exists t, t < threshold /\ comes_to_at_most t r
  end.

End Objective.

(** ** The checker *)

(** One player's view: an edge is worth its weight and the discounted value behind it, with the sign of the player. *)
Definition worth (value : vertex -> Q) (e : vertex * (Q * Q)) : Q :=
  fst (snd e) + snd (snd e) * value (fst e).

Definition not_worth_less (value : vertex -> Q) (v : vertex) (e : vertex * (Q * Q)) : bool :=
  Qle_bool (value v) (worth value e).

Definition not_worth_more (value : vertex -> Q) (v : vertex) (e : vertex * (Q * Q)) : bool :=
  Qle_bool (worth value e) (value v).

Definition is_discount (d : Q) : bool := Qle_bool 0 d && negb (Qle_bool 1 d).

Section Certificate.

Variable g : labelled (Q * Q).
Variable owner : vertex -> player.
Variable threshold : Q.
Variable winner : vertex -> player.
Variable move : vertex -> option vertex.
Variable value : vertex -> Q.

Definition has_edges (v : vertex) : bool := negb (is_empty (edges g v)).

Definition discounts_are_small (v : vertex) : bool := every (fun e => is_discount (snd (snd e))) (edges g v).

Definition discounted_conditions : list condition := [
  ("an edge leads to a vertex of the graph"%string, ends_inside g);
  ("every vertex has an edge"%string, has_edges);
  ("a discount is 0 or more, and less than 1"%string, discounts_are_small);
  ("the move shown is an edge"%string, shown_edge g move);
  ("Eve wins where the value is at least the threshold, and Adam elsewhere"%string,
    winner_has_the_threshold threshold winner value);
  ("Eve's moves are worth the value"%string, follows g owner move Eve (not_worth_less value));
  ("Adam's moves are worth no more than the value"%string, follows g owner move Adam (not_worth_more value))
].

Definition check_discounted : verdict := examine (order g) discounted_conditions.

End Certificate.

(** ** Powers of a number below 1 become small *)

Fixpoint power (x : Q) (i : nat) : Q := match i with O => 1 | S j => power x j * x end.

Lemma power_is_small : forall x, 0 <= x -> x < 1 ->
  forall i, 0 <= power x i /\ power x i * (1 + Q_of_nat i * (1 - x)) <= 1.
Proof.
  intros x P L. induction i as [| i [H1 H2]].
  - assert (Z0 : Q_of_nat 0 == 0) by reflexivity. simpl. rewrite Z0. lra.
  - assert (QS : Q_of_nat (S i) == Q_of_nat i + 1).
    { unfold Q_of_nat. rewrite Nat2Z.inj_succ, <- Z.add_1_r, inject_Z_plus. reflexivity. }
    assert (N : 0 <= Q_of_nat i) by (unfold Q_of_nat; change 0 with (inject_Z 0); rewrite <- Zle_Qle; lia).
    simpl. split; [nra |]. rewrite QS. set (q := Q_of_nat i) in *. set (d := 1 - x) in *.
    assert (E : (1 - d) * (1 + (q + 1) * d) <= 1 + q * d).
    { assert (S1 : 0 <= (q + 1) * (d * d)) by (assert (0 <= d) by (unfold d; lra); nra).
      setoid_replace ((1 - d) * (1 + (q + 1) * d)) with (1 + q * d - (q + 1) * (d * d)) by ring. lra. }
    setoid_replace (power x i * x * (1 + (q + 1) * d)) with (power x i * ((1 - d) * (1 + (q + 1) * d)))
      by (unfold d; ring).
    apply Qle_trans with (power x i * (1 + q * d)); [| exact H2]. nra.
Qed.

Lemma vanishes : forall x b, 0 <= x -> x < 1 -> 0 <= b ->
  forall eps, 0 < eps -> exists m, forall i, (m <= i)%nat -> power x i * b <= eps.
Proof.
  intros x b P L B eps Pos. set (d := 1 - x). assert (D : 0 < d) by (unfold d; lra).
  assert (Ed : 0 < eps * d) by nra.
  exists (Z.to_nat (Qceiling (b / (eps * d)))). intros i Li.
  destruct (power_is_small x P L i) as [H1 H2]. fold d in H2.
  assert (C := Qle_ceiling (b / (eps * d))).
  assert (Pq : 0 <= b / (eps * d)) by (apply Qle_shift_div_l; lra).
  assert (I : b / (eps * d) <= Q_of_nat i).
  { apply Qle_trans with (inject_Z (Qceiling (b / (eps * d)))); auto. unfold Q_of_nat. rewrite <- Zle_Qle. lia. }
  assert (E : b <= eps * (Q_of_nat i * d)).
  { setoid_replace b with ((eps * d) * (b / (eps * d))) by (field; split; lra).
    apply Qle_trans with ((eps * d) * Q_of_nat i); [apply Qmult_le_l; auto | lra]. }
  assert (N : 0 <= Q_of_nat i) by (unfold Q_of_nat; change 0 with (inject_Z 0); rewrite <- Zle_Qle; lia).
  apply Qle_trans with (power x i * (eps * (Q_of_nat i * d))); [nra |].
  setoid_replace (power x i * (eps * (Q_of_nat i * d))) with (eps * (power x i * (Q_of_nat i * d))) by ring.
  assert (H3 : power x i * (Q_of_nat i * d) <= 1) by (assert (0 <= power x i * 1) by lra; nra).
  nra.
Qed.

(** ** Why it suffices *)

Section Sound.

Variable g : labelled (Q * Q).
Variable owner : vertex -> player.
Variable threshold : Q.
Variable winner : vertex -> player.
Variable move : vertex -> option vertex.
Variable value : vertex -> Q.

Let A := weighted g owner.

Hypothesis inside : forall v, (v < order g)%nat -> ends_inside g v = true.
Hypothesis on : forall v, (v < order g)%nat -> edges g v <> [].
Hypothesis small : forall v, (v < order g)%nat -> discounts_are_small g v = true.

Lemma largest_discount : forall n, (n <= order g)%nat ->
  exists d, 0 <= d /\ d < 1 /\ forall v e, (v < n)%nat -> In e (edges g v) -> 0 <= snd (snd e) <= d.
Proof.
  induction n as [| n IH]; intros Ln; [exists 0; split; [lra |]; split; [lra | lia] |].
  destruct (IH ltac:(lia)) as [d [D0 [D1 H]]]. assert (Sm := small n ltac:(lia)).
  unfold discounts_are_small in Sm. rewrite every_iff in Sm.
  assert (Hl : forall l : list (vertex * (Q * Q)), (forall e, In e l -> is_discount (snd (snd e)) = true) ->
    exists c, 0 <= c /\ c < 1 /\ forall e, In e l -> 0 <= snd (snd e) <= c).
  { induction l as [| e l IHl]; intros Hd; [exists 0; split; [lra |]; split; [lra | intros e []] |].
    destruct (IHl (fun e' I => Hd e' (or_intror I))) as [c [C0 [C1 C]]].
    assert (De := Hd e (or_introl eq_refl)). unfold is_discount in De. apply andb_true_iff in De.
    destruct De as [De1 De2]. apply Qle_bool_iff in De1. apply negb_true_iff, not_le in De2.
    destruct (Qlt_le_dec c (snd (snd e))).
    - exists (snd (snd e)). split; [lra |]. split; [lra |]. intros e' [<- | I]; [lra |]. specialize (C e' I). lra.
    - exists c. split; [lra |]. split; [lra |]. intros e' [<- | I]; [lra | auto]. }
  destruct (Hl (edges g n) Sm) as [c [C0 [C1 C]]].
  destruct (Qlt_le_dec c d).
  - exists d. split; [lra |]. split; [lra |]. intros v e Lv I. destruct (Nat.eq_dec v n) as [-> |].
    + specialize (C e I). lra.
    + apply (H v); auto. lia.
  - exists c. split; [lra |]. split; [lra |]. intros v e Lv I. destruct (Nat.eq_dec v n) as [-> |]; [auto |].
    specialize (H v e ltac:(lia) I). lra.
Qed.

Section Play.

Variable p : player.
Variable good : vertex -> vertex * (Q * Q) -> bool.
Hypothesis follow : forall v, (v < order g)%nat -> follows g owner move p good v = true.
Variable r : play A.
Variable v : vertex.
Hypothesis begins : from (A := A) (start v) r.
Hypothesis known : (v < order g)%nat.
Hypothesis kept : keeps (A := A) p (positional (A := A) (along (chosen g owner move p good))) r.

Definition here (i : nat) : vertex := match r i with Some u => fst u | None => v end.

Lemma every_step : forall i, exists e, (here i < order g)%nat /\ here (S i) = fst e /\ good (here i) e = true /\
  In e (edges g (here i)) /\ weight_at (r (S i)) = fst (snd e) /\ discount_at (r (S i)) = snd (snd e).
Proof.
  assert (Stay := weighted_play_stays _ g owner inside r v begins known).
  assert (Next : forall i u, r i = Some u -> exists w, r (S i) = Some w).
  { intros i u E.
    assert (Ne : moves A u <> []).
    { intros M. apply (on (fst u) (Stay i u E)). apply (map_eq_nil arrived). exact M. }
    destruct (play_goes_on A r i u (proj1 begins) E Ne) as [w [E' _]]. now exists w. }
  assert (There : forall i, exists u, r i = Some u).
  { induction i as [| i [u E]]; [exists (start v); apply begins | exact (Next i u E)]. }
  intros i. destruct (There i) as [u E]. assert (Lu := Stay i u E). destruct (Next i u E) as [w E'].
  destruct (kept_step_is_good _ g owner move p good r i u w (proj1 begins) kept Lu (follow _ Lu) E E')
    as [e [I [-> G]]].
  exists e. unfold here. rewrite E, E'. destruct e as [x [z d]]. simpl. repeat split; auto.
Qed.

Lemma counts_vanish : exists d, 0 <= d /\ d < 1 /\ forall i, 0 <= counts r i <= power d i.
Proof.
  destruct (largest_discount (order g) (le_n _)) as [d [D0 [D1 H]]]. exists d. split; [auto |]. split; [auto |].
  induction i as [| i IH]; [simpl; lra |].
  destruct (every_step i) as [e [L [_ [_ [I [_ De]]]]]]. simpl. rewrite De. specialize (H _ e L I). nra.
Qed.

End Play.

Lemma eve_collects : (forall v, (v < order g)%nat -> follows g owner move Eve (not_worth_less value) v = true) ->
  forall (r : play A) v, from (A := A) (start v) r -> (v < order g)%nat ->
  keeps (A := A) Eve (positional (A := A) (along (chosen g owner move Eve (not_worth_less value)))) r ->
  comes_to_at_least g owner (value v) r.
Proof.
  intros Fo r v F L K eps Pos.
  assert (Steps := every_step Eve _ Fo r v F L K).
  assert (H : forall i, value v <= collected r i + counts r i * value (here r v i)).
  { induction i as [| i IH].
    - unfold here. rewrite (proj2 F). simpl. lra.
    - destruct (Steps i) as [e [Lh [E [G [I [W D]]]]]]. simpl. rewrite W, D, E.
      unfold not_worth_less, worth in G. apply Qle_bool_iff in G.
      destruct (counts_vanish Eve _ Fo r v F L K) as [d [_ [_ P]]]. specialize (P i).
      assert (M : counts r i * value (here r v i) <=
        counts r i * (fst (snd e) + snd (snd e) * value (fst e))) by nra. lra. }
  destruct (Q_bounded value (order g)) as [b [Pb B]].
  destruct (counts_vanish Eve _ Fo r v F L K) as [d [D0 [D1 P]]].
  destruct (vanishes d b D0 D1 Pb eps Pos) as [m M]. exists m. intros i Li.
  specialize (M i Li). specialize (H i). specialize (P i). destruct (Steps i) as [e [Lh _]]. specialize (B _ Lh).
  assert (counts r i * value (here r v i) <= power d i * b) by nra. lra.
Qed.

Lemma adam_allows : (forall v, (v < order g)%nat -> follows g owner move Adam (not_worth_more value) v = true) ->
  forall (r : play A) v, from (A := A) (start v) r -> (v < order g)%nat ->
  keeps (A := A) Adam (positional (A := A) (along (chosen g owner move Adam (not_worth_more value)))) r ->
  comes_to_at_most g owner (value v) r.
Proof.
  intros Fo r v F L K eps Pos.
  assert (Steps := every_step Adam _ Fo r v F L K).
  assert (H : forall i, collected r i + counts r i * value (here r v i) <= value v).
  { induction i as [| i IH].
    - unfold here. rewrite (proj2 F). simpl. lra.
    - destruct (Steps i) as [e [Lh [E [G [I [W D]]]]]]. simpl. rewrite W, D, E.
      unfold not_worth_more, worth in G. apply Qle_bool_iff in G.
      destruct (counts_vanish Adam _ Fo r v F L K) as [d [_ [_ P]]]. specialize (P i).
      assert (M : counts r i * (fst (snd e) + snd (snd e) * value (fst e)) <=
        counts r i * value (here r v i)) by nra. lra. }
  destruct (Q_bounded value (order g)) as [b [Pb B]].
  destruct (counts_vanish Adam _ Fo r v F L K) as [d [D0 [D1 P]]].
  destruct (vanishes d b D0 D1 Pb eps Pos) as [m M]. exists m. intros i Li.
  specialize (M i Li). specialize (H i). specialize (P i). destruct (Steps i) as [e [Lh _]]. specialize (B _ Lh).
  assert (- (power d i * b) <= counts r i * value (here r v i)) by nra. lra.
Qed.

End Sound.

Lemma never_both_discounted : forall g owner t v,
  never_both (A := weighted g owner) (discounted_payoff g owner t) (start v).
Proof.
  intros g owner t v r F H [s [L H']].
  assert (D : 0 < (t - s) * (1 # 4)) by lra.
  destruct (H _ D) as [m M]. destruct (H' _ D) as [m' M'].
  specialize (M (m + m')%nat ltac:(lia)). specialize (M' (m + m')%nat ltac:(lia)). lra.
Qed.

(** ** The theorem *)

(** The value of each vertex is the largest threshold with which Eve wins, and the players win by edges that make the
    moves shown. The winner is named accordingly. *)
Theorem discounted_proved : forall g owner threshold winner move value,
  check_discounted g owner threshold winner move value = Proved ->
  let A := weighted g owner in
  exists eve adam : vertex -> option (vertex * (Q * Q)),
    makes_the_moves g move eve /\ makes_the_moves g move adam /\
    forall v, (v < order g)%nat ->
      (winner v = Eve <-> threshold <= value v) /\
      (forall t, t <= value v -> won_by (A := A) (discounted_payoff g owner t) Eve (along eve) (start v)) /\
      (forall t, value v < t -> won_by (A := A) (discounted_payoff g owner t) Adam (along adam) (start v)).
Proof.
  intros g owner threshold winner move value C A.
  assert (Facts := all_conditions_hold _ _ C). simpl in Facts.
  destruct Facts as [In_ [On [Sm [_ [Win [Ev [Ad _]]]]]]].
  assert (On' : forall v, (v < order g)%nat -> edges g v <> []).
  { intros v L. specialize (On v L). unfold has_edges in On. destruct (edges g v); [discriminate | congruence]. }
  exists (chosen g owner move Eve (not_worth_less value)), (chosen g owner move Adam (not_worth_more value)).
  split; [apply chosen_makes_the_moves |]. split; [apply chosen_makes_the_moves |].
  intros v L. split; [| split].
  - specialize (Win v L). unfold winner_has_the_threshold in Win. apply same_player_iff in Win. rewrite Win.
    destruct (Qle_bool threshold (value v)) eqn:E.
    + apply Qle_bool_iff in E. tauto.
    + apply not_le in E. split; [discriminate | intros; lra].
  - intros t Le. apply won_by_moves; [apply never_both_discounted |]. split.
    { apply (choice_is_legal _ g owner move). apply chosen_makes_the_moves. }
    intros r F K eps Pos.
    destruct (eve_collects g owner move value In_ On' Sm Ev r v F L K eps Pos) as [m M].
    exists m. intros i Li. specialize (M i Li). lra.
  - intros t Lt_. apply won_by_moves; [apply never_both_discounted |]. split.
    { apply (choice_is_legal _ g owner move). apply chosen_makes_the_moves. }
    intros r F K. exists (value v). split; auto.
    exact (adam_allows g owner move value In_ On' Sm Ad r v F L K).
Qed.
