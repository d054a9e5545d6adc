(** Nimbers of impartial games without cycles: the mex equation.

    A position has the nimber [k] if it is worth as much as a nim heap of size [k]: in the sum of both, whoever is to
    move loses, and wins beside a heap of any other size. The certificate gives each vertex a depth that falls along
    every edge, so that there are no cycles. What [check_nimbers] accepts is true: [nimbers_proved]. *)

From Coq Require Import String List Arith Lia Bool Sorting.Mergesort Sorting.Permutation Orders.
From Graphgames Require Import Games Plays Claims Checking Reading LastMove.
Import ListNotations.

Definition is_mex (k : nat) (values : list nat) : Prop := ~ In k values /\ forall j, j < k -> In j values.

(** ** The checker *)

Module AscendingOrder <: TotalLeBool.
  Definition t := nat.
  Definition leb := Nat.leb.
  Lemma leb_total : forall x y, leb x y = true \/ leb y x = true.
  Proof. intros x y. unfold leb. rewrite !Nat.leb_le. lia. Qed.
End AscendingOrder.

Module Ascending := Sort AscendingOrder.

(** Starting with [k]: one more for each number that is just that. *)
Fixpoint climb (k : nat) (values : list nat) : nat :=
  match values with
  | [] => k
  | x :: rest => climb (if Nat.eqb x k then S k else k) rest
  end.

Section Nimbers.

Variable g : graph.
Variable value : vertex -> nat.
Variable depth : vertex -> nat.

Definition depth_falls (v : vertex) : bool := every (fun w => Nat.ltb (depth w) (depth v)) (successors g v).

Definition value_is_mex (v : vertex) : bool :=
  let values := map value (successors g v) in
  if some (Nat.eqb (value v)) values then false else Nat.eqb (climb 0 (Ascending.sort values)) (value v).

Definition check_nimbers : verdict :=
  examine (size g) [
    ("an edge leads to a vertex of the graph"%string, edges_stay g);
    ("the depth falls along every edge"%string, depth_falls);
    ("the value is the least number that no successor has"%string, value_is_mex)
  ].

(** ** Why it suffices *)

Hypothesis accepted : check_nimbers = Proved.

Lemma facts : (forall v, v < size g -> edges_stay g v = true) /\ (forall v, v < size g -> depth_falls v = true) /\
  (forall v, v < size g -> value_is_mex v = true) /\ True.
Proof. exact (all_conditions_hold _ _ accepted). Qed.

Lemma climbs : forall values k j, j < climb k values -> j < k \/ In j values.
Proof.
  induction values as [| x rest IH]; simpl; intros k j L; auto.
  destruct (IH _ _ L) as [H | H]; auto. destruct (Nat.eqb_spec x k); [| auto].
  destruct (Nat.eq_dec j k); [right; left; congruence | left; lia].
Qed.

Lemma mex : forall v, v < size g -> is_mex (value v) (map value (successors g v)).
Proof.
  intros v L. assert (T := proj1 (proj2 (proj2 facts)) v L). unfold value_is_mex in T.
  destruct (some _ _) eqn:So in T; [discriminate |]. apply Nat.eqb_eq in T. split.
  - intros I. assert (some (Nat.eqb (value v)) (map value (successors g v)) = true); [| congruence].
    apply some_iff. exists (value v). split; [exact I | apply Nat.eqb_refl].
  - intros j Lj. rewrite <- T in Lj. destruct (climbs _ _ _ Lj) as [| I]; [lia |].
    apply (Permutation_in j (Permutation_sym (Ascending.Permuted_sort _)) I).
Qed.

Let A := beside_heap g.

Lemma moves_are : forall v k p y, In y (moves A (v, k, p)) <->
  (exists w, In w (successors g v) /\ y = (w, k, other p)) \/ (exists j, j < k /\ y = (v, j, other p)).
Proof.
  intros v k p y. simpl. rewrite in_app_iff, !in_map_iff. split.
  - intros [[w [E I]] | [j [E I]]]; [left; exists w; auto |]. apply in_seq in I. right. exists j. split; auto. lia.
  - intros [[w [I E]] | [j [I E]]]; [left; exists w; auto | right; exists j]. split; auto. apply in_seq. lia.
Qed.

(** The winner makes both worth the same. *)
Definition balance : vertex * nat * player -> option (vertex * nat * player) := fun '(v, k, p) =>
  if Nat.ltb (value v) k then Some (v, value v, other p)
  else match find (fun w => Nat.eqb (value w) k) (successors g v) with
  | Some w => Some (w, k, other p)
  | None => None
  end.

Lemma balance_legal : legal (positional (A := A) balance).
Proof.
  intros h [[v k] p] y E. unfold positional, balance in E.
  destruct (Nat.ltb_spec (value v) k) as [Lt | _].
  - inversion E. apply moves_are. right. exists (value v). auto.
  - destruct (find _ _) as [w |] eqn:F; [| discriminate]. inversion E. apply moves_are. left. exists w.
    apply find_some in F. tauto.
Qed.

Lemma balanced_wins : forall m (r : play A) v k p q, from (A := A) (v, k, p) r -> v < size g -> depth v + k <= m ->
  keeps q (positional (A := A) balance) r -> p = (if Nat.eqb k (value v) then other q else q) ->
  normal_play (A := A) q r.
Proof.
  induction m as [m IH] using lt_wf_ind. intros r v k p q F L Le K Turn. destruct F as [P E].
  destruct (mex v L) as [Not_ All].
  destruct (r 1) as [y |] eqn:E1.
  - assert (M := play_steps A r 0 _ y P E E1).
    assert (Next : exists w j, y = (w, j, other p) /\ w < size g /\ depth w + j < depth v + k /\
      other p = (if Nat.eqb j (value w) then other q else q)).
    { destruct (Nat.eqb_spec k (value v)) as [Eq | Ne].
      - apply moves_are in M. destruct M as [[w [I ->]] | [j [Lj ->]]].
        + exists w, k. split; auto. split; [now apply (graph_is_well_formed g (proj1 facts) v) |].
          assert (D := proj1 (proj2 facts) v L). unfold depth_falls in D. rewrite every_iff in D.
          specialize (D w I). apply Nat.ltb_lt in D. split; [lia |].
          destruct (Nat.eqb_spec k (value w)) as [Eq' | _]; [| rewrite Turn; apply other_other].
          destruct Not_. rewrite <- Eq, Eq'. now apply in_map.
        + exists v, j. split; auto. split; auto. split; [lia |].
          destruct (Nat.eqb_spec j (value v)); [lia |]. rewrite Turn. apply other_other.
      - subst p. assert (B : exists w, balance (v, k, q) = Some (w, value w, other q) /\ w < size g /\
          depth w + value w < depth v + k).
        { unfold balance. destruct (Nat.ltb_spec (value v) k) as [Lt | Ge].
          - exists v. repeat split; auto. lia.
          - assert (I : In k (map value (successors g v))) by (apply All; lia).
            apply in_map_iff in I. destruct I as [x [Vx Ix]].
            destruct (find _ _) as [w |] eqn:Fw.
            + apply find_some in Fw. destruct Fw as [Iw Vw]. apply Nat.eqb_eq in Vw. exists w.
              split; [now rewrite Vw |]. split; [now apply (graph_is_well_formed g (proj1 facts) v) |].
              assert (D := proj1 (proj2 facts) v L). unfold depth_falls in D. rewrite every_iff in D.
              specialize (D w Iw). apply Nat.ltb_lt in D. lia.
            + assert (N := find_none _ _ Fw x Ix). simpl in N. now rewrite Vx, Nat.eqb_refl in N. }
        destruct B as [w [B [Lw D]]]. exists w, (value w).
        assert (r 1 = Some (w, value w, other q)) by now apply (K 0 (v, k, q)).
        rewrite Nat.eqb_refl. repeat split; auto. congruence. }
    destruct Next as [w [j [-> [Lw [D Turn']]]]].
    destruct (IH (depth w + j)) with (r := later 1 r) (v := w) (k := j) (p := other p) (q := q) as [i [At Stop]];
      auto; [lia | now apply later_is_a_play | now apply later_keeps |].
    exists (S i). split; [exact At | exact Stop].
  - assert (Z := play_ends A r 0 _ P E E1).
    assert (k = 0).
    { destruct k; auto. assert (In (v, 0, other p) (moves A (v, S k, p))); [| rewrite Z in H; destruct H].
      apply moves_are. right. exists 0. split; auto. lia. }
    assert (value v = 0).
    { destruct (value v) as [| u]; auto. assert (I : In 0 (map value (successors g v))) by (apply All; lia).
      apply in_map_iff in I. destruct I as [w [_ I]].
      assert (In (w, k, other p) (moves A (v, k, p))); [| rewrite Z in H0; destruct H0].
      apply moves_are. left. exists w. auto. }
    exists 0. split; [| exact E1]. exists (v, k, p). split; auto. unfold end_winner.
    change (owner A (v, k, p)) with p. rewrite Turn. subst k. rewrite H0. simpl. apply other_other.
Qed.

Lemma value_is_nimber : forall v, v < size g -> has_nimber g v (value v).
Proof.
  intros v L j p. exists (positional (A := A) balance). split; [exact balance_legal |].
  intros r F K. apply (balanced_wins (depth v + j) r v j p _ F L (le_n _) K).
  destruct (Nat.eqb j (value v)); auto. symmetry. apply other_other.
Qed.

End Nimbers.

(** Each value is the nimber of its vertex, and the mex of its successors' values. *)
Lemma nimbers_are_true : forall g value depth, check_nimbers g value depth = Proved ->
  forall v, v < size g -> has_nimber g v (value v) /\ is_mex (value v) (map value (successors g v)).
Proof.
  intros g value depth C v L. split; [exact (value_is_nimber g value depth C v L) | exact (mex g value depth C v L)].
Qed.

(** A position has one nimber. *)
Theorem one_nimber : forall g v k j, has_nimber g v k -> has_nimber g v j -> k = j.
Proof.
  intros g v k j Hk Hj. destruct (Nat.eq_dec k j) as [| N]; auto. exfalso.
  specialize (Hk k Eve). specialize (Hj k Eve). rewrite Nat.eqb_refl in Hk.
  destruct (Nat.eqb_spec k j); [contradiction |].
  apply (only_one_wins (beside_heap g) normal_play (v, k, Eve) Eve (last_move_not_both _ _ _) Hj Hk).
Qed.

(** ** The theorem *)

Definition one_number (row : list nat) : bool := match row with [_] => true | _ => false end.

Definition nimber_form (f : file nat) (v : vertex) : bool :=
  one_number (solution f v) && one_number (certificate f v) && is_empty (parameter f).

Definition check_depths (f : file nat) : verdict :=
  formed f (skipn 0) (nimber_form f) (fun _ =>
    let n := order f in
    check_nimbers (graph_from f 0) (tabulate n (fun v => number (solution f v) 0))
      (tabulate n (fun v => number (certificate f v) 0))).

Theorem nimbers_proved : forall f, check_depths f = Proved -> nimber_claim f.
Proof.
  intros f C. apply formed_proved in C. destruct C as [Form C]. unfold tabulate in C. intros v L.
  assert (H := proj1 (nimbers_are_true _ _ _ C v L)). specialize (Form v L). unfold nimber_form, one_number in Form.
  unfold nimber. cbv beta in H. destruct (solution f v) as [| k [| x row]]; try discriminate. exact H.
Qed.
