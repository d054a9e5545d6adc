(** Büchi and co-Büchi games: two labels.

    One player, [e], wants to see the marked vertices infinitely often: Eve in a Büchi game, Adam in a co-Büchi game.
    Where she wins, alpha is the number of moves within which the next marked vertex comes; where the other player wins,
    beta is how many marked vertices are still to come at most. What [check_buchi] or [check_cobuchi] accepts is true:
    [buchi_proved] and [cobuchi_proved]. *)

From Coq Require Import String List Arith Lia Bool.
From Graphgames Require Import Games Plays Claims Checking Reading.
Import ListNotations.

Definition recurrence {A : arena} (e : player) (marked : position A -> Prop) : objective A :=
  wants e (fun r => infinitely_often r marked).

(** Within [k] moves the play is at a position with this property. *)
Definition within {A : arena} (k : nat) (P : position A -> Prop) (r : play A) : Prop :=
  exists i, i <= k /\ at_move r i P.

(** ** The checker *)

Section Labels.

Variable e : player.
Variable g : graph.
Variable owner : vertex -> player.
Variable marked : vertex -> bool.
Variable winner : vertex -> player.
Variable move : vertex -> option vertex.
Variable label : vertex -> option nat.           (* alpha where [e] wins, beta elsewhere *)

Definition label_is (ok : nat -> bool) (v : vertex) : bool := match label v with Some k => ok k | None => false end.

(** Alpha is 0 at a marked vertex, else one more than the largest that may come next. Beta is the largest that may come
    next, a loop aside, and one more at a marked vertex, which no loop may leave as it is. *)
Definition label_fits (v : vertex) : bool :=
  match label v with
  | None => false
  | Some k =>
      if same_player (winner v) e then
        if marked v then Nat.eqb k 0
        else match k with
        | 0 => false
        | S j =>
            if every (label_is (fun i => Nat.leb i j)) (next g owner winner move v)
            then some (label_is (Nat.eqb j)) (next g owner winner move v)
            else false
        end
      else if marked v then
        match k with
        | 0 => false
        | S j =>
            if every (label_is (fun i => Nat.leb i j)) (next g owner winner move v)
            then (if Nat.eqb j 0 then true else some (label_is (Nat.eqb j)) (next g owner winner move v))
            else false
        end
      else
        if every (label_is (fun i => Nat.leb i k)) (next g owner winner move v)
        then (if Nat.eqb k 0 then true
              else some (fun w => if Nat.eqb w v then false else label_is (Nat.eqb k) w) (next g owner winner move v))
        else false
  end.

Definition label_conditions : list condition := [
  ("alpha, or beta, follows from those that may come next"%string, label_fits)
].

Definition check_labels : verdict := check_endless g owner winner move label_conditions.

(** ** Why it suffices *)

Hypothesis accepted : check_labels = Proved.

Let stay := endless_stay g owner winner move label_conditions accepted.
Let on := endless_on g owner winner move label_conditions accepted.
Let won := endless_won g owner winner move label_conditions accepted.

Lemma fits : forall v, v < size g -> label_fits v = true.
Proof. apply (endless_further g owner winner move label_conditions accepted). Qed.

Let A := owned g owner.
Let marked_ : position A -> Prop := fun v => marked v = true.
Let shown_ := shown g move.

Let kept := kept g owner winner move.
Let kept_from := kept_from g owner winner move stay on won.
Let kept_later := kept_later g owner winner move.
Let label_next := kept_next g owner winner move.

Lemma below_next : forall j u w, every (label_is (fun i => Nat.leb i j)) (next g owner winner move u) = true ->
  In w (next g owner winner move u) -> exists i, label w = Some i /\ i <= j.
Proof.
  intros j u w H I. rewrite every_iff in H. specialize (H w I). unfold label_is in H.
  destruct (label w) as [i |]; [| discriminate]. exists i. apply Nat.leb_le in H. auto.
Qed.

Lemma alpha_comes : forall k r v, kept e r -> r 0 = Some v -> label v = Some k -> within k marked_ r.
Proof.
  induction k as [k IH] using lt_wf_ind. intros r v K E Lb.
  destruct (proj2 (proj2 K) 0) as [u [E2 [L W]]]. rewrite E in E2. inversion E2; subst u.
  assert (T := fits v L). unfold label_fits in T. rewrite Lb, (proj2 (same_player_iff _ _) W) in T.
  destruct (marked v) eqn:M.
  { exists 0. split; [lia |]. exists v. auto. }
  destruct k as [| j]; [discriminate |].
  destruct (every _ _) eqn:Ev in T; [| discriminate].
  destruct (label_next e r 0 v K E) as [w [E' N]].
  destruct (below_next j v w Ev N) as [i [Lw Le]].
  destruct (IH i) with (r := later 1 r) (v := w) as [m [Lm At]]; auto; [lia | now apply kept_later |].
  exists (S m). split; [lia | exact At].
Qed.

Lemma beta_not_rises : forall r, kept (other e) r -> forall i u w, r i = Some u -> r (S i) = Some w ->
  exists k j, label u = Some k /\ label w = Some j /\ j <= k /\ (marked u = true -> j < k).
Proof.
  intros r K i u w E E'. destruct (proj2 (proj2 K) i) as [u' [E2 [L W]]]. rewrite E in E2. inversion E2; subst u'.
  destruct (label_next (other e) r i u K E) as [w' [E3 N]]. rewrite E' in E3. inversion E3; subst w'.
  assert (T := fits u L). unfold label_fits in T. destruct (label u) as [k |]; [| discriminate].
  replace (same_player (winner u) e) with false in T by (rewrite W; now destruct e).
  destruct (marked u).
  - destruct k as [| j]; [discriminate |]. destruct (every _ _) eqn:Ev in T; [| discriminate].
    destruct (below_next j u w Ev N) as [m [Lw Le]]. exists (S j), m. repeat split; auto; lia.
  - destruct (every _ _) eqn:Ev in T; [| discriminate].
    destruct (below_next k u w Ev N) as [m [Lw Le]]. exists k, m. repeat split; auto; discriminate.
Qed.

Lemma beta_falls : forall r, kept (other e) r -> forall v k, r 0 = Some v -> label v = Some k ->
  forall i, exists u j, r i = Some u /\ label u = Some j /\ j <= k.
Proof.
  intros r K v k E Lb. induction i as [| i [u [j [Eu [Lu Le]]]]]; [exists v, k; auto |].
  destruct (label_next (other e) r i u K Eu) as [w [E' _]].
  destruct (beta_not_rises r K i u w Eu E') as [k' [j' [B1 [B2 [B3 _]]]]].
  rewrite Lu in B1. inversion B1; subst k'. exists w, j'. repeat split; auto. lia.
Qed.

Lemma beta_bounds : forall k r v, kept (other e) r -> r 0 = Some v -> label v = Some k -> at_most_times k marked_ r.
Proof.
  assert (H : forall k r v b, kept (other e) r -> r 0 = Some v -> label v = Some b -> b <= k ->
    at_most_times k marked_ r); [| intros k r v K E Lb; now apply (H k r v k)].
  induction k as [| k IH]; intros r v b K E Lb Le; simpl; intros i [u [Eu M]];
    destruct (beta_falls r K v b E Lb i) as [u' [j [Eu' [Lu Lj]]]]; rewrite Eu in Eu'; inversion Eu'; subst u';
    destruct (label_next (other e) r i u K Eu) as [w [E' _]];
    destruct (beta_not_rises r K i u w Eu E') as [k' [j' [B1 [B2 [_ B4]]]]];
    rewrite Lu in B1; inversion B1; subst k'; specialize (B4 M).
  - lia.
  - apply (IH (later (S i) r) w j'); auto; [now apply kept_later | | lia].
    unfold later. now rewrite Nat.add_0_r.
Qed.

(** What is seen so often only is not seen infinitely often. *)
Lemma often_is_more : forall k (r : play A), at_most_times k marked_ r -> ~ infinitely_often r marked_.
Proof.
  induction k as [| k IH]; intros r H O; simpl in H.
  - apply (O 0). intros j _ At. exact (H j At).
  - apply (O 0). intros j _ At. apply (IH _ (H j At)). intros i N. apply (O (S j + i)).
    intros m Le At'. apply (N (m - S j)); [lia |]. unfold at_move, later in *.
    change (exists u, r (S j + (m - S j)) = Some u /\ marked_ u). now replace (S j + (m - S j)) with m by lia.
Qed.

Lemma winner_wins : forall v, v < size g ->
  wins_by (A := A) (recurrence e marked_) (winner v) (positional (A := A) shown_) v.
Proof.
  intros v L. split; [exact (endless_legal g owner winner move label_conditions accepted) |].
  intros r F K. assert (Kp := kept_from r v F L K). unfold recurrence, wants.
  destruct (same_player (winner v) e) eqn:W.
  - apply same_player_iff in W. rewrite W in Kp. intros i N.
    destruct (kept_later e r i Kp) as [P [K' H']]. destruct (H' 0) as [u [E [Lu Wu]]].
    assert (T := fits u Lu). unfold label_fits in T. destruct (label u) as [k |] eqn:Lb; [| discriminate].
    destruct (alpha_comes k (later i r) u (kept_later e r i Kp) E Lb) as [j [_ At]].
    apply (N (i + j)); [lia | exact At].
  - apply not_same_player in W. rewrite W in Kp.
    assert (T := fits v L). unfold label_fits in T. destruct (label v) as [k |] eqn:Lb; [| discriminate].
    apply (often_is_more k). now apply (beta_bounds k r v Kp (proj2 F)).
Qed.

(** What the labels count, along every play that keeps to the winner's moves. *)
Theorem labels_count : forall v r, v < size g -> from (A := A) v r ->
  keeps (winner v) (positional (A := A) shown_) r ->
  exists k, label v = Some k /\ if same_player (winner v) e then within k marked_ r else at_most_times k marked_ r.
Proof.
  intros v r L F K. assert (Kp := kept_from r v F L K).
  assert (T := fits v L). unfold label_fits in T. destruct (label v) as [k |] eqn:Lb; [| discriminate].
  exists k. split; auto. destruct (same_player (winner v) e) eqn:W.
  - apply same_player_iff in W. rewrite W in Kp. now apply (alpha_comes k r v Kp (proj2 F)).
  - apply not_same_player in W. rewrite W in Kp. now apply (beta_bounds k r v Kp (proj2 F)).
Qed.

End Labels.

(** ** The theorem *)

Definition check_recurrence (e : player) (f : file nat) : verdict :=
  formed f (skipn 2) (owned_form [1; 1] 1 f) (fun _ =>
    let n := order f in
    check_labels e (graph_from f 2) (tabulate n (owner_in f)) (marked f 1 1) (known_winner f) (given f 1)
      (tabulate n (label f))).

Theorem recurrence_proved : forall e f, check_recurrence e f = Proved -> recurrence_claim f e.
Proof.
  intros e f C. apply formed_proved in C. destruct C as [Form C]. unfold tabulate in C.
  assert (Named : forall v, v < order f -> winner f v = Some (winner_as f v)).
  { intros v L. apply winner_is_named, (owned_form_winner [1; 1]), Form, L. }
  split.
  - apply solved_by_moves; [exact Named | |].
    + exact (endless_moves _ _ _ _ _ C).
    + intros v L. apply won_by_moves; [apply wants_not_both |]. exact (winner_wins _ _ _ _ _ _ _ C v L).
  - intros v p L W. rewrite (Named v L) in W. injection W as <-.
    assert (T := fits _ _ _ _ _ _ _ C v L). unfold label_fits in T.
    destruct (label f v) as [k |] eqn:Lb; [| discriminate]. exists k. split; auto. intros r F K.
    destruct (labels_count _ _ _ _ _ _ _ C v r L F K) as [k' [Lb' H]].
    rewrite Lb in Lb'. inversion Lb'; subst. exact H.
Qed.
