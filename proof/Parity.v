(** Parity games: progress measures for both players.

    The largest priority that is seen infinitely often decides: even ones are good for Eve, odd ones for Adam. The
    certificate gives each vertex a list of levels with a number each, from the highest level down. Along the moves that
    the winner's strategy allows, the part of the list at or above both priorities never rises, in lexicographic order,
    and falls at a priority that is bad for the winner. What [check_parity] accepts is true: [parity_proved]. *)

From Coq Require Import String List Arith Lia Bool.
From Graphgames Require Import Games Plays Claims Checking Reading.
Import ListNotations.

Definition good_for (k : nat) : player := if Nat.even k then Eve else Adam.

(** ** The checker *)

Definition levels := list (nat * nat).

(** Compare two lists of levels as far as the levels are at least [top]. Where their levels differ, [Gt]. *)
Fixpoint compare_above (top : nat) (a b : levels) : comparison :=
  match a with
  | [] => match b with [] => Eq | (q, _) :: _ => if Nat.leb top q then Gt else Eq end
  | (q, k) :: a' =>
      match b with
      | [] => if Nat.leb top q then Gt else Eq
      | (q', k') :: b' =>
          if Nat.leb top q then
            if Nat.eqb q q' then
              if Nat.ltb k k' then Lt else if Nat.eqb k k' then compare_above top a' b' else Gt
            else Gt
          else if Nat.leb top q' then Gt else Eq
      end
  end.

(** The same for rows of numbers, in which a number stands behind each level. *)
Fixpoint compare_rows (top : nat) (a b : list nat) : comparison :=
  match a with
  | q :: k :: a' =>
      match b with
      | q' :: k' :: b' =>
          if Nat.leb top q then
            if Nat.eqb q q' then
              if Nat.ltb k k' then Lt else if Nat.eqb k k' then compare_rows top a' b' else Gt
            else Gt
          else if Nat.leb top q' then Gt else Eq
      | _ => if Nat.leb top q then Gt else Eq
      end
  | _ => match b with q' :: _ :: _ => if Nat.leb top q' then Gt else Eq | _ => Eq end
  end.

Fixpoint levels_in (row : list nat) : levels :=
  match row with q :: k :: rest => (q, k) :: levels_in rest | _ => [] end.

Lemma compare_rows_are : forall top a b, compare_rows top a b = compare_above top (levels_in a) (levels_in b).
Proof. intros top. fix IH 1. intros [| q [| k a]] [| q' [| k' b]]; simpl; auto. now rewrite IH. Qed.

Section Measures.

Variable g : graph.
Variable owner : vertex -> player.
Variable priority : vertex -> nat.
Variable winner : vertex -> player.
Variable move : vertex -> option vertex.
Variable measure : vertex -> list nat.

Definition progress (v w : vertex) : bool :=
  if Nat.leb (priority w) (priority v) then
    match compare_rows (priority v) (measure w) (measure v) with
    | Lt => true
    | Eq => same_player (good_for (priority v)) (winner v)
    | Gt => false
    end
  else
    match compare_rows (priority w) (measure w) (measure v) with Gt => false | _ => true end.

Definition makes_progress (v : vertex) : bool := every (progress v) (next g owner winner move v).

Definition parity_conditions : list condition := [
  ("the measure does not rise along such a move, and falls at a bad priority"%string, makes_progress)
].

Definition check_parity : verdict := check_endless g owner winner move parity_conditions.

End Measures.

(** ** Lists of levels fall only finitely often *)

Inductive less : levels -> levels -> Prop :=
  | less_here : forall q k k' a b, k < k' -> less ((q, k) :: a) ((q, k') :: b)
  | less_later : forall x a b, less a b -> less (x :: a) (x :: b).

Fixpoint above (top : nat) (a : levels) : levels :=
  match a with
  | (q, k) :: rest => if Nat.leb top q then (q, k) :: above top rest else []
  | [] => []
  end.

Lemma compare_above_spec : forall top a b,
  match compare_above top a b with
  | Lt => less (above top a) (above top b)
  | Eq => above top a = above top b
  | Gt => True
  end.
Proof.
  induction a as [| [q k] a IH]; intros [| [q' k'] b]; simpl; auto.
  - destruct (Nat.leb top q'); auto.
  - destruct (Nat.leb top q); auto.
  - destruct (Nat.leb top q) eqn:T.
    + destruct (Nat.eqb_spec q q') as [<- |]; auto. rewrite T.
      destruct (Nat.ltb_spec k k'); [now apply less_here |].
      destruct (Nat.eqb_spec k k') as [<- |]; auto.
      specialize (IH b). destruct (compare_above top a b); auto; [now rewrite IH | now apply less_later].
    + destruct (Nat.leb top q'); auto.
Qed.

Lemma above_above : forall t p a, t <= p -> above p (above t a) = above p a.
Proof.
  induction a as [| [q k] a IH]; intros L; simpl; auto.
  destruct (Nat.leb_spec t q); simpl; destruct (Nat.leb_spec p q); auto; [now rewrite IH | lia].
Qed.

Lemma less_above : forall p a b, less a b -> less (above p a) (above p b) \/ above p a = above p b.
Proof.
  induction 1 as [q k k' a b L | [q k] a b _ IH]; simpl; destruct (Nat.leb p q); auto.
  - left. now apply less_here.
  - destruct IH as [H | H]; [left; now apply less_later | right; now rewrite H].
Qed.

(** From a smaller top on, what is compared is the same or more. *)
Lemma compare_above_coarser : forall t p a b, t <= p ->
  (compare_above t a b = Lt \/ compare_above t a b = Eq) ->
  less (above p a) (above p b) \/ above p a = above p b.
Proof.
  intros t p a b L H. assert (S := compare_above_spec t a b).
  rewrite <- (above_above t p a L), <- (above_above t p b L).
  destruct H as [E | E]; rewrite E in S; [now apply less_above | right; now rewrite S].
Qed.

Lemma above_length : forall top a, length (above top a) <= length a.
Proof. induction a as [| [q k] a IH]; simpl; auto. destruct (Nat.leb top q); simpl; lia. Qed.

Theorem no_endless_fall : forall n (x : nat -> levels),
  (forall i, length (x i) <= n) ->
  (forall i, less (x (S i)) (x i) \/ x (S i) = x i) ->
  (forall i, ~ (forall j, i <= j -> ~ less (x (S j)) (x j))) -> False.
Proof.
  induction n as [| n IHn]; intros x Short Step Often.
  { apply (Often 0). intros j _ F. assert (S0 := Short j). assert (S1 := Short (S j)). clear Short.
    inversion F as [q k k' a b Lt_ E1 E2 | y a b F' E1 E2];
      rewrite <- E2 in *; rewrite <- E1 in *; simpl in *; lia. }
  destruct (x 0) as [| [q k] t] eqn:E.
  { assert (Empty : forall i, x i = []).
    { induction i; auto. destruct (Step i) as [F | F]; [rewrite IHi in F; inversion F | congruence]. }
    apply (Often 0). intros j _ F. rewrite (Empty j) in F. inversion F. }
  revert x t Short Step Often E. induction k as [k IHk] using lt_wf_ind. intros x t Short Step Often E.
  assert (Head : forall i, exists t, x i = (q, k) :: t).
  { induction i as [| i [u U]]; [now exists t |].
    destruct (Step i) as [F | F]; [| exists u; congruence].
    rewrite U in F. inversion F as [q' k' k'' a b Lt E1 E2 | y a b F' E1 E2]; subst; [| now exists a].
    exfalso. apply (IHk k' Lt (fun j => x (S i + j)) a).
    - auto.
    - intros j. replace (S i + S j) with (S (S i + j)) by lia. apply Step.
    - intros j N. apply (Often (S i + j)). intros m Le F'. apply (N (m - S i)); [lia |].
      replace (S i + S (m - S i)) with (S m) by lia. now replace (S i + (m - S i)) with m by lia.
    - now rewrite Nat.add_0_r. }
  assert (Tail : forall i, less (x (S i)) (x i) -> less (tl (x (S i))) (tl (x i))).
  { intros i F. destruct (Head i) as [u U], (Head (S i)) as [u' U']. rewrite U, U' in *. simpl.
    inversion F; subst; auto. lia. }
  apply (IHn (fun i => tl (x i))).
  - intros i. specialize (Short i). destruct (x i); simpl in *; lia.
  - intros i. destruct (Step i) as [F | F]; [left; auto | right; now rewrite F].
  - intros i N. apply (Often i). intros j Le F. apply (N j Le). auto.
Qed.

Lemma bounded : forall (f : nat -> nat) n, exists b, forall v, v < n -> f v <= b.
Proof.
  induction n as [| n [b H]]; [exists 0; lia |].
  exists (b + f n). intros v L. destruct (Nat.eq_dec v n) as [-> |]; [lia |]. specialize (H v). lia.
Qed.

(** ** One priority dominates *)

Lemma one_dominates : forall (A : arena) (r : play A) (priority : position A -> nat) bound,
  (forall i, r i <> None) -> finally_always r (fun v => priority v <= bound) ->
  ~ ~ exists k, dominates priority k r.
Proof.
  intros A r priority bound Endless. induction bound as [| b IH]; intros [i H] N.
  - apply N. exists 0. split; [| now exists i]. intros j F.
    destruct (r (i + j)) as [v |] eqn:E; [| now apply (Endless (i + j))].
    apply (F (i + j)); [lia |]. exists v. split; auto. assert (priority v <= 0); [apply (H (i + j)); auto; lia | lia].
  - apply N. exists (S b). split; [| now exists i]. intros j F.
    apply IH; auto. exists (i + j). intros m v L E.
    assert (priority v <= S b) by (apply (H m); auto; lia).
    assert (priority v <> S b) by (intros Q; apply (F m); [lia | now exists v]). lia.
Qed.

Lemma dominates_once : forall (A : arena) (r : play A) (priority : position A -> nat) k k',
  dominates priority k r -> dominates priority k' r -> k = k'.
Proof.
  assert (H : forall (A : arena) (r : play A) priority k k',
    dominates (A := A) priority k r -> dominates priority k' r -> ~ k < k').
  { intros A r priority k k' [_ [i H]] [O _] L. apply (O i). intros j Le [v [E Q]].
    assert (priority v <= k) by now apply (H j). lia. }
  intros A r priority k k' D D'. assert (H1 := H _ _ _ _ _ D D'). assert (H2 := H _ _ _ _ _ D' D). lia.
Qed.

(** On a play that does not end, with bounded priorities, the objective says what the textbooks say. *)
Theorem parity_classically : (forall P : Prop, P \/ ~ P) ->
  forall (A : arena) (r : play A) (priority : position A -> nat) bound,
    (forall i, r i <> None) -> (forall v, priority v <= bound) ->
    forall p, parity priority p r <-> exists k, dominates priority k r /\ p = good_for k.
Proof.
  intros EM A r priority bound Endless B p. split.
  - intros H. destruct (EM (exists k, dominates priority k r)) as [[k D] | N]; [exists k; split;
    [exact D | exact (H k D)] |].
    exfalso. apply (one_dominates A r priority bound); auto. exists 0. auto.
  - intros [k [D G]] k' D'. now rewrite (dominates_once _ _ _ k' k D' D).
Qed.

(** ** Why the certificate suffices *)

Section Sound.

Variable g : graph.
Variable owner : vertex -> player.
Variable priority : vertex -> nat.
Variable winner : vertex -> player.
Variable move : vertex -> option vertex.
Variable measure : vertex -> list nat.

Hypothesis accepted : check_parity g owner priority winner move measure = Proved.

Let further := parity_conditions g owner priority winner move measure.
Let stay := endless_stay g owner winner move further accepted.
Let on := endless_on g owner winner move further accepted.
Let won := endless_won g owner winner move further accepted.

Lemma progresses : forall v, v < size g -> makes_progress g owner priority winner move measure v = true.
Proof. apply (endless_further g owner winner move further accepted). Qed.

Let level (v : vertex) : levels := levels_in (measure v).
Let A := owned g owner.
Let shown_ := shown g move.

Lemma winner_wins : forall v, v < size g ->
  wins_by (A := A) (parity (A := A) priority) (winner v) (positional (A := A) shown_) v.
Proof.
  intros v L. split.
  { exact (endless_legal g owner winner move further accepted). }
  intros r F K p [Often [i0 Top]].
  assert (Kp := kept_from g owner winner move stay on won r v F L K).
  assert (Good : same_player (good_for p) (winner v) = true); [| now apply same_player_iff in Good].
  destruct (same_player (good_for p) (winner v)) eqn:Bad; auto. exfalso.
  assert (At : forall i, exists u, r (i0 + i) = Some u /\ u < size g /\ winner u = winner v /\ priority u <= p).
  { intros i. destruct (proj2 (proj2 Kp) (i0 + i)) as [u [E [Lu Wu]]].
    exists u. repeat split; auto. apply (Top (i0 + i)); [lia | auto]. }
  set (x := fun i => match r (i0 + i) with Some u => above p (level u) | None => [] end).
  assert (Step : forall i u, r (i0 + i) = Some u ->
    (less (x (S i)) (x i) \/ x (S i) = x i) /\ (priority u = p -> less (x (S i)) (x i))).
  { intros i u E. destruct (At i) as [u' [E2 [Lu [Wu Pu]]]]. rewrite E in E2. inversion E2; subst u'.
    destruct (At (S i)) as [w [E' [Lw [Ww Pw]]]]. unfold x. rewrite E, E'.
    replace (i0 + S i) with (S (i0 + i)) in E' by lia.
    assert (N := kept_goes_next g owner winner move r (winner v) (i0 + i) u w (proj1 F) K Lu Wu E E').
    assert (M := progresses u Lu). unfold makes_progress in M. rewrite every_iff in M.
    specialize (M w N). unfold progress in M. rewrite !compare_rows_are in M.
    fold (level u) (level w) in M. destruct (Nat.leb_spec (priority w) (priority u)) as [Le | Gt_].
    - assert (C := compare_above_coarser (priority u) p (level w) (level u) Pu).
      assert (S := compare_above_spec (priority u) (level w) (level u)).
      destruct (compare_above (priority u) (level w) (level u)) eqn:Q; [| | discriminate].
      + split; [apply C; auto |]. intros P. rewrite P, Wu in M. congruence.
      + split; [apply C; auto |]. intros P. now rewrite <- P.
    - assert (C := compare_above_coarser (priority w) p (level w) (level u) Pw).
      split; [| intros Q; lia].
      apply C. destruct (compare_above (priority w) (level w) (level u)); auto. discriminate. }
  destruct (bounded (fun u => length (level u)) (size g)) as [b B].
  apply (no_endless_fall b x).
  - intros i. destruct (At i) as [u [E [Lu _]]]. unfold x. rewrite E.
    apply Nat.le_trans with (length (level u)); [apply above_length | now apply B].
  - intros i. destruct (At i) as [u [E _]]. now apply (Step i u).
  - intros i N. apply (Often (i0 + i)). intros j Le [u [E P]].
    apply (N (j - i0)); [lia |]. apply (Step (j - i0) u); auto. now replace (i0 + (j - i0)) with j by lia.
Qed.

Lemma never_both_here : forall v, v < size g -> never_both (A := A) (parity (A := A) priority) v.
Proof.
  intros v L r F H H'. destruct (bounded priority (size g)) as [b B].
  apply (one_dominates A r priority b).
  - exact (play_never_ends g owner stay on r v F L).
  - exists 0. intros j u _ E. apply B. now apply (play_stays_in_the_graph g owner stay r v F L j).
  - intros [k D]. specialize (H k D). specialize (H' k D). congruence.
Qed.

End Sound.

(** ** The theorem *)

Definition parity_form (f : file nat) (v : vertex) : bool :=
  match fits [1] at_least_one (game f v), fits [1] at_most_one (solution f v) with
  | true, true => in_groups_of_two (certificate f v) && is_empty (parameter f)
  | _, _ => false
  end.

Definition check_measure (f : file nat) : verdict :=
  formed f (skipn 2) (parity_form f) (fun _ =>
    let n := order f in
    check_parity (graph_from f 2) (owner_in f) (numbers n (fun v => number (game f v) 1)) (known_winner f)
      (given f 1) (certificate f)).

Theorem parity_proved : forall f, check_measure f = Proved -> parity_claim f.
Proof.
  intros f C. apply formed_proved in C. destruct C as [Form C]. apply solved_by_moves.
  - intros v L. apply winner_is_named. specialize (Form v L). unfold parity_form in Form.
    now destruct (fits [1] _ _), (fits [1] _ _).
  - exact (endless_moves _ _ _ _ _ C).
  - intros v L. apply won_by_moves.
    + exact (never_both_here _ _ _ _ _ _ C v L).
    + exact (winner_wins _ _ _ _ _ _ C v L).
Qed.
