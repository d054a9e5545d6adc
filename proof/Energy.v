(** Energy games: the least credit with which Eve never runs out of energy.

    What [check_energy] accepts is true, [energy_proved]: with the credit shown, or more, Eve's moves keep the energy
    from falling below 0 for ever; with less, or where no credit is shown, Adam's moves make it run out. *)

From Coq Require Import String List Arith ZArith Lia Bool.
From Graphgames Require Import Games Checking Weights.
Import ListNotations.
Open Scope Z_scope.

(** ** The objective *)

Section Objective.

Variable g : labelled Z.
Variable owner : vertex -> player.
Let A := weighted g owner.

Definition gain (u : option (vertex * option Z)) : Z :=
  match u with Some (_, Some z) => z | _ => 0 end.

(** The energy after [i] moves, with a credit at first. *)
Fixpoint energy (credit : Z) (r : nat -> option (vertex * option Z)) (i : nat) : Z :=
  match i with
  | O => credit
  | S j => energy credit r j + gain (r (S j))
  end.

(** Eve wins if the energy never falls below 0, and she never has to move and cannot; Adam if one of these happens. *)
Definition never_runs_out (credit : Z) : objective A := fun p r =>
  match p with
  | Eve =>
      (forall i, r i <> None -> 0 <= energy credit r i) /\
      ~ stops_at (A := A) r (fun u => owner (fst u) = Eve)
  | Adam =>
      (exists i, r i <> None /\ energy credit r i < 0) \/
      stops_at (A := A) r (fun u => owner (fst u) = Eve)
  end.

End Objective.

(** ** The checker *)

Section Certificate.

Variable g : labelled Z.
Variable owner : vertex -> player.
Variable winner : vertex -> player.
Variable move : vertex -> option vertex.
Variable credit : vertex -> option Z.            (* the least credit, none where Adam wins with any *)
Variable scale : Z.
Variable bound : vertex -> Z.

Definition winner_has_a_credit (v : vertex) : bool :=
  match credit v with Some c => (0 <=? c) && same_player (winner v) Eve | None => same_player (winner v) Adam end.

(** What is left of the credit is enough at the next vertex. *)
Definition leaves_enough (v : vertex) (e : vertex * Z) : bool :=
  match credit v, credit (fst e) with
  | Some c, Some c' => c' <=? c + snd e
  | _, _ => false
  end.

Definition credit_suffices (v : vertex) : bool :=
  match credit v with Some _ => follows g owner move Eve leaves_enough v | None => true end.

Definition rises (v : vertex) (e : vertex * Z) : bool := bound v <? bound (fst e) - scale * snd e.

(** The bound rises by more than the weight takes, or the play comes to where no credit suffices, and stays there. *)
Definition takes_enough (v : vertex) (e : vertex * Z) : bool :=
  match credit v, credit (fst e) with
  | None, None => rises v e
  | None, Some _ => false
  | Some _, None => true
  | Some _, Some _ => rises v e
  end.

Definition bound_rises (v : vertex) : bool :=
  match credit v with
  | None => follows g owner move Adam takes_enough v
  | Some _ => if 0 <? bound v then follows g owner move Adam takes_enough v else true
  end.

Definition credit_is_least (v : vertex) : bool :=
  match credit v with Some c => (c =? 0) || ((c - 1) * scale <? bound v) | None => true end.

Definition scale_is_positive (v : vertex) : bool := 0 <? scale.

Definition energy_conditions : list condition := [
  ("an edge leads to a vertex of the graph"%string, ends_inside g);
  ("the move shown is an edge"%string, shown_edge g move);
  ("the scale is positive"%string, scale_is_positive);
  ("Eve wins where there is a credit, which is not negative, and Adam elsewhere"%string, winner_has_a_credit);
  ("what is left of the credit is enough at the next vertex"%string, credit_suffices);
  ("the bound shows that one less is not enough"%string, credit_is_least);
  ("the bound rises by more than the weight takes"%string, bound_rises)
].

Definition check_energy : verdict := examine (order g) energy_conditions.

(** ** Why it suffices *)

Hypothesis accepted : check_energy = Proved.

Lemma energy_facts : all_hold (order g) energy_conditions.
Proof. exact (all_conditions_hold _ _ accepted). Qed.

Let A := weighted g owner.

Lemma inside : forall v, (v < order g)%nat -> ends_inside g v = true.
Proof. apply energy_facts. Qed.

Lemma scale_positive : forall v, (v < order g)%nat -> 0 < scale.
Proof.
  assert (H : forall v, (v < order g)%nat -> scale_is_positive v = true) by apply energy_facts.
  intros v L. apply Z.ltb_lt. exact (H v L).
Qed.

Lemma suffices : forall v, (v < order g)%nat -> credit_suffices v = true.
Proof. apply energy_facts. Qed.

Lemma has_a_credit : forall v, (v < order g)%nat -> winner_has_a_credit v = true.
Proof. apply energy_facts. Qed.

Lemma least : forall v, (v < order g)%nat -> credit_is_least v = true.
Proof. apply energy_facts. Qed.

Lemma rising : forall v, (v < order g)%nat -> bound_rises v = true.
Proof. apply energy_facts. Qed.

Definition eve := chosen g owner move Eve leaves_enough.
Definition adam := chosen g owner move Adam takes_enough.

(** *** Eve keeps at least the credit of the vertex where the play is. *)

Lemma eve_follows : forall v d, (v < order g)%nat -> credit v = Some d ->
  follows g owner move Eve leaves_enough v = true.
Proof. intros v d L D. assert (H := suffices v L). unfold credit_suffices in H. now rewrite D in H. Qed.

Lemma enough_left : forall v e d, credit v = Some d -> leaves_enough v e = true ->
  exists d', credit (fst e) = Some d' /\ d' <= d + snd e.
Proof.
  intros v e d D G. unfold leaves_enough in G. rewrite D in G.
  destruct (credit (fst e)) as [d' |]; [| discriminate]. exists d'. apply Z.leb_le in G. auto.
Qed.

Lemma credit_kept : forall (r : play A) v c x,
  from (A := A) (start v) r -> (v < order g)%nat -> credit v = Some c -> c <= x ->
  keeps (A := A) Eve (positional (A := A) (along eve)) r ->
  forall i u, r i = Some u -> (fst u < order g)%nat /\ exists d, credit (fst u) = Some d /\ d <= energy x r i.
Proof.
  intros r v c x F L C X K. induction i; intros u E.
  - rewrite (proj2 F) in E. assert (u = start v) by congruence. subst u. simpl. split; auto. exists c. auto.
  - destruct (play_was_there A r i (S i) u (proj1 F) E) as [t T]; [lia |].
    destruct (IHi t T) as [Lt [d [D Le]]].
    destruct (kept_step_is_good _ g owner move Eve leaves_enough r i t u (proj1 F) K Lt (eve_follows _ d Lt D) T E)
      as [e [I [-> G]]].
    split; [exact (edge_stays _ g inside _ e Lt I) |].
    destruct (enough_left _ e d D G) as [d' [D' Le']]. exists d'. split; [exact D' |].
    cbn [energy]. rewrite E. unfold gain, arrived. lia.
Qed.

Lemma credit_is_not_negative : forall v c, (v < order g)%nat -> credit v = Some c -> 0 <= c /\ winner v = Eve.
Proof.
  intros v c L C. assert (H := has_a_credit v L). unfold winner_has_a_credit in H. rewrite C in H.
  apply andb_true_iff in H. destruct H as [H1 H2]. apply Z.leb_le in H1. now apply same_player_iff in H2.
Qed.

Lemma eve_wins : forall v c x, (v < order g)%nat -> credit v = Some c -> c <= x ->
  wins_by (A := A) (never_runs_out g owner x) Eve (positional (A := A) (along eve)) (start v).
Proof.
  intros v c x L C X. split.
  { apply (choice_is_legal _ g owner move). apply chosen_makes_the_moves. }
  intros r F K. assert (Kept := credit_kept r v c x F L C X K). split.
  - intros i N. destruct (r i) as [u |] eqn:E; [| now destruct N].
    destruct (Kept i u E) as [Lu [d [D Le]]]. destruct (credit_is_not_negative _ _ Lu D). lia.
  - intros [i [[u [E O]] N]]. destruct (Kept i u E) as [Lu [d [D _]]].
    exact (follower_moves _ g owner move Eve leaves_enough r i u (proj1 F) Lu (eve_follows _ d Lu D) O E N).
Qed.

(** *** Adam watches the bound less the scale times the energy: it rises, and cannot for ever. *)

Lemma highest : exists top, forall v, (v < order g)%nat -> bound v <= top.
Proof.
  generalize (order g). induction n as [| n [t H]]; [exists 0; lia |].
  exists (Z.max t (bound n)). intros v L. destruct (Nat.eq_dec v n) as [-> |]; [lia |].
  specialize (H v ltac:(lia)). lia.
Qed.

(** No credit is enough where the play is, or what there is is not. *)
Definition short (x : Z) (v : vertex) : Prop := credit v = None \/ 0 < bound v - scale * x.

Lemma adam_follows : forall v x, (v < order g)%nat -> 0 <= x -> short x v ->
  follows g owner move Adam takes_enough v = true.
Proof.
  intros v x L X R. assert (H := rising v L). assert (S := scale_positive v L). unfold bound_rises in H.
  destruct (credit v) eqn:C; auto. destruct R as [R | R]; [congruence |].
  destruct (Z.ltb_spec 0 (bound v)); auto. nia.
Qed.

Lemma takes : forall v e, takes_enough v e = true ->
  (credit v <> None /\ credit (fst e) = None) \/
  ((credit v = None -> credit (fst e) = None) /\ bound v < bound (fst e) - scale * snd e).
Proof.
  intros v e G. unfold takes_enough in G.
  destruct (credit v), (credit (fst e)); try discriminate G; try (left; split; congruence);
    right; (split; [congruence | now apply Z.ltb_lt]).
Qed.

Section RunningOut.

Variable r : play A.
Variable x : Z.
Hypothesis plays : is_play r.
Hypothesis kept : keeps (A := A) Adam (positional (A := A) (along adam)) r.

Let wins_here := never_runs_out g owner x Adam r.

(** The energy has run out, or Eve is stuck, or a good edge is taken. *)
Lemma one_more : forall i u, r i = Some u -> (fst u < order g)%nat -> short (energy x r i) (fst u) ->
  wins_here \/
  0 <= energy x r i /\
  exists e, r (S i) = Some (arrived e) /\ (fst e < order g)%nat /\ takes_enough (fst u) e = true /\
    energy x r (S i) = energy x r i + snd e.
Proof.
  intros i u E L R. destruct (Z.ltb_spec (energy x r i) 0) as [N | P].
  { left. left. exists i. split; [congruence | exact N]. }
  assert (Fo := adam_follows _ _ L P R).
  destruct (r (S i)) as [w |] eqn:E'.
  - right. split; auto.
    destruct (kept_step_is_good _ g owner move Adam takes_enough r i u w plays kept L Fo E E') as [e [I [-> G]]].
    exists e. split; auto. split; [exact (edge_stays _ g inside _ e L I) |]. split; auto.
    cbn [energy]. now rewrite E'.
  - left. right. exists i. split; auto. exists u. split; auto.
    destruct (owner (fst u)) eqn:O; auto.
    destruct (follower_moves _ g owner move Adam takes_enough r i u plays L Fo O E E').
Qed.

Variable top : Z.
Hypothesis topmost : forall v, (v < order g)%nat -> bound v <= top.

Definition slack (i : nat) (v : vertex) : Z := bound v - scale * energy x r i.

Lemma lost_runs_out : forall k i u, r i = Some u -> (fst u < order g)%nat -> credit (fst u) = None ->
  top - slack i (fst u) < Z.of_nat k -> wins_here.
Proof.
  induction k; intros i u E L C Small; unfold slack in *; assert (S := scale_positive _ L);
    destruct (one_more i u E L (or_introl C)) as [W | [P [e [E' [L' [G En]]]]]]; auto.
  - specialize (topmost _ L). nia.
  - destruct (takes _ e G) as [[N _] | [C' B]]; [contradiction |].
    apply (IHk (Datatypes.S i) (arrived e) E' L' (C' C)).
    rewrite En. change (fst (arrived e)) with (fst e). nia.
Qed.

Lemma short_runs_out : forall k i u, r i = Some u -> (fst u < order g)%nat -> 0 < slack i (fst u) ->
  top - slack i (fst u) < Z.of_nat k -> wins_here.
Proof.
  induction k; intros i u E L Pos Small; unfold slack in *; assert (S := scale_positive _ L);
    destruct (one_more i u E L (or_intror Pos)) as [W | [P [e [E' [L' [G En]]]]]]; auto.
  - specialize (topmost _ L). nia.
  - assert (Lost : credit (fst e) = None -> wins_here).
    { intros C'. set (k' := Z.to_nat (top - slack (Datatypes.S i) (fst e) + 1)).
      destruct (Z.leb_spec 0 (top - slack (Datatypes.S i) (fst e))).
      - apply (lost_runs_out k' (Datatypes.S i) (arrived e) E' L' C'). unfold k'. simpl fst. lia.
      - apply (lost_runs_out 0%nat (Datatypes.S i) (arrived e) E' L' C'). simpl fst. lia. }
    destruct (takes _ e G) as [[_ C'] | [_ B]]; [now apply Lost |].
    apply (IHk (Datatypes.S i) (arrived e) E' L'); rewrite En;
      change (fst (arrived e)) with (fst e); nia.
Qed.

End RunningOut.

(** Adam wins with any credit where none is shown, and with less than the one that is. *)
Lemma adam_wins : forall v x, (v < order g)%nat -> (forall c, credit v = Some c -> x < c) ->
  wins_by (A := A) (never_runs_out g owner x) Adam (positional (A := A) (along adam)) (start v).
Proof.
  intros v x L X. split.
  { apply (choice_is_legal _ g owner move). apply chosen_makes_the_moves. }
  intros r F K. destruct highest as [top Top]. assert (E := proj2 F). assert (S := scale_positive v L).
  destruct (Z.ltb_spec x 0) as [N | P].
  { left. exists 0%nat. split; [rewrite E; discriminate | exact N]. }
  set (k := Z.to_nat (top - slack r x 0 v + 1)).
  destruct (credit v) as [c |] eqn:C.
  - specialize (X c eq_refl). assert (H := least v L). unfold credit_is_least in H. rewrite C in H.
    assert (Pos : 0 < slack r x 0 v).
    { unfold slack. simpl. destruct (credit_is_not_negative v c L C). apply orb_true_iff in H.
      destruct H as [H | H]; [apply Z.eqb_eq in H; lia | apply Z.ltb_lt in H; nia]. }
    specialize (Top v L) as Tv. unfold slack in *. simpl energy in *.
    apply (short_runs_out r x (proj1 F) K top Top k 0%nat (start v) E L Pos). unfold slack, k. simpl fst. simpl energy.
    assert (0 <= bound v) by nia. nia.
  - unfold k. destruct (Z.leb_spec 0 (top - slack r x 0 v)).
    + apply (lost_runs_out r x (proj1 F) K top Top k 0%nat (start v) E L C). unfold k. simpl fst. lia.
    + apply (lost_runs_out r x (proj1 F) K top Top 0%nat 0%nat (start v) E L C). simpl fst. lia.
Qed.

Lemma never_both_here : forall v x, never_both (A := A) (never_runs_out g owner x) (start v).
Proof.
  intros v x r F [H1 H2] [[i [N E]] | H]; [specialize (H1 i N); lia | contradiction].
Qed.

End Certificate.

(** ** The theorem *)

(** Eve wins with a credit of [c] or more, by edges that make the moves shown, and with less Adam wins; where no credit
    is shown Adam wins with any. The winner is named accordingly. *)
Theorem energy_proved : forall g owner winner move credit scale bound,
  check_energy g owner winner move credit scale bound = Proved ->
  let A := weighted g owner in
  exists eve adam : vertex -> option (vertex * Z),
    makes_the_moves g move eve /\ makes_the_moves g move adam /\
    forall v, (v < order g)%nat ->
      (winner v = Eve <-> credit v <> None) /\
      forall x : Z,
        match credit v with
        | Some c =>
            (c <= x -> won_by (A := A) (never_runs_out g owner x) Eve (along eve) (start v)) /\
            (x < c -> won_by (A := A) (never_runs_out g owner x) Adam (along adam) (start v))
        | None => won_by (A := A) (never_runs_out g owner x) Adam (along adam) (start v)
        end.
Proof.
  intros g owner winner move credit scale bound C A.
  exists (eve g owner move credit), (adam g owner move credit scale bound).
  split; [apply chosen_makes_the_moves |]. split; [apply chosen_makes_the_moves |].
  intros v L. assert (W := has_a_credit _ _ _ _ _ _ _ C v L). unfold winner_has_a_credit in W. split.
  { destruct (credit v).
    - apply andb_true_iff in W. destruct W as [_ W]. apply same_player_iff in W. split; [discriminate | auto].
    - apply same_player_iff in W. split; congruence. }
  intros x. destruct (credit v) as [c |] eqn:Cr.
  - split; intros X; apply won_by_moves; try apply never_both_here.
    + exact (eve_wins _ _ _ _ _ _ _ C v c x L Cr X).
    + apply (adam_wins _ _ _ _ _ _ _ C v x L). intros c' E. congruence.
  - apply won_by_moves; [apply never_both_here |].
    apply (adam_wins _ _ _ _ _ _ _ C v x L). intros c' E. congruence.
Qed.
