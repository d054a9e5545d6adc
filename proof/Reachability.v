(** Reachability and safety games: ranks of the attractor.

    The rank of a vertex is the number of moves in which the attracting player can force a visit to the goal, and none
    where she cannot. What [check_reach] or [check_safe] accepts is true: [reach_proved] and [safe_proved]. *)

From Coq Require Import String List Arith Lia Bool.
From Graphgames Require Import Games Plays Claims Checking Reading.
Import ListNotations.

(** ** The checker *)

Section Ranks.

Variable p : player.                             (* the player who attracts *)
Variable g : graph.
Variable owner : vertex -> player.
Variable goal : vertex -> bool.
Variable winner : vertex -> player.
Variable move : vertex -> option vertex.
Variable rank : vertex -> option nat.

Definition outside (v : vertex) : bool := match rank v with None => true | Some _ => false end.
Definition has (k : nat) (v : vertex) : bool := match rank v with None => false | Some j => Nat.eqb j k end.
Definition at_least (k : nat) (v : vertex) : bool := match rank v with None => true | Some j => Nat.leb k j end.
Definition at_most (k : nat) (v : vertex) : bool := match rank v with None => false | Some j => Nat.leb j k end.

Definition rank_fits (v : vertex) : bool :=
  if goal v then has 0 v
  else match rank v with
  | None =>
      if same_player (owner v) p then every outside (successors g v)
      else if is_empty (successors g v) then true else some outside (successors g v)
  | Some 0 => false
  | Some (S k) =>
      if some (has k) (successors g v) then
        every (if same_player (owner v) p then at_least k else at_most k) (successors g v)
      else false
  end.

Definition winner_fits (v : vertex) : bool :=
  same_player (winner v) (if outside v then other p else p).

Definition move_fits (v : vertex) : bool :=
  match move v with
  | None => true
  | Some w => match rank v with None => outside w | Some 0 => false | Some (S k) => has k w end
  end.

Definition rank_conditions : list condition := [
  ("the rank is 0 in the goal, else one more than the best that the player to move can do"%string, rank_fits);
  ("the attracting player wins where there is a rank, the other elsewhere"%string, winner_fits);
  ("the move shown is to the next smaller rank, or stays where there is none"%string, move_fits)
].

Definition check_ranks : verdict :=
  examine (size g) (common g owner goal winner move ++ rank_conditions).

(** ** Why it suffices *)

Hypothesis accepted : check_ranks = Proved.

Lemma facts : all_hold (size g) (common g owner goal winner move ++ rank_conditions).
Proof. exact (all_conditions_hold _ _ accepted). Qed.

Lemma stay : forall v, v < size g -> edges_stay g v = true.
Proof. apply facts. Qed.

Lemma needed : forall v, v < size g -> move_where_needed g owner goal winner move v = true.
Proof. apply facts. Qed.

Lemma edge : forall v, v < size g -> move_is_an_edge g move v = true.
Proof. apply facts. Qed.

Lemma fits : forall v, v < size g -> rank_fits v = true.
Proof. apply facts. Qed.

Lemma winners : forall v, v < size g -> winner v = if outside v then other p else p.
Proof. intros v L. apply same_player_iff. revert v L. apply facts. Qed.

Lemma moves_fit : forall v, v < size g -> move_fits v = true.
Proof. apply facts. Qed.

Let A := owned g owner.
Let goal_ : position A -> Prop := fun v => goal v = true.
Let shown_ := shown g move.

Lemma stays : forall (r : play A) v, from v r -> v < size g -> forall i u, r i = Some u -> u < size g.
Proof. apply play_stays_in_the_graph. exact stay. Qed.

Lemma goal_has_rank_0 : forall v, v < size g -> goal v = true -> rank v = Some 0.
Proof.
  intros v L G. assert (F := fits v L). unfold rank_fits, has in F. rewrite G in F.
  destruct (rank v) as [k |]; [| discriminate]. apply Nat.eqb_eq in F. now subst.
Qed.

(** The attracting player keeps to her moves: the rank falls. *)
Lemma rank_falls : forall (r : play A) k, forall v, from v r -> v < size g ->
  keeps p (positional (A := A) shown_) r -> rank v = Some k -> exists i, i <= k /\ at_move r i goal_.
Proof.
  intros r k. revert r. induction k as [k IH] using lt_wf_ind. intros r v F L K R.
  destruct (goal v) eqn:G.
  { exists 0. split; [lia |]. exists v. split; [apply F | exact G]. }
  assert (T := fits v L). unfold rank_fits in T. rewrite G, R in T.
  destruct k as [| k]; [discriminate |].
  destruct (some (has k) (successors g v)) eqn:Some_; [| discriminate].
  apply some_iff in Some_. destruct Some_ as [x [X _]].
  assert (N : successors g v <> []) by (intros Z; rewrite Z in X; destruct X).
  destruct F as [P E].
  destruct (play_goes_on A r 0 v P E N) as [w [E' I]].
  assert (Lw : w < size g) by now apply (graph_is_well_formed g stay v).
  assert (D : exists j, j <= k /\ rank w = Some j).
  { destruct (same_player (owner v) p) eqn:S.
    - apply same_player_iff in S.
      assert (W : winner v = p) by (rewrite (winners v L); unfold outside; now rewrite R).
      destruct (moves_complete g owner goal winner move needed edge) as [_ M].
      assert (MV : move v <> None) by (apply M; auto; repeat split; auto; congruence).
      destruct (move v) as [x' |] eqn:MX; [| congruence].
      assert (MF := moves_fit v L). unfold move_fits in MF. rewrite MX, R in MF.
      assert (K0 := K 0 v x' E S). unfold positional, shown_ in K0. rewrite (shown_inside g move v L) in K0.
      rewrite K0 in E'; auto. inversion E'; subst x'. unfold has in MF.
      destruct (rank w) as [j |]; [| discriminate]. apply Nat.eqb_eq in MF. exists j. split; [lia | auto].
    - rewrite every_iff in T. specialize (T w I). unfold at_most in T.
      destruct (rank w) as [j |]; [| discriminate]. apply Nat.leb_le in T. exists j. auto. }
  destruct D as [j [J Rw]].
  destruct (IH j) with (r := later 1 r) (v := w) as [i [Li At]]; auto; [lia | | |].
  - now apply later_is_a_play.
  - now apply later_keeps.
  - exists (S i). split; [lia | exact At].
Qed.

(** The other player makes his best moves: away from the goal as long as he can. *)
Definition best_delay (v : vertex) : option vertex :=
  if Nat.ltb v (size g) then
    match rank v with
    | None => find outside (successors g v)
    | Some 0 => None
    | Some (S k) => find (has k) (successors g v)
    end
  else None.

Definition no_nearer (k : nat) (v : vertex) : Prop := match rank v with None => True | Some j => k <= j end.

Lemma delay_is_legal : legal (positional (A := A) best_delay).
Proof.
  intros h v w M. unfold positional, best_delay in M. destruct (Nat.ltb v (size g)); [| discriminate].
  destruct (rank v) as [[| k] |]; [discriminate | |]; now apply find_some in M.
Qed.

Lemma delay_keeps_away : forall (r : play A) i v w, is_play r -> v < size g ->
  r i = Some v -> r (S i) = Some w -> keeps (other p) (positional (A := A) best_delay) r ->
  goal v = false -> forall k, no_nearer k v -> no_nearer (k - 1) w.
Proof.
  intros r i v w P L E E' K G k N. assert (I := play_steps A r i v w P E E'). simpl in I.
  assert (T := fits v L). unfold rank_fits in T. rewrite G in T. unfold no_nearer in *.
  destruct (same_player (owner v) p) eqn:S.
  - destruct (rank v) as [[| j] |]; [discriminate | |].
    + destruct (some (has j) (successors g v)); [| discriminate].
      rewrite every_iff in T. specialize (T w I). unfold at_least in T.
      destruct (rank w); auto. apply Nat.leb_le in T. lia.
    + rewrite every_iff in T. specialize (T w I). unfold outside in T. destruct (rank w); [discriminate | auto].
  - apply not_same_player in S. assert (K0 := fun x => K i v x E S). unfold positional, best_delay in K0.
    apply Nat.ltb_lt in L. rewrite L in K0.
    destruct (rank v) as [[| j] |]; [discriminate | |].
    + destruct (some (has j) (successors g v)) eqn:X; [| discriminate].
      destruct (find (has j) (successors g v)) as [x |] eqn:Fx.
      * rewrite (K0 x eq_refl) in E'. inversion E'; subst x. apply find_some in Fx. destruct Fx as [_ H].
        unfold has in H. destruct (rank w); auto. apply Nat.eqb_eq in H. lia.
      * apply some_iff in X. destruct X as [y [Y1 Y2]]. now rewrite (find_none _ _ Fx y Y1) in Y2.
    + destruct (is_empty (successors g v)) eqn:Em.
      * apply is_empty_iff in Em. rewrite Em in I. destruct I.
      * destruct (find outside (successors g v)) as [x |] eqn:Fx.
        -- rewrite (K0 x eq_refl) in E'. inversion E'; subst x. apply find_some in Fx. destruct Fx as [_ H].
           unfold outside in H. destruct (rank w); [discriminate | auto].
        -- apply some_iff in T. destruct T as [y [Y1 Y2]]. now rewrite (find_none _ _ Fx y Y1) in Y2.
Qed.

Lemma not_sooner : forall (r : play A) v k, from (A := A) v r -> v < size g ->
  keeps (other p) (positional (A := A) best_delay) r -> no_nearer k v ->
  forall i u, i < k -> r i = Some u -> no_nearer (k - i) u /\ goal u = false.
Proof.
  intros r v k F L K N.
  assert (Away : forall i u, i < k -> r i = Some u -> no_nearer (k - i) u -> goal u = false).
  { intros i u Lt E Nu. destruct (goal u) eqn:G; auto.
    rewrite <- G in *. unfold no_nearer in Nu. rewrite (goal_has_rank_0 u) in Nu; auto; [lia |].
    now apply (stays r v F L i). }
  induction i; intros u Lt E.
  - assert (u = v) by (destruct F as [_ F]; congruence). subst. rewrite Nat.sub_0_r. split; auto.
    apply (Away 0 v); auto. now rewrite Nat.sub_0_r.
  - destruct (play_was_there A r i (S i) u) as [x X]; [apply F | auto | lia |].
    destruct (IHi x) as [Nx Gx]; [lia | auto |].
    assert (Nu : no_nearer (k - S i) u).
    { replace (k - S i) with (k - i - 1) by lia.
      apply (delay_keeps_away r i x u); auto; [apply F | now apply (stays r v F L i)]. }
    split; auto. now apply (Away (S i)).
Qed.

Lemma never_there : forall v, v < size g -> rank v = None ->
  forall r : play A, from (A := A) v r -> keeps (other p) (positional (A := A) best_delay) r -> ~ visits r goal_.
Proof.
  intros v L R r F K [i [u [E G]]].
  destruct (not_sooner r v (S i) F L K) with (i := i) (u := u) as [_ H]; auto.
  - unfold no_nearer. now rewrite R.
  - unfold goal_ in G. congruence.
Qed.

(** The moves shown of the other player do the same. *)
Lemma never_there_by_moves : forall v, v < size g -> rank v = None ->
  forall r : play A, from (A := A) v r -> keeps (other p) (positional (A := A) shown_) r -> ~ visits r goal_.
Proof.
  intros v L R r F K [i [u [E G]]].
  assert (H : rank u = None).
  { assert (H : u < size g /\ rank u = None); [| tauto]. revert u E G. revert i.
    assert (H : forall i u, r i = Some u -> u < size g /\ rank u = None); [| intros; eauto].
    apply (play_invariant A r (fun u => u < size g /\ rank u = None) v F); [auto |].
    intros i u w E E' [Lu Ru]. split; [now apply (stays r v F L (S i)) |].
    assert (I := play_steps A r i u w (proj1 F) E E'). simpl in I.
    assert (T := fits u Lu). unfold rank_fits in T. rewrite Ru in T.
    destruct (goal u) eqn:Gu; [rewrite (goal_has_rank_0 u Lu Gu) in Ru; discriminate |].
    destruct (same_player (owner u) p) eqn:S.
    - rewrite every_iff in T. specialize (T w I). unfold outside in T. destruct (rank w); [discriminate | auto].
    - apply not_same_player in S.
      assert (W : winner u = other p) by (rewrite (winners u Lu); unfold outside; now rewrite Ru).
      destruct (moves_complete g owner goal winner move needed edge) as [_ M].
      assert (MV : move u <> None).
      { apply M; auto; repeat split; auto; [congruence |]. intros Z. rewrite Z in I. destruct I. }
      destruct (move u) as [x |] eqn:MX; [| congruence].
      assert (MF := moves_fit u Lu). unfold move_fits in MF. rewrite MX, Ru in MF.
      assert (K0 := K i u x E S). unfold positional, shown_ in K0. rewrite (shown_inside g move u Lu) in K0.
      rewrite K0 in E'; auto. inversion E'; subst x. unfold outside in MF.
      destruct (rank w); [discriminate | auto]. }
  assert (Lu := stays r v F L i u E). rewrite (goal_has_rank_0 u Lu G) in H. discriminate.
Qed.

Lemma shown_legal : legal (positional (A := A) shown_).
Proof. exact (shown_is_legal g owner goal winner move needed edge). Qed.

Theorem rank_is_time : forall v k, v < size g -> rank v = Some k ->
  forall j, wins (A := A) (fun _ => visits_within goal_ j) p v <-> k <= j.
Proof.
  intros v k L R j. split.
  - intros [s [Ls Ws]]. destruct (le_lt_dec k j) as [| Lt]; auto. exfalso.
    assert (exists r : play A, from (A := A) v r /\ keeps p s r /\ keeps (other p) (positional (A := A) best_delay) r)
      as [r [F [K K']]].
    { assert (D := delay_is_legal).
      destruct p; [exists (meeting s (positional (A := A) best_delay) v)
                  | exists (meeting (positional (A := A) best_delay) s v)];
        (split; [now apply meeting_is_a_play | split; apply meeting_keeps]). }
    destruct (Ws r F K) as [i [Li [u [E G]]]].
    destruct (not_sooner r v k F L K') with (i := i) (u := u) as [_ H]; auto.
    + unfold no_nearer. rewrite R. lia.
    + lia.
    + unfold goal_ in G. congruence.
  - intros Le. exists (positional (A := A) shown_). split; [exact shown_legal |].
    intros r F K. destruct (rank_falls r k v F L K R) as [i [Li At]]. exists i. split; [lia | exact At].
Qed.

Theorem attractor_wins : forall v, v < size g -> winner v = p ->
  legal (positional (A := A) shown_) /\
  forall r : play A, from (A := A) v r -> keeps p (positional (A := A) shown_) r -> visits r goal_.
Proof.
  intros v L W. split; [exact shown_legal |]. intros r F K.
  rewrite (winners v L) in W. unfold outside in W.
  destruct (rank v) as [k |] eqn:R; [| now destruct p].
  destruct (rank_falls r k v F L K R) as [i [_ H]]. now exists i.
Qed.

Theorem trap_wins : forall v, v < size g -> winner v = other p ->
  legal (positional (A := A) shown_) /\
  forall r : play A, from (A := A) v r -> keeps (other p) (positional (A := A) shown_) r -> ~ visits r goal_.
Proof.
  intros v L W. split; [exact shown_legal |]. intros r F K.
  rewrite (winners v L) in W. unfold outside in W.
  destruct (rank v) as [k |] eqn:R; [now destruct p |].
  now apply (never_there_by_moves v L R r F K).
Qed.

Theorem ranks_say_the_winner : forall v, v < size g -> (winner v = p <-> rank v <> None).
Proof.
  intros v L. rewrite (winners v L). unfold outside. destruct (rank v); split; auto; try congruence; now destruct p.
Qed.

End Ranks.

(** ** The theorem *)

Definition check_visit (seeker : player) (mark : nat) (f : file nat) : verdict :=
  formed f (skipn 2) (owned_form [1; 1] 1 f) (fun _ =>
    check_ranks seeker (graph_from f 2) (tabulate (order f) (owner_in f)) (marked f 1 mark)
      (known_winner f) (given f 1) (tabulate (order f) (label f))).

Theorem visits_proved : forall seeker mark f, check_visit seeker mark f = Proved -> visit_claim f seeker mark.
Proof.
  intros seeker mark f C. apply formed_proved in C. destruct C as [Form C]. unfold tabulate in C. split.
  - apply solved_by_moves; [intros v L; apply winner_is_named, (owned_form_winner [1; 1]), Form, L | |].
    { exact (moves_complete _ _ _ _ _ (needed _ _ _ _ _ _ _ C) (edge _ _ _ _ _ _ _ C)). }
    intros v L. apply won_by_moves; [apply wants_not_both |].
    destruct (same_player (winner_as f v) seeker) eqn:W.
    + apply same_player_iff in W. destruct (attractor_wins _ _ _ _ _ _ _ C v L W) as [Ls H]. split; [exact Ls |].
      rewrite W. intros r F K. unfold wants. rewrite (proj2 (same_player_iff _ _) eq_refl). exact (H r F K).
    + apply not_same_player in W. destruct (trap_wins _ _ _ _ _ _ _ C v L W) as [Ls H]. split; [exact Ls |].
      rewrite W. intros r F K. unfold wants.
      replace (same_player (other seeker) seeker) with false by now destruct seeker.
      exact (H r F K).
  - intros v L. rewrite (winner_is_named f v (owned_form_winner [1; 1] 1 f v (Form v L))).
    assert (S := ranks_say_the_winner _ _ _ _ _ _ _ C v L).
    destruct (label f v) as [k |] eqn:R.
    + split; [f_equal; apply S; discriminate |]. exact (rank_is_time _ _ _ _ _ _ _ C v k L R).
    + f_equal. apply not_other. intros W. now apply S.
Qed.
