(** Discounted games: what is collected, where every edge makes all that comes after it count less.

    What [check_equations] accepts is true, [discounted_proved]: the value shown of a vertex is what Eve's moves collect
    at least, and Adam's moves let her collect at most. *)

From Coq Require Import String List Arith ZArith QArith Qround Lqa Lia Bool.
From Graphgames Require Import Games Plays Claims Checking Reading Weights.
Import ListNotations.
Open Scope Q_scope.

(** ** The checker *)

(** An edge is worth its weight and the discounted value behind it. *)
Definition worth (value : vertex -> Q) (e : edge) : Q := weight e + discount e * value (fst e).

(** The sign with which a player sees the weights. *)
Definition sign_of (p : player) : Q := match p with Eve => 1 | Adam => - (1) end.

Definition keeps_worth (value : vertex -> Q) (p : player) (v : vertex) (e : edge) : bool :=
  match p with Eve => Qle_bool (value v) (worth value e) | Adam => Qle_bool (worth value e) (value v) end.

Definition is_discount (d : Q) : bool := Qle_bool 0 d && negb (Qle_bool 1 d).

Definition discounts_are_small (edges : vertex -> list edge) (v : vertex) : bool :=
  every (fun e => is_discount (discount e)) (edges v).

Definition discounted_conditions (f : file cell) : list condition := [
  ("an edge leads to a vertex of the graph"%string, ends_inside f (discounted_edges f));
  ("every vertex has an edge"%string, has_edges (discounted_edges f));
  ("a discount is 0 or more, and less than 1"%string, discounts_are_small (discounted_edges f));
  ("the move shown is an edge"%string, shown_edge f (discounted_edges f));
  ("Eve wins where the value is at least the threshold, and Adam elsewhere"%string,
    named_rightly f (named_by_threshold f));
  ("Eve's moves are worth the value"%string,
    follows f (discounted_edges f) Eve (keeps_worth (value_in f) Eve));
  ("Adam's moves are worth no more than the value"%string,
    follows f (discounted_edges f) Adam (keeps_worth (value_in f) Adam))
].

Definition check_equations (f : file cell) : verdict :=
  formed f (fun row => triples (skipn 1 row)) (weighted_form 2 false 0 1 f) (fun _ =>
    examine (order f) (discounted_conditions f)).

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

Variable f : file cell.
Variable edges : vertex -> list edge.
Variable value : vertex -> Q.

Let A := weighted f edges.

Hypothesis inside : forall v, (v < order f)%nat -> ends_inside f edges v = true.
Hypothesis on : forall v, (v < order f)%nat -> has_edges edges v = true.
Hypothesis small : forall v, (v < order f)%nat -> discounts_are_small edges v = true.

Lemma largest_discount : forall n, (n <= order f)%nat ->
  exists d, 0 <= d /\ d < 1 /\ forall v e, (v < n)%nat -> In e (edges v) -> 0 <= snd (snd e) <= d.
Proof.
  induction n as [| n IH]; intros Ln; [exists 0; split; [lra |]; split; [lra | lia] |].
  destruct (IH ltac:(lia)) as [d [D0 [D1 H]]]. assert (Sm := small n ltac:(lia)).
  unfold discounts_are_small, discount in Sm. rewrite every_iff in Sm.
  assert (Hl : forall l : list (vertex * (Q * Q)), (forall e, In e l -> is_discount (snd (snd e)) = true) ->
    exists c, 0 <= c /\ c < 1 /\ forall e, In e l -> 0 <= snd (snd e) <= c).
  { induction l as [| e l IHl]; intros Hd; [exists 0; split; [lra |]; split; [lra | intros e []] |].
    destruct (IHl (fun e' I => Hd e' (or_intror I))) as [c [C0 [C1 C]]].
    assert (De := Hd e (or_introl eq_refl)). unfold is_discount in De. apply andb_true_iff in De.
    destruct De as [De1 De2]. apply Qle_bool_iff in De1. apply negb_true_iff, not_le in De2.
    destruct (Qlt_le_dec c (snd (snd e))).
    - exists (snd (snd e)). split; [lra |]. split; [lra |]. intros e' [<- | I]; [lra |]. specialize (C e' I). lra.
    - exists c. split; [lra |]. split; [lra |]. intros e' [<- | I]; [lra | auto]. }
  destruct (Hl (edges n) Sm) as [c [C0 [C1 C]]].
  destruct (Qlt_le_dec c d).
  - exists d. split; [lra |]. split; [lra |]. intros v e Lv I. destruct (Nat.eq_dec v n) as [-> |].
    + specialize (C e I). lra.
    + apply (H v); auto. lia.
  - exists c. split; [lra |]. split; [lra |]. intros v e Lv I. destruct (Nat.eq_dec v n) as [-> |]; [auto |].
    specialize (H v e ltac:(lia) I). lra.
Qed.

Variable p : player.
Hypothesis follow : forall v, (v < order f)%nat -> follows f edges p (keeps_worth value p) v = true.
Variable r : play A.
Variable v : vertex.
Hypothesis begins : from (A := A) (start v) r.
Hypothesis known : (v < order f)%nat.
Hypothesis kept : keeps (A := A) p (positional (A := A) (along (chosen f edges p (keeps_worth value p)))) r.

Let steps := every_step f edges inside on p _ follow r v begins known kept.

Lemma counts_vanish : exists d, 0 <= d /\ d < 1 /\ forall i, 0 <= counts f edges r i <= power d i.
Proof.
  destruct (largest_discount (order f) (le_n _)) as [d [D0 [D1 H]]]. exists d. split; [auto |]. split; [auto |].
  induction i as [| i IH]; [simpl; lra |].
  destruct (steps i) as [e [L [_ [_ [I De]]]]]. simpl. rewrite De. specialize (H _ e L I). nra.
Qed.

(** What is collected comes to the value, seen with the sign of the player. *)
Lemma comes_to_the_value : forall eps, 0 < eps ->
  exists m, forall i, (m <= i)%nat -> sign_of p * value v - eps <= sign_of p * collected f edges r i.
Proof.
  intros eps Pos. set (here_ := here f edges r v) in *. set (s := sign_of p).
  assert (Sign : s = 1 \/ s = - (1)) by (unfold s; destruct p; auto).
  destruct counts_vanish as [d [D0 [D1 P]]].
  assert (H : forall i, s * value v <= s * (collected f edges r i + counts f edges r i * value (here_ i))).
  { induction i as [| i IH].
    - unfold here_. rewrite (begins_here f edges r v begins). simpl. destruct Sign as [-> | ->]; lra.
    - destruct (steps i) as [e [Lh [E [G [I W]]]]]. fold (here_ i) in *. fold (here_ (S i)) in E. specialize (P i).
      assert (G' : s * value (here_ i) <= s * worth value e).
      { unfold keeps_worth in G. unfold s. destruct p; apply Qle_bool_iff in G; simpl; lra. }
      unfold worth, weight, discount in G'. cbn [collected counts]. rewrite W, E.
      assert (M : counts f edges r i * (s * value (here_ i)) <=
        counts f edges r i * (s * (fst (snd e) + snd (snd e) * value (fst e)))) by nra.
      setoid_replace (s * (collected f edges r i + counts f edges r i * fst (snd e) +
        counts f edges r i * snd (snd e) * value (fst e))) with
        (s * collected f edges r i + counts f edges r i * (s * (fst (snd e) + snd (snd e) * value (fst e)))) by ring.
      lra. }
  destruct (Q_bounded value (order f)) as [b [Pb B]].
  destruct (vanishes d b D0 D1 Pb eps Pos) as [m M]. exists m. intros i Li.
  specialize (M i Li). specialize (H i). specialize (P i). destruct (steps i) as [e [Lh _]]. fold (here_ i) in Lh.
  specialize (B _ Lh).
  assert (counts f edges r i * (s * value (here_ i)) <= power d i * b) by (destruct Sign as [-> | ->]; nra). lra.
Qed.

End Sound.

(** ** The theorem *)

Theorem discounted_proved : forall f, check_equations f = Proved -> payoff_claim discounted_edges sum_at_least f.
Proof.
  intros f C. apply formed_proved in C. destruct C as [Form C].
  assert (Facts := all_conditions_hold _ _ C). simpl in Facts.
  destruct Facts as [In_ [On [Sm [_ [Win [Ev [Ad _]]]]]]].
  apply (valued_by_both f (discounted_edges f) _ (named_by_threshold f) (keeps_worth (value_in f)));
    [intros; apply wants_not_both | exact Win | intros v L; exact (value_is_there _ _ _ f v (Form v L)) |].
  intros t v r L F. destruct (Qle_bool t (value_in f v)) eqn:T; intros p K.
  - apply Qle_bool_iff in T. intros eps Pos N. apply N.
    destruct (comes_to_the_value f _ _ In_ On Sm Eve Ev r v F L K eps Pos) as [m M].
    exists m. intros i Li. specialize (M i Li). simpl sign_of in M. lra.
  - apply not_le in T. intros H. set (d := (t - value_in f v) * (1 # 4)). assert (D : 0 < d) by (unfold d; lra).
    apply (H d D). intros [m M].
    destruct (comes_to_the_value f _ _ In_ On Sm Adam Ad r v F L K d D) as [m' M'].
    specialize (M (m + m')%nat ltac:(lia)). specialize (M' (m + m')%nat ltac:(lia)). simpl sign_of in M'.
    unfold d in *. lra.
Qed.
