(** Assumptions and guarantees, GR(1): ranks for each guarantee, and levels with steps to each assumption.

    Where Eve wins, she waits for one guarantee after the other. Until it comes its rank never rises, and falls unless
    the assumption is missed that the rank names, counted round; so the guarantee comes, or one assumption is missed for
    ever. Where Adam wins, the level never rises, and falls at the guarantee that it names; so in the end one guarantee
    is missed, while he waits for one assumption after the other, and the steps to it fall. Without assumptions this is
    a generalised Büchi game. What [check_goals] accepts is true: [goals_proved]. *)

From Coq Require Import String List Arith Lia Bool.
From Graphgames Require Import Games Plays Claims Checking Reading.
Import ListNotations.

(** ** Counting round *)

Section Counting.

Variable k : nat.
Variable seen : nat -> vertex -> bool.
Variable at_ : nat -> vertex.                    (* where the play is *)
Variable waiting : nat -> nat.                   (* what is waited for *)

Definition following (j : nat) : nat := if Nat.eqb (S j) k then 0 else S j.

Hypothesis step : forall i, waiting (S i) = if seen (waiting i) (at_ i) then following (waiting i) else waiting i.

Lemma moves_on : forall n t, seen (waiting t) (at_ (t + n)) = true ->
  exists t', t <= t' /\ waiting t' = following (waiting t).
Proof.
  induction n as [| n IH]; intros t H.
  - rewrite Nat.add_0_r in H. exists (S t). split; [lia |]. now rewrite step, H.
  - destruct (seen (waiting t) (at_ t)) eqn:Now; [exists (S t); split; [lia | now rewrite step, Now] |].
    assert (Same : waiting (S t) = waiting t) by now rewrite step, Now.
    destruct (IH (S t)) as [t' [L E]]; [rewrite Same; now replace (S t + n) with (t + S n) by lia |].
    exists t'. split; [lia | now rewrite E, Same].
Qed.

Lemma iterated : forall d e c, Nat.iter (d + e) following c = Nat.iter d following (Nat.iter e following c).
Proof. induction d as [| d IH]; intros e c; simpl; [reflexivity | now rewrite IH]. Qed.

Lemma comes_round : forall c j, c < k -> j < k -> exists d, Nat.iter d following c = j.
Proof.
  assert (Up : forall d c, c + d < k -> Nat.iter d following c = c + d).
  { induction d as [| d IH]; intros c L; simpl; [lia |]. rewrite IH by lia. unfold following.
    destruct (Nat.eqb_spec (S (c + d)) k); lia. }
  intros c j Lc Lj. destruct (le_lt_dec c j) as [Le | Lt].
  - exists (j - c). rewrite Up by lia. lia.
  - exists (j + S (k - 1 - c)). rewrite iterated. simpl. rewrite (Up (k - 1 - c)) by lia.
    unfold following at 2. destruct (Nat.eqb_spec (S (c + (k - 1 - c))) k); [| lia]. now rewrite Up by lia.
Qed.

Hypothesis below : forall i, waiting i < k.
Variable since : nat.
Hypothesis comes : forall t, since <= t -> (forall m, t <= m -> seen (waiting t) (at_ m) = false) -> False.

(** If what is waited for comes, then everything comes again and again. *)
Lemma everything_comes : forall j s, j < k -> since <= s -> (forall m, s <= m -> seen j (at_ m) = false) -> False.
Proof.
  intros j s Lj Ls Never. destruct (comes_round (waiting s) j (below s) Lj) as [d D].
  assert (H : forall d t, s <= t -> Nat.iter d following (waiting t) = j -> False); [| exact (H d s (le_n s) D)].
  clear d D. induction d as [| d IH]; intros t Lt D.
  - simpl in D. apply (comes t); [lia |]. intros m Lm. rewrite D. apply Never. lia.
  - apply (comes t); [lia |]. intros m Lm. destruct (seen (waiting t) (at_ m)) eqn:Now; auto. exfalso.
    destruct (moves_on (m - t) t) as [t' [L' E]]; [now replace (t + (m - t)) with m by lia |].
    apply (IH t'); [lia |]. rewrite E, <- D. replace (S d) with (d + 1) by lia. now rewrite iterated.
Qed.

End Counting.

(** ** The checker *)

Section Goals.

Variable f : file nat.

Let a := assumptions f.
Let g := guarantees f.
Let graph := graph_from f (1 + a + g).
Let A := arena_from f (1 + a + g).

Definition waits (p : player) : nat := match p with Eve => g | Adam => Nat.max 1 a end.

Definition next_in (j : nat) (v : vertex) : list vertex :=
  if same_player (owner_in f v) (winner_as f v) then
    match given f (S j) v with Some w => [w] | None => [] end
  else successors graph v.

Definition all_below (n : nat) (ok : nat -> bool) : bool := every ok (seq 0 n).

Definition rank (j : nat) (v : vertex) : nat := number (certificate f v) j.
Definition level (v : vertex) : nat := number (certificate f v) 0.
Definition steps (i : nat) (v : vertex) : nat := number (certificate f v) (S i).

Definition moves_are_edges (v : vertex) : bool :=
  every (fun w => member w (successors graph v)) (skipn 1 (solution f v)).

Definition goal_moves (v : vertex) : bool :=
  Nat.eqb (count_on (skipn 1 (solution f v)) 0)
    (if same_player (owner_in f v) (winner_as f v) then waits (winner_as f v) else 0).

Definition region_is_kept (v : vertex) : bool :=
  all_below (waits (winner_as f v)) (fun j =>
    every (fun w => same_player (winner_as f w) (winner_as f v)) (next_in j v)).

Definition rank_goes_on (j : nat) (v w : vertex) : bool :=
  if Nat.ltb (rank j w) (rank j v) then true
  else if Nat.eqb (rank j w) (rank j v) then
    if Nat.eqb a 0 then false else negb (assumption f (Nat.modulo (rank j v) a) v)
  else false.

Definition ranks_go_on (v : vertex) : bool :=
  if same_player (winner_as f v) Eve then
    all_below g (fun j => if guarantee f j v then true else every (rank_goes_on j v) (next_in j v))
  else true.

Definition level_goes_on (i : nat) (v w : vertex) : bool :=
  if Nat.ltb (level w) (level v) then true
  else if Nat.eqb (level w) (level v) then
    if guarantee f (Nat.modulo (level v) g) v then false
    else if Nat.eqb a 0 then true
    else if assumption f i v then true else Nat.ltb (steps i w) (steps i v)
  else false.

Definition levels_go_on (v : vertex) : bool :=
  if same_player (winner_as f v) Adam then
    all_below (waits Adam) (fun i => every (level_goes_on i v) (next_in i v))
  else true.

Definition goal_conditions : list condition := [
  ("an edge leads to a vertex of the graph"%string, edges_stay graph);
  ("every vertex has an edge"%string, goes_on graph);
  ("a move shown is an edge"%string, moves_are_edges);
  ("moves are shown where the winner is to move, one for each thing to wait for"%string, goal_moves);
  ("no move that the winner's strategy allows leaves the winner's region"%string, region_is_kept);
  ("the rank falls, or stays while an assumption is missed"%string, ranks_go_on);
  ("the level never rises and falls at its guarantee, and the steps to an assumption fall"%string, levels_go_on)
].

(** ** Why it suffices *)

Hypothesis accepted : examine (order f) goal_conditions = Proved.
Hypothesis some_guarantee : 0 < g.

Lemma facts : all_hold (order f) goal_conditions.
Proof. exact (all_conditions_hold _ _ accepted). Qed.

Lemma stay : forall v, v < order f -> edges_stay graph v = true.
Proof. apply facts. Qed.

Lemma on : forall v, v < order f -> goes_on graph v = true.
Proof. apply facts. Qed.

Lemma edges_shown : forall v, v < order f -> moves_are_edges v = true.
Proof. apply facts. Qed.

Lemma needed : forall v, v < order f -> goal_moves v = true.
Proof. apply facts. Qed.

Lemma kept_inside : forall v, v < order f -> region_is_kept v = true.
Proof. apply facts. Qed.

Lemma ranks_fall : forall v, v < order f -> ranks_go_on v = true.
Proof. apply facts. Qed.

Lemma levels_fall : forall v, v < order f -> levels_go_on v = true.
Proof. apply facts. Qed.

Lemma all_below_iff : forall n ok, all_below n ok = true -> forall j, j < n -> ok j = true.
Proof. intros n ok H j L. unfold all_below in H. rewrite every_iff in H. apply H, in_seq. lia. Qed.

Lemma a_move_is_an_edge : forall v j w, v < order f -> given f (S j) v = Some w -> In w (successors graph v).
Proof.
  intros v j w L M. assert (H := edges_shown v L). unfold moves_are_edges in H. rewrite every_iff in H.
  apply member_iff, H. unfold given in M. destruct (solution f v) as [| x row]; [discriminate |].
  simpl in *. exact (nth_error_In _ _ M).
Qed.

Lemma remembered_is_legal : forall p, legal (A := A) (remembered f p).
Proof.
  intros p h v w M. unfold remembered, move in M.
  destruct p; cbv iota beta in M; (destruct (Nat.ltb_spec v (order f)); [| discriminate]);
    exact (a_move_is_an_edge v _ w H M).
Qed.

Lemma counter_below : forall k seen h, 0 < k -> counter k seen h < k.
Proof.
  induction h as [| v h IH]; intros P; [exact P |]. specialize (IH P). cbn [counter]. cbv zeta.
  destruct (seen _ v); auto. destruct (Nat.eqb_spec (S (counter k seen h)) k); lia.
Qed.

Lemma waits_positive : forall p, 0 < waits p.
Proof. intros []; unfold waits; [exact some_guarantee |]. apply Nat.lt_le_trans with 1; [lia | apply Nat.le_max_l]. Qed.

Definition sets (p : player) : nat -> vertex -> bool := match p with Eve => guarantee f | Adam => assumption f end.

Lemma remembered_is : forall p h v, v < order f ->
  remembered f p h v = given f (S (counter (waits p) (sets p) h)) v.
Proof. intros p h v L. unfold remembered. destruct p; cbv iota beta; now rewrite (move_inside f _ v L). Qed.

Lemma count_on_length : forall X (l : list X) k, count_on l k = length l + k.
Proof. induction l as [| x l IH]; intros k; simpl; auto. rewrite IH. lia. Qed.

Section Along.

Variable r : play A.
Variable v : vertex.
Variable p : player.
Hypothesis begins : from (A := A) v r.
Hypothesis known : v < order f.
Hypothesis winner_here : winner_as f v = p.
Hypothesis keeping : keeps (A := A) p (remembered f p) r.

Definition at_ (i : nat) : vertex := match r i with Some u => u | None => v end.
Definition waiting (i : nat) : nat := counter (waits p) (sets p) (past r i).

Lemma waiting_below : forall i, waiting i < waits p.
Proof. intros i. apply counter_below, waits_positive. Qed.

Lemma along : forall i, r i = Some (at_ i) /\ at_ i < order f /\ winner_as f (at_ i) = p.
Proof.
  assert (Ends := play_never_ends graph (owner_in f) stay on r v begins known).
  assert (Stay := play_stays_in_the_graph graph (owner_in f) stay r v begins known).
  assert (There : forall i, r i = Some (at_ i)).
  { intros i. unfold at_. destruct (r i) eqn:E; [reflexivity | destruct (Ends i E)]. }
  intros i. split; [apply There |]. split; [exact (Stay i _ (There i)) |].
  induction i as [| i IH]; [unfold at_; now rewrite (proj2 begins) |].
  assert (L := Stay i _ (There i)).
  assert (I := play_steps A r i _ _ (proj1 begins) (There i) (There (S i))).
  assert (K := kept_inside _ L). unfold region_is_kept in K. rewrite IH in K.
  assert (K' := all_below_iff _ _ K (waiting i) (waiting_below i)). cbv beta in K'. rewrite every_iff in K'.
  apply same_player_iff, K'. unfold next_in. rewrite IH.
  destruct (same_player (owner_in f (at_ i)) p) eqn:O; [| exact I]. apply same_player_iff in O.
  assert (N := needed _ L). unfold goal_moves in N. rewrite IH, O in N.
  rewrite (proj2 (same_player_iff p p) eq_refl) in N. apply Nat.eqb_eq in N. rewrite count_on_length in N.
  unfold given. destruct (nth_error (solution f (at_ i)) (S (waiting i))) as [w |] eqn:M.
  - assert (X := keeping i _ w (There i) O). rewrite (remembered_is p (past r i) _ L) in X. specialize (X M).
    rewrite (There (S i)) in X. injection X as ->. now left.
  - apply nth_error_None in M. assert (W := waiting_below i).
    destruct (solution f (at_ i)) as [| x row]; simpl in *; lia.
Qed.

(** Each step of the play is one that the strategy allows, and so the memory goes on. *)
Lemma a_step : forall i, In (at_ (S i)) (next_in (waiting i) (at_ i)).
Proof.
  intros i. destruct (along i) as [E [L W]], (along (S i)) as [E' _]. unfold next_in. rewrite W.
  destruct (same_player (owner_in f (at_ i)) p) eqn:O; [| exact (play_steps A r i _ _ (proj1 begins) E E')].
  apply same_player_iff in O. assert (N := needed _ L). unfold goal_moves in N. rewrite W, O in N.
  rewrite (proj2 (same_player_iff p p) eq_refl) in N. apply Nat.eqb_eq in N. rewrite count_on_length in N.
  unfold given. destruct (nth_error (solution f (at_ i)) (S (waiting i))) as [w |] eqn:M.
  - assert (X := keeping i _ w E O). rewrite (remembered_is p (past r i) _ L) in X. specialize (X M).
    rewrite E' in X. injection X as ->. now left.
  - apply nth_error_None in M. assert (B := waiting_below i).
    destruct (solution f (at_ i)) as [| x row]; simpl in *; lia.
Qed.

Lemma memory_goes_on : forall i,
  waiting (S i) = if sets p (waiting i) (at_ i) then following (waits p) (waiting i) else waiting i.
Proof. intros i. unfold waiting at 1. cbn [past]. now rewrite (proj1 (along i)). Qed.

Lemma seen_at : forall (in_ : nat -> vertex -> bool) i m,
  at_move r m (fun u => in_ i u = true) <-> in_ i (at_ m) = true.
Proof.
  intros in_ i m. destruct (along m) as [E _]. split; [intros [u [E' S]]; congruence | intros S; now exists (at_ m)].
Qed.

Lemma waits_on : forall t, (forall m, t <= m -> sets p (waiting t) (at_ m) = false) ->
  forall m, t <= m -> waiting m = waiting t.
Proof.
  intros t Never m L. induction L as [| m L IH]; auto. rewrite memory_goes_on, IH, (Never m L). reflexivity.
Qed.

End Along.

Definition often (n : nat) (in_ : nat -> vertex -> bool) (r : play A) : Prop :=
  forall i, i < n -> infinitely_often r (fun u => in_ i u = true).

Lemma eve_wins : forall r v, from (A := A) v r -> v < order f -> winner_as f v = Eve ->
  keeps (A := A) Eve (remembered f Eve) r -> often a (assumption f) r -> often g (guarantee f) r.
Proof.
  intros r v F L W K Assumed j Lj s Never.
  assert (Step := memory_goes_on r v Eve F L W K). assert (Along := along r v Eve F L W K).
  assert (Seen := seen_at r v Eve F L W K).
  apply (everything_comes (waits Eve) (guarantee f) (at_ r v) (waiting r Eve) Step (waiting_below r Eve) 0)
    with (j := j) (s := s); [| exact Lj | lia |].
  2:{ intros m Lm. destruct (guarantee f j (at_ r v m)) eqn:G; auto. destruct (Never m Lm). now apply Seen. }
  clear j Lj s Never. intros t _ Never. set (c := waiting r Eve t) in *.
  assert (Waits := waits_on r v Eve F L W K t Never). fold c in Waits.
  assert (Falls : forall m, t <= m -> rank_goes_on c (at_ r v m) (at_ r v (S m)) = true).
  { intros m Lm. destruct (Along m) as [_ [Lu Wu]]. assert (R := ranks_fall _ Lu). unfold ranks_go_on in R.
    rewrite Wu in R. simpl in R.
    assert (R' := all_below_iff _ _ R c (waiting_below r Eve t)). cbv beta in R'. rewrite (Never m Lm) in R'.
    rewrite every_iff in R'. apply R'. rewrite <- (Waits m Lm). exact (a_step r v Eve F L W K m). }
  assert (H : forall k m, t <= m -> rank c (at_ r v m) = k -> False); [| exact (H _ t (le_n t) eq_refl)].
  induction k as [k IH] using lt_wf_ind. intros m Lm Rk.
  assert (At_most : forall n, m <= n -> rank c (at_ r v n) <= k).
  { intros n Ln. induction Ln as [| n Ln IHn]; [lia |]. specialize (Falls n ltac:(lia)). unfold rank_goes_on in Falls.
    destruct (Nat.ltb_spec (rank c (at_ r v (S n))) (rank c (at_ r v n))); [lia |].
    destruct (Nat.eqb_spec (rank c (at_ r v (S n))) (rank c (at_ r v n))); [lia | discriminate]. }
  destruct (Nat.eq_dec a 0) as [None_ | Some_].
  - specialize (Falls m Lm). unfold rank_goes_on in Falls. rewrite None_, Rk in Falls. simpl in Falls.
    destruct (Nat.ltb_spec (rank c (at_ r v (S m))) k) as [Lt | _].
    + exact (IH _ Lt (S m) ltac:(lia) eq_refl).
    + destruct (Nat.eqb _ _); discriminate.
  - apply (Assumed (Nat.modulo k a) (Nat.mod_upper_bound k a Some_) m). intros n Ln At.
    apply Seen in At. assert (Le := At_most n Ln). destruct (Nat.eq_dec (rank c (at_ r v n)) k) as [Eq | Ne].
    + specialize (Falls n ltac:(lia)). unfold rank_goes_on in Falls. rewrite Eq, At in Falls.
      destruct (Nat.ltb_spec (rank c (at_ r v (S n))) k) as [Lt | _].
      * exact (IH _ Lt (S n) ltac:(lia) eq_refl).
      * destruct (Nat.eqb _ k), (Nat.eqb a 0); discriminate.
    + exact (IH (rank c (at_ r v n)) ltac:(lia) n ltac:(lia) eq_refl).
Qed.

Lemma adam_wins : forall r v, from (A := A) v r -> v < order f -> winner_as f v = Adam ->
  keeps (A := A) Adam (remembered f Adam) r -> (often a (assumption f) r -> often g (guarantee f) r) -> False.
Proof.
  intros r v F L W K Wish.
  assert (Step := memory_goes_on r v Adam F L W K). assert (Along := along r v Adam F L W K).
  assert (Seen := seen_at r v Adam F L W K).
  assert (Falls : forall m, level_goes_on (waiting r Adam m) (at_ r v m) (at_ r v (S m)) = true).
  { intros m. destruct (Along m) as [_ [Lu Wu]]. assert (R := levels_fall _ Lu). unfold levels_go_on in R.
    rewrite Wu in R. simpl same_player in R. cbv iota in R.
    assert (R' := all_below_iff _ _ R _ (waiting_below r Adam m)). cbv beta in R'. rewrite every_iff in R'.
    apply R'. exact (a_step r v Adam F L W K m). }
  assert (H : forall k t, level (at_ r v t) = k -> False); [| exact (H _ 0 eq_refl)].
  induction k as [k IH] using lt_wf_ind. intros t Lv.
  assert (Same : forall m, t <= m -> level (at_ r v m) = k).
  { intros m Lm. induction Lm as [| m Lm IHm]; auto. specialize (Falls m). unfold level_goes_on in Falls.
    rewrite IHm in Falls. destruct (Nat.ltb_spec (level (at_ r v (S m))) k) as [Lt | _].
    - destruct (IH _ Lt (S m) eq_refl).
    - destruct (Nat.eqb_spec (level (at_ r v (S m))) k); [auto | discriminate]. }
  assert (Missed : forall m, t <= m -> guarantee f (Nat.modulo k g) (at_ r v m) = false).
  { intros m Lm. specialize (Falls m). unfold level_goes_on in Falls.
    rewrite (Same m Lm), (Same (S m) ltac:(lia)), Nat.ltb_irrefl, Nat.eqb_refl in Falls.
    now destruct (guarantee f (Nat.modulo k g) (at_ r v m)). }
  assert (Always : often a (assumption f) r).
  { intros i Li s Never.
    apply (everything_comes (waits Adam) (assumption f) (at_ r v) (waiting r Adam) Step (waiting_below r Adam) t)
      with (j := i) (s := Nat.max s t); [| unfold waits; lia | lia |].
    2:{ intros m Lm. destruct (assumption f i (at_ r v m)) eqn:S; auto. destruct (Never m ltac:(lia)). now apply Seen. }
    clear Never s. intros s Ls Never. set (c := waiting r Adam s) in *.
    assert (Waits := waits_on r v Adam F L W K s Never). fold c in Waits.
    assert (Down : forall m, s <= m -> steps c (at_ r v (S m)) < steps c (at_ r v m)).
    { intros m Lm. specialize (Falls m). unfold level_goes_on in Falls.
      rewrite (Same m ltac:(lia)), (Same (S m) ltac:(lia)), Nat.ltb_irrefl, Nat.eqb_refl, (Missed m ltac:(lia)) in Falls.
      rewrite (Waits m Lm) in Falls. simpl sets in Never. rewrite (Never m Lm) in Falls.
      destruct (Nat.eqb a 0) eqn:Z; [apply Nat.eqb_eq in Z; lia | now apply Nat.ltb_lt]. }
    assert (X : forall n, steps c (at_ r v (s + n)) + n <= steps c (at_ r v s)).
    { induction n as [| n IHn]; [replace (s + 0) with s by lia; lia |]. specialize (Down (s + n) ltac:(lia)).
      replace (s + S n) with (S (s + n)) by lia. lia. }
    specialize (X (S (steps c (at_ r v s)))). lia. }
  apply (Wish Always (Nat.modulo k g) (Nat.mod_upper_bound k g ltac:(lia)) t).
  intros m Lm At. apply Seen in At. rewrite (Missed m Lm) in At. discriminate.
Qed.

End Goals.

(** ** The theorem *)

Definition goals_form (f : file nat) (v : vertex) : bool :=
  fits (repeat 1 (1 + assumptions f + guarantees f)) anything (game f v) && fits [1] anything (solution f v) &&
  match parameter f with [_; S _] => true | _ => false end.

Definition check_goals (f : file nat) : verdict :=
  formed f (skipn (1 + assumptions f + guarantees f)) (goals_form f) (fun _ => examine (order f) (goal_conditions f)).

Theorem goals_proved : forall f, check_goals f = Proved -> gr1_claim f.
Proof.
  intros f C. apply formed_proved in C. destruct C as [Form C]. intros v L. exists (winner_as f v).
  assert (Fo := Form v L). unfold goals_form in Fo. apply andb_true_iff in Fo. destruct Fo as [Fo Some_].
  apply andb_true_iff in Fo. destruct Fo as [_ Fo].
  assert (Pos : 0 < guarantees f).
  { unfold guarantees, number. destruct (parameter f) as [| x [| [| y] [| z rest]]]; try discriminate. simpl. lia. }
  assert (Wins : wins_by (A := arena_from f (1 + assumptions f + guarantees f))
    (wants Eve (fun r => often f (assumptions f) (assumption f) r -> often f (guarantees f) (guarantee f) r))
    (winner_as f v) (remembered f (winner_as f v)) v).
  { split; [exact (remembered_is_legal f C (winner_as f v)) |]. intros r F K. unfold wants.
    destruct (winner_as f v) eqn:W; simpl.
    - exact (eve_wins f C Pos r v F L W K).
    - exact (adam_wins f C Pos r v F L W K). }
  split.
  { unfold winner, winner_as, player_at. apply fits_first in Fo.
    destruct (number (solution f v) 0) as [| [| k]]; simpl; auto. lia. }
  split; [exact Wins |]. apply only_one_wins; [apply wants_not_both |]. now exists (remembered f (winner_as f v)).
Qed.
