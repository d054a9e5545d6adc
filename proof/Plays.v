(** Facts about plays and strategies: how two strategies meet, and what is left of a play. *)

From Coq Require Import List Arith Lia.
From Graphgames Require Import Games.
Import ListNotations.

Definition well_formed (g : graph) : Prop :=
  forall v w, v < size g -> In w (successors g v) -> w < size g.

Definition visits {A : arena} (r : play A) (P : position A -> Prop) : Prop := exists i, at_move r i P.

Section Meeting.

Variable A : arena.

Let play := play A.
Let strategy := strategy A.
Let objective := objective A.

(** ** How two strategies meet *)

(** Against each other two legal strategies make a play; so of an objective that gives no play to both players, not
    both have a winning strategy. *)

Definition next_by (s t : strategy) (h : list (position A)) (v : position A) : option (position A) :=
  match (match owner A v with Eve => s h v | Adam => t h v end) with
  | Some w => Some w
  | None => hd_error (moves A v)
  end.

Fixpoint run (s t : strategy) (v : position A) (i : nat) : list (position A) * option (position A) :=
  match i with
  | 0 => ([], Some v)
  | S j =>
      match run s t v j with
      | (h, Some u) => (u :: h, next_by s t h u)
      | (h, None) => (h, None)
      end
  end.

Definition meeting (s t : strategy) (v : position A) : play := fun i => snd (run s t v i).

Lemma past_of_meeting : forall (s t : strategy) v i, past (meeting s t v) i = fst (run s t v i).
Proof.
  induction i; simpl; auto.
  unfold meeting in *. destruct (run s t v i) as [h [u |]]; simpl in *; congruence.
Qed.

Lemma meeting_step : forall s t v i u,
  meeting s t v i = Some u ->
  meeting s t v (S i) = next_by s t (past (meeting s t v) i) u.
Proof.
  intros s t v i u E. rewrite past_of_meeting. unfold meeting in *. simpl.
  destruct (run s t v i) as [h c]. simpl in *. now subst.
Qed.

Lemma meeting_is_a_play : forall s t v, legal s -> legal t -> from v (meeting s t v).
Proof.
  intros s t v Ls Lt. split; [| reflexivity]. split; [discriminate |]. intros i.
  destruct (meeting s t v i) as [u |] eqn:E.
  - rewrite (meeting_step s t v i u E). unfold next_by.
    set (h := past (meeting s t v) i).
    destruct (match owner A u with Eve => s h u | Adam => t h u end) as [w |] eqn:F.
    + destruct (owner A u); [apply (Ls h) | apply (Lt h)]; exact F.
    + destruct (moves A u); simpl; auto.
  - unfold meeting in *. simpl. destruct (run s t v i) as [h c]. simpl in *. subst. reflexivity.
Qed.

Lemma meeting_keeps : forall s t v,
  keeps Eve s (meeting s t v) /\ keeps Adam t (meeting s t v).
Proof.
  intros s t v. split; intros i u w E O M; rewrite (meeting_step s t v i u E); unfold next_by; now rewrite O, M.
Qed.

(** No play from a position is won by both players. *)
Definition never_both (W : objective) (v : position A) : Prop :=
  forall r, from v r -> W Eve r -> W Adam r -> False.

Theorem only_one_wins : forall (W : objective) (v : position A) p, never_both W v -> wins W p v -> ~ wins W (other p) v.
Proof.
  intros W v p N [s [Ls Ws]] [t [Lt Wt]].
  destruct p; simpl in *.
  - destruct (meeting_keeps s t v) as [Ks Kt].
    apply (N (meeting s t v)); auto using meeting_is_a_play.
  - destruct (meeting_keeps t s v) as [Kt Ks].
    apply (N (meeting t s v)); auto using meeting_is_a_play.
Qed.

Corollary won_by_moves : forall (W : objective) p move (v : position A),
  never_both W v -> wins_by W p (positional move) v -> won_by W p move v.
Proof.
  intros W p move v N H. split; auto. apply only_one_wins; auto. now exists (positional move).
Qed.

Lemma never_both_not_lost : forall (W : objective) (v : position A) p, wins (not_lost W) p v -> ~ wins W (other p) v.
Proof.
  intros W v p [s [Ls Ws]] [t [Lt Wt]]. destruct p; simpl in *.
  - destruct (meeting_keeps s t v) as [Ks Kt].
    apply (Ws (meeting s t v)); auto using meeting_is_a_play.
  - destruct (meeting_keeps t s v) as [Kt Ks].
    apply (Ws (meeting t s v)); auto using meeting_is_a_play.
Qed.

Corollary drawn_if_none_loses : forall (W : objective) (v : position A), (forall p, wins (not_lost W) p v) -> drawn W v.
Proof.
  intros W v H. split; auto. intros p.
  replace p with (other (other p)) by now destruct p. now apply never_both_not_lost.
Qed.

End Meeting.

Arguments never_both {A}. Arguments meeting {A}.

(** ** Facts about plays *)

(** With excluded middle, infinitely often has the form of the textbooks. *)
Theorem infinitely_often_classically : (forall P : Prop, P \/ ~ P) ->
  forall (A : arena) (r : play A) P,
    infinitely_often r P <-> forall i, exists j, i <= j /\ at_move r j P.
Proof.
  intros EM A r P. split.
  - intros H i. destruct (EM (exists j, i <= j /\ at_move r j P)) as [Y | N]; auto.
    destruct (H i). intros j L At. apply N. now exists j.
  - intros H i N. destruct (H i) as [j [L At]]. exact (N j L At).
Qed.

Lemma play_steps : forall (A : arena) (r : play A) i v w,
  is_play r -> r i = Some v -> r (S i) = Some w -> In w (moves A v).
Proof. intros A r i v w [_ H] E F. specialize (H i). now rewrite E, F in H. Qed.

Lemma play_ends : forall (A : arena) (r : play A) i v,
  is_play r -> r i = Some v -> r (S i) = None -> moves A v = [].
Proof. intros A r i v [_ H] E F. specialize (H i). now rewrite E, F in H. Qed.

Lemma play_goes_on : forall (A : arena) (r : play A) i v,
  is_play r -> r i = Some v -> moves A v <> [] -> exists w, r (S i) = Some w /\ In w (moves A v).
Proof.
  intros A r i v P E N. destruct (r (S i)) as [w |] eqn:F.
  - exists w. split; auto. now apply (play_steps A r i).
  - destruct N. now apply (play_ends A r i).
Qed.

Lemma play_stays_ended : forall (A : arena) (r : play A) i j, is_play r -> r i = None -> i <= j -> r j = None.
Proof.
  intros A r i j [_ H] E L. induction L; auto. specialize (H m). now rewrite IHL in H.
Qed.

Lemma play_was_there : forall (A : arena) (r : play A) i j v,
  is_play r -> r j = Some v -> i <= j -> exists u, r i = Some u.
Proof.
  intros A r i j v P E L. destruct (r i) as [u |] eqn:F; [now exists u |].
  rewrite (play_stays_ended A r i j P F L) in E. discriminate.
Qed.

(** A property that every step keeps holds wherever the play comes. *)
Lemma play_invariant : forall (A : arena) (r : play A) (I : position A -> Prop) v,
  from v r -> I v ->
  (forall i u w, r i = Some u -> r (S i) = Some w -> I u -> I w) ->
  forall i u, r i = Some u -> I u.
Proof.
  intros A r I v [P E] H0 Step. induction i; intros u F.
  - rewrite E in F. now inversion F; subst.
  - destruct (play_was_there A r i (S i) u P F) as [x X]; [lia |]. eauto.
Qed.

(** What is left of a play after [k] moves is a play. *)
Definition later {A : arena} (k : nat) (r : play A) : play A := fun i => r (k + i).

Lemma later_is_a_play : forall (A : arena) (r : play A) k v, is_play r -> r k = Some v -> from v (later k r).
Proof.
  intros A r k v [_ H] E. unfold later. split; [split |].
  - rewrite Nat.add_0_r, E. discriminate.
  - intros i. replace (k + S i) with (S (k + i)) by lia. apply H.
  - now rewrite Nat.add_0_r.
Qed.

Lemma later_keeps : forall (A : arena) (r : play A) k p (move : position A -> option (position A)),
  keeps p (positional move) r -> keeps p (positional move) (later k r).
Proof.
  intros A r k p move K i v w E O M. unfold later in *. replace (k + S i) with (S (k + i)) by lia.
  apply (K (k + i) v w E O M).
Qed.

Lemma other_other : forall p, other (other p) = p.
Proof. now destruct p. Qed.

Lemma not_other : forall p q : player, p <> q -> p = other q.
Proof. now destruct p, q. Qed.

Lemma wants_not_both : forall (A : arena) p (P : play A -> Prop) v, never_both (wants p P) v.
Proof. intros A p P v r _ H H'. unfold wants in *. destruct p; simpl in *; auto. Qed.
