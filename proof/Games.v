(** Games on graphs: arenas, plays, strategies, and what it means to win.

    Every theorem of this development speaks in the words that are defined here, up to "How two strategies meet". No
    axiom is used. So definitions that are equivalent in the textbooks are not all equivalent here, and where that
    matters a theorem says that they are if excluded middle is given. *)

From Coq Require Import List Arith Lia.
Import ListNotations.

(** ** Arenas *)

Inductive player := Eve | Adam.

Definition other (p : player) : player := match p with Eve => Adam | Adam => Eve end.

(** An arena says where each position leads and who moves there. A position without a move is a dead end. Parallel
    moves and loops are allowed. *)
Record arena := Arena {
  position : Type;
  moves : position -> list position;
  owner : position -> player
}.

(** A finite graph has the vertices 0 to [size - 1]. It is an arena when each vertex has an owner; without owners the
    two players alternate, and a position is a vertex together with the player to move. *)
Definition vertex := nat.

Record graph := Graph {
  size : nat;
  successors : vertex -> list vertex
}.

Definition well_formed (g : graph) : Prop :=
  forall v w, v < size g -> In w (successors g v) -> w < size g.

Definition owned (g : graph) (owner : vertex -> player) : arena := Arena vertex (successors g) owner.

Definition alternating (g : graph) : arena :=
  Arena (vertex * player) (fun '(v, p) => map (fun w => (w, other p)) (successors g v)) snd.

Section Playing.

Variable A : arena.

(** ** Plays *)

(** A play is a maximal path: after [i] moves it is at [r i], or has ended before, at a dead end. *)
Definition play := nat -> option (position A).

Definition is_play (r : play) : Prop :=
  r 0 <> None /\
  forall i,
    match r i, r (S i) with
    | Some v, Some w => In w (moves A v)
    | Some v, None => moves A v = []
    | None, next => next = None
    end.

Definition from (v : position A) (r : play) : Prop := is_play r /\ r 0 = Some v.

(** What has been passed before the position after [i] moves, the latest first. *)
Fixpoint past (r : play) (i : nat) : list (position A) :=
  match i with
  | 0 => []
  | S j => match r j with Some v => v :: past r j | None => past r j end
  end.

(** ** Strategies *)

(** A strategy names a move, given what has been passed and where the play is. It may leave the move open, [None], and
    must then win whichever move is made; a move that it names must be one. So a player is never stuck. *)
Definition strategy := list (position A) -> position A -> option (position A).

Definition legal (s : strategy) : Prop := forall h v w, s h v = Some w -> In w (moves A v).

Definition keeps (p : player) (s : strategy) (r : play) : Prop :=
  forall i v w, r i = Some v -> owner A v = p -> s (past r i) v = Some w -> r (S i) = Some w.

(** A positional strategy looks only at where the play is. *)
Definition positional (move : position A -> option (position A)) : strategy := fun _ v => move v.

(** ** Winning *)

(** An objective says which plays each player wins. A play that nobody wins is a draw. *)
Definition objective := player -> play -> Prop.

Definition wins_by (W : objective) (p : player) (s : strategy) (v : position A) : Prop :=
  legal s /\ forall r, from v r -> keeps p s r -> W p r.

(** A player wins from a position if some strategy of hers, with memory or not, wins every play from there. *)
Definition wins (W : objective) (p : player) (v : position A) : Prop := exists s, wins_by W p s v.

(** A position is won by one player alone: by the moves that are shown, and against every strategy of the other. *)
Definition won_by (W : objective) (p : player) (move : position A -> option (position A)) (v : position A) : Prop :=
  wins_by W p (positional move) v /\ ~ wins W (other p) v.

(** Not to lose: the other player does not win the play. *)
Definition not_lost (W : objective) : objective := fun p r => ~ W (other p) r.

(** A position is a draw if each player can avoid to lose, so that neither can win. *)
Definition drawn (W : objective) (v : position A) : Prop :=
  (forall p, wins (not_lost W) p v) /\ (forall p, ~ wins W p v).

(** ** What happens on a play *)

(** The play is at a position with this property after [i] moves. *)
Definition at_move (r : play) (i : nat) (P : position A -> Prop) : Prop := exists v, r i = Some v /\ P v.

Definition visits (r : play) (P : position A -> Prop) : Prop := exists i, at_move r i P.

(** After no number of moves is it over with positions of this property. *)
Definition infinitely_often (r : play) (P : position A -> Prop) : Prop :=
  forall i, ~ (forall j, i <= j -> ~ at_move r j P).

(** From some move on, every position has this property. *)
Definition finally_always (r : play) (P : position A -> Prop) : Prop :=
  exists i, forall j v, i <= j -> r j = Some v -> P v.

(** The play stops at a dead end with this property. *)
Definition stops_at (r : play) (P : position A -> Prop) : Prop :=
  exists i, at_move r i P /\ r (S i) = None.

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

Lemma past_of_meeting : forall s t v i, past (meeting s t v) i = fst (run s t v i).
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

Theorem only_one_wins : forall W v p, never_both W v -> wins W p v -> ~ wins W (other p) v.
Proof.
  intros W v p N [s [Ls Ws]] [t [Lt Wt]].
  destruct p; simpl in *.
  - destruct (meeting_keeps s t v) as [Ks Kt].
    apply (N (meeting s t v)); auto using meeting_is_a_play.
  - destruct (meeting_keeps t s v) as [Kt Ks].
    apply (N (meeting t s v)); auto using meeting_is_a_play.
Qed.

Corollary won_by_moves : forall W p move v,
  never_both W v -> wins_by W p (positional move) v -> won_by W p move v.
Proof.
  intros W p move v N H. split; auto. apply only_one_wins; auto. now exists (positional move).
Qed.

Lemma never_both_not_lost : forall W v p, wins (not_lost W) p v -> ~ wins W (other p) v.
Proof.
  intros W v p [s [Ls Ws]] [t [Lt Wt]]. destruct p; simpl in *.
  - destruct (meeting_keeps s t v) as [Ks Kt].
    apply (Ws (meeting s t v)); auto using meeting_is_a_play.
  - destruct (meeting_keeps t s v) as [Kt Ks].
    apply (Ws (meeting t s v)); auto using meeting_is_a_play.
Qed.

Corollary drawn_if_none_loses : forall W v, (forall p, wins (not_lost W) p v) -> drawn W v.
Proof.
  intros W v H. split; auto. intros p.
  replace p with (other (other p)) by now destruct p. now apply never_both_not_lost.
Qed.

End Playing.

Arguments is_play {A}. Arguments from {A}. Arguments past {A}. Arguments legal {A}. Arguments keeps {A}.
Arguments positional {A}. Arguments wins_by {A}. Arguments wins {A}. Arguments won_by {A}. Arguments not_lost {A}.
Arguments drawn {A}. Arguments at_move {A}. Arguments visits {A}. Arguments infinitely_often {A}.
Arguments finally_always {A}. Arguments stops_at {A}. Arguments never_both {A}. Arguments meeting {A}.

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
