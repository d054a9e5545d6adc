(** Energy games: the least credit with which Eve never runs out of energy.

    What [check_credits] accepts is true, [energy_proved]: with the credit shown, or more, Eve's moves keep the energy
    from falling below 0 for ever; with less, or where no credit is shown, Adam's moves make it run out. The weights are
    integers; so the checker reckons with those. *)

From Coq Require Import String List Arith ZArith QArith Qround Lqa Lia Bool.
From Graphgames Require Import Games Plays Claims Checking Reading Weights.
Import ListNotations.
Open Scope Z_scope.

(** ** The checker *)

Section Certificate.

Variable f : file cell.

Let edges := plain_edges f.
Let A := weighted f edges.

Definition credit (v : vertex) : option Z := option_map Qnum (exact_at (solution f v) 1).
Definition scale : Z := Qnum (threshold_in f).
Definition bound (v : vertex) : Z := Qnum (bound_in f 0 v).

Definition credit_is_right (v : vertex) : bool := match credit v with Some c => 0 <=? c | None => true end.

Definition integers (v : vertex) : bool :=
  match exact_at (solution f v) 1 with Some c => is_whole c | None => true end &&
  whole_weights edges v.

(** What is left of the credit is enough at the next vertex. *)
Definition leaves_enough (v : vertex) (e : edge) : bool :=
  match credit v, credit (fst e) with
  | Some c, Some c' => c' <=? c + gain e
  | _, _ => false
  end.

Definition credit_suffices (v : vertex) : bool :=
  match credit v with Some _ => follows f edges Eve leaves_enough v | None => true end.

Definition rises (v : vertex) (e : edge) : bool := bound v <? bound (fst e) - scale * gain e.

(** The bound rises by more than the weight takes, or the play comes to where no credit suffices, and stays there. *)
Definition takes_enough (v : vertex) (e : edge) : bool :=
  match credit v, credit (fst e) with
  | None, None => rises v e
  | None, Some _ => false
  | Some _, None => true
  | Some _, Some _ => rises v e
  end.

Definition bound_rises (v : vertex) : bool :=
  match credit v with
  | None => follows f edges Adam takes_enough v
  | Some _ => if 0 <? bound v then follows f edges Adam takes_enough v else true
  end.

Definition credit_is_least (v : vertex) : bool :=
  match credit v with Some c => (c =? 0) || ((c - 1) * scale <? bound v) | None => true end.

Definition scale_is_positive (v : vertex) : bool := 0 <? scale.

Definition named_by_credit (w : player) (least : option Q) : player := if least then Eve else Adam.

Definition energy_conditions : list condition := [
  ("an edge leads to a vertex of the graph"%string, ends_inside f edges);
  ("the move shown is an edge"%string, shown_edge f edges);
  ("weights and credits are integers"%string, integers);
  ("the scale is positive"%string, scale_is_positive);
  ("Eve wins where there is a credit, and Adam elsewhere"%string, named_rightly f named_by_credit);
  ("a credit is not negative"%string, credit_is_right);
  ("what is left of the credit is enough at the next vertex"%string, credit_suffices);
  ("the bound shows that one less is not enough"%string, credit_is_least);
  ("the bound rises by more than the weight takes"%string, bound_rises)
].

Definition check_credits : verdict :=
  formed f (fun row => pairs (skipn 1 row)) (weighted_form 1 true 1 1 f) (fun _ => examine (order f) energy_conditions).

(** ** Why it suffices *)

Hypothesis accepted : examine (order f) energy_conditions = Proved.

Lemma energy_facts : all_hold (order f) energy_conditions.
Proof. exact (all_conditions_hold _ _ accepted). Qed.

Lemma inside : forall v, (v < order f)%nat -> ends_inside f edges v = true.
Proof. apply energy_facts. Qed.

Lemma scale_positive : forall v, (v < order f)%nat -> 0 < scale.
Proof.
  assert (H : forall v, (v < order f)%nat -> scale_is_positive v = true) by apply energy_facts.
  intros v L. apply Z.ltb_lt. exact (H v L).
Qed.

Lemma all_integers : forall v, (v < order f)%nat -> integers v = true.
Proof. apply energy_facts. Qed.

Lemma suffices : forall v, (v < order f)%nat -> credit_suffices v = true.
Proof. apply energy_facts. Qed.

Lemma has_a_credit : forall v, (v < order f)%nat -> credit_is_right v = true.
Proof. apply energy_facts. Qed.

Lemma named : forall v, (v < order f)%nat -> named_rightly f named_by_credit v = true.
Proof. apply energy_facts. Qed.

Lemma least : forall v, (v < order f)%nat -> credit_is_least v = true.
Proof. apply energy_facts. Qed.

Lemma rising : forall v, (v < order f)%nat -> bound_rises v = true.
Proof. apply energy_facts. Qed.

Definition eve := chosen f edges Eve leaves_enough.
Definition adam := chosen f edges Adam takes_enough.

(** The energy after [i] moves, with a credit at first. *)
Fixpoint energy (c : Z) (r : play A) (i : nat) : Z :=
  match i with
  | O => c
  | S j => energy c r j + Qnum (fst (label_at f edges r (S j)))
  end.

(** The objective where all numbers are integers. *)
Definition never_runs_out (c : Z) : objective A := fun p r =>
  match p with
  | Eve =>
      (forall i, r i <> None -> 0 <= energy c r i) /\
      ~ stops_at (A := A) r (fun u => owner A u = Eve)
  | Adam =>
      (exists i, r i <> None /\ energy c r i < 0) \/
      stops_at (A := A) r (fun u => owner A u = Eve)
  end.

Lemma energy_is_collected : forall (r : play A) v c, from (A := A) (start v) r -> (v < order f)%nat ->
  forall i, (inject_Z (energy c r i) == inject_Z c + collected f edges r i)%Q.
Proof.
  intros r v c F L i. assert (W : forall u, (u < order f)%nat -> whole_weights edges u = true).
  { intros u Lu. assert (H := all_integers u Lu). unfold integers in H. apply andb_true_iff in H. apply H. }
  assert (E : energy c r i = c + whole_sum f edges r i) by (induction i as [| i IH]; simpl in *; lia).
  rewrite E, inject_Z_plus. now rewrite (whole_sum_is_collected f edges inside (plain_edges_are_plain f) r v F W L i).
Qed.

(** *** Eve keeps at least the credit of the vertex where the play is. *)

Lemma eve_follows : forall v d, (v < order f)%nat -> credit v = Some d ->
  follows f edges Eve leaves_enough v = true.
Proof. intros v d L D. assert (H := suffices v L). unfold credit_suffices in H. now rewrite D in H. Qed.

Lemma enough_left : forall v e d, credit v = Some d -> leaves_enough v e = true ->
  exists d', credit (fst e) = Some d' /\ d' <= d + gain e.
Proof.
  intros v e d D G. unfold leaves_enough in G. rewrite D in G.
  destruct (credit (fst e)) as [d' |]; [| discriminate]. exists d'. apply Z.leb_le in G. auto.
Qed.

Lemma credit_kept : forall (r : play A) v c x,
  from (A := A) (start v) r -> (v < order f)%nat -> credit v = Some c -> c <= x ->
  keeps (A := A) Eve (positional (A := A) (along eve)) r ->
  forall i u, r i = Some u -> (fst u < order f)%nat /\ exists d, credit (fst u) = Some d /\ d <= energy x r i.
Proof.
  intros r v c x F L C X K. induction i; intros u E.
  - rewrite (proj2 F) in E. assert (u = start v) by congruence. subst u. simpl. split; auto. exists c. auto.
  - destruct (play_was_there A r i (S i) u (proj1 F) E) as [t T]; [lia |].
    destruct (IHi t T) as [Lt [d [D Le]]].
    destruct (kept_step_is_good f edges Eve leaves_enough r i t u (proj1 F) K (eve_follows _ d Lt D) T E)
      as [e [I [-> G]]].
    split; [exact (edge_stays f edges inside _ e Lt I) |].
    destruct (enough_left _ e d D G) as [d' [D' Le']]. exists d'. split; [exact D' |].
    cbn [energy]. unfold label_at. rewrite E. unfold gain, weight, arrived in *. simpl. lia.
Qed.

Lemma credit_is_not_negative : forall v c, (v < order f)%nat -> credit v = Some c -> 0 <= c.
Proof.
  intros v c L C. assert (H := has_a_credit v L). unfold credit_is_right in H. rewrite C in H.
  now apply Z.leb_le.
Qed.

Lemma eve_wins : forall v c x, (v < order f)%nat -> credit v = Some c -> c <= x ->
  wins_by (A := A) (never_runs_out x) Eve (positional (A := A) (along eve)) (start v).
Proof.
  intros v c x L C X. split.
  { apply (choice_is_legal f edges). apply chosen_makes_the_moves. }
  intros r F K. assert (Kept := credit_kept r v c x F L C X K). split.
  - intros i N. destruct (r i) as [u |] eqn:E; [| now destruct N].
    destruct (Kept i u E) as [Lu [d [D Le]]]. assert (N0 := credit_is_not_negative _ _ Lu D). lia.
  - intros [i [[u [E O]] N]]. destruct (Kept i u E) as [Lu [d [D _]]].
    exact (follower_moves f edges Eve leaves_enough r i u (proj1 F) (eve_follows _ d Lu D) O E N).
Qed.

(** *** Adam watches the bound less the scale times the energy: it rises, and cannot for ever. *)

Lemma highest : exists top, forall v, (v < order f)%nat -> bound v <= top.
Proof.
  generalize (order f). induction n as [| n [t H]]; [exists 0; lia |].
  exists (Z.max t (bound n)). intros v L. destruct (Nat.eq_dec v n) as [-> |]; [lia |].
  specialize (H v ltac:(lia)). lia.
Qed.

(** No credit is enough where the play is, or what there is is not. *)
Definition short (x : Z) (v : vertex) : Prop := credit v = None \/ 0 < bound v - scale * x.

Lemma adam_follows : forall v x, (v < order f)%nat -> 0 <= x -> short x v ->
  follows f edges Adam takes_enough v = true.
Proof.
  intros v x L X R. assert (H := rising v L). assert (S := scale_positive v L). unfold bound_rises in H.
  destruct (credit v) eqn:C; auto. destruct R as [R | R]; [congruence |].
  destruct (Z.ltb_spec 0 (bound v)); auto. nia.
Qed.

Lemma takes : forall v e, takes_enough v e = true ->
  (credit v <> None /\ credit (fst e) = None) \/
  ((credit v = None -> credit (fst e) = None) /\ bound v < bound (fst e) - scale * gain e).
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

Let wins_here := never_runs_out x Adam r.

(** The energy has run out, or Eve is stuck, or a good edge is taken. *)
Lemma one_more : forall i u, r i = Some u -> (fst u < order f)%nat -> short (energy x r i) (fst u) ->
  wins_here \/
  0 <= energy x r i /\
  exists e, r (S i) = Some (arrived e) /\ (fst e < order f)%nat /\ takes_enough (fst u) e = true /\
    energy x r (S i) = energy x r i + gain e.
Proof.
  intros i u E L R. destruct (Z.ltb_spec (energy x r i) 0) as [N | P].
  { left. left. exists i. split; [congruence | exact N]. }
  assert (Fo := adam_follows _ _ L P R).
  destruct (r (S i)) as [w |] eqn:E'.
  - right. split; auto.
    destruct (kept_step_is_good f edges Adam takes_enough r i u w plays kept Fo E E') as [e [I [-> G]]].
    exists e. split; auto. split; [exact (edge_stays f edges inside _ e L I) |]. split; auto.
    cbn [energy]. unfold label_at. now rewrite E'.
  - left. right. exists i. split; auto. exists u. split; auto.
    destruct (owner A u) eqn:O; auto.
    destruct (follower_moves f edges Adam takes_enough r i u plays Fo O E E').
Qed.

Variable top : Z.
Hypothesis topmost : forall v, (v < order f)%nat -> bound v <= top.

Definition slack (i : nat) (v : vertex) : Z := bound v - scale * energy x r i.

Lemma lost_runs_out : forall k i u, r i = Some u -> (fst u < order f)%nat -> credit (fst u) = None ->
  top - slack i (fst u) < Z.of_nat k -> wins_here.
Proof.
  induction k; intros i u E L C Small; unfold slack in *; assert (S := scale_positive _ L);
    destruct (one_more i u E L (or_introl C)) as [W | [P [e [E' [L' [G En]]]]]]; auto.
  - specialize (topmost _ L). nia.
  - destruct (takes _ e G) as [[N _] | [C' B]]; [contradiction |].
    apply (IHk (Datatypes.S i) (arrived e) E' L' (C' C)).
    rewrite En. change (fst (arrived e)) with (fst e). nia.
Qed.

Lemma short_runs_out : forall k i u, r i = Some u -> (fst u < order f)%nat -> 0 < slack i (fst u) ->
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
Lemma adam_wins : forall v x, (v < order f)%nat -> (forall c, credit v = Some c -> x < c) ->
  wins_by (A := A) (never_runs_out x) Adam (positional (A := A) (along adam)) (start v).
Proof.
  intros v x L X. split.
  { apply (choice_is_legal f edges). apply chosen_makes_the_moves. }
  intros r F K. destruct highest as [top Top]. assert (E := proj2 F). assert (S := scale_positive v L).
  destruct (Z.ltb_spec x 0) as [N | P].
  { left. exists 0%nat. split; [rewrite E; discriminate | exact N]. }
  set (k := Z.to_nat (top - slack r x 0 v + 1)).
  destruct (credit v) as [c |] eqn:C.
  - specialize (X c eq_refl). assert (H := least v L). unfold credit_is_least in H. rewrite C in H.
    assert (Pos : 0 < slack r x 0 v).
    { unfold slack. simpl. assert (N0 := credit_is_not_negative v c L C). apply orb_true_iff in H.
      destruct H as [H | H]; [apply Z.eqb_eq in H; lia | apply Z.ltb_lt in H; nia]. }
    specialize (Top v L) as Tv. unfold slack in *. simpl energy in *.
    apply (short_runs_out r x (proj1 F) K top Top k 0%nat (start v) E L Pos). unfold slack, k. simpl fst. simpl energy.
    assert (0 <= bound v) by nia. nia.
  - unfold k. destruct (Z.leb_spec 0 (top - slack r x 0 v)).
    + apply (lost_runs_out r x (proj1 F) K top Top k 0%nat (start v) E L C). unfold k. simpl fst. lia.
    + apply (lost_runs_out r x (proj1 F) K top Top 0%nat 0%nat (start v) E L C). simpl fst. lia.
Qed.

(** *** With credits that need not be integers *)

Definition choice (p : player) : vertex -> option edge := match p with Eve => eve | Adam => adam end.

Lemma won : forall t v, (v < order f)%nat ->
  let p := eve_if_at_least Adam (Some t) (exact_at (solution f v) 1) in
  wins_by (A := A) (wants Adam (runs_out f edges t)) p (positional (A := A) (along (choice p))) (start v).
Proof.
  intros t v L. unfold eve_if_at_least. assert (H := all_integers v L). unfold integers in H.
  apply andb_true_iff in H. destruct H as [H _].
  assert (Cr : credit v = option_map Qnum (exact_at (solution f v) 1)) by reflexivity.
  assert (Adams : (forall c, credit v = Some c -> Qfloor t < c) ->
    wins_by (A := A) (wants Adam (runs_out f edges t)) Adam (positional (A := A) (along (choice Adam))) (start v)).
  { intros Less. destruct (adam_wins v (Qfloor t) L Less) as [Ls Won]. split; [exact Ls |]. intros r F K.
    destruct (Won r F K) as [[i [N E]] | Stuck]; [left | right; exact Stuck]. exists i. split; [exact N |].
    assert (S := energy_is_collected r v (Qfloor t) F L i). assert (U := Qlt_floor t).
    assert (E' : (inject_Z (energy (Qfloor t) r i) <= inject_Z (-1))%Q) by (rewrite <- Zle_Qle; lia).
    rewrite inject_Z_plus in U. change (inject_Z (-1)) with (- (1))%Q in E'. change (inject_Z 1) with 1%Q in U. lra. }
  destruct (exact_at (solution f v) 1) as [c |]; simpl in Cr; [| apply Adams; congruence].
  destruct (Qle_bool c t) eqn:T.
  - apply Qle_bool_iff in T. destruct (eve_wins v (Qnum c) (Qnum c) L Cr (Z.le_refl _)) as [Ls Won].
    split; [exact Ls |]. intros r F K. destruct (Won r F K) as [Enough Free]. intros [[i [N E]] | Stuck]; [| auto].
    specialize (Enough i N). assert (S := energy_is_collected r v (Qnum c) F L i). rewrite (whole c H) in S.
    rewrite Zle_Qle in Enough. change (inject_Z 0) with 0%Q in Enough. lra.
  - apply not_le in T. apply Adams. intros c' E. assert (c' = Qnum c) by congruence. subst c'.
    rewrite Zlt_Qlt, (whole c H). assert (Fl := Qfloor_le t). lra.
Qed.

End Certificate.

(** ** The theorem *)

Theorem energy_proved : forall f, check_credits f = Proved -> energy_claim f.
Proof.
  intros f C. apply formed_proved in C. destruct C as [_ C]. exists (choice f). split.
  { intros p. destruct p; apply chosen_makes_the_moves. }
  intros v L value. destruct (named_rightly_iff f _ v (named f C v L)) as [w [W N]].
  exists w. split; [exact W |]. split; [exact N |]. intros t p.
  apply won_by_moves; [apply wants_not_both | exact (won f C t v L)].
Qed.
