(** Total payoff games: the limit inferior of the sums of the weights.

    Write y for the value of the vertex where the play is. Eve's moves do not let the sum and y fall; where they stay
    the same, alpha never rises and falls where y is positive: so in the end y is not positive, or the sum grows without
    end. Adam's moves do not let them rise; where they stay the same, beta falls until y is not negative, again and again.
    Where the value is infinite, a potential makes the sum grow or fall without end. The weights are integers. What
    [check_totals] accepts is true: [total_proved]. *)

From Coq Require Import String List Arith ZArith QArith Qround Lqa Lia Bool.
From Graphgames Require Import Games Plays Claims Checking Reading Weights.
Import ListNotations.
Open Scope Z_scope.

(** ** Sequences of integers *)

(** A sequence that never rises, and has a lower bound, stays the same from some time on. *)
Lemma settles : forall (x : nat -> Z) low k0,
  (forall i, (k0 <= i)%nat -> low <= x i) -> (forall i, (k0 <= i)%nat -> x (S i) <= x i) ->
  (forall k, (k0 <= k)%nat -> (forall i, (k <= i)%nat -> x i = x k) -> False) -> False.
Proof.
  intros x low k0 Low Step Settled.
  assert (H : forall d k, (k0 <= k)%nat -> Z.to_nat (x k - low) = d -> False); [| exact (H _ k0 (le_n _) eq_refl)].
  induction d as [d IH] using lt_wf_ind. intros k Lk D. apply (Settled k Lk).
  assert (Down : forall i, (k <= i)%nat -> x i <= x k).
  { intros i Li. induction Li as [| i Li IHi]; [lia |]. specialize (Step i ltac:(lia)). lia. }
  intros i Li. specialize (Down i Li). destruct (Z.eq_dec (x i) (x k)) as [| Ne]; auto. exfalso.
  assert (L1 := Low i ltac:(lia)). apply (IH (Z.to_nat (x i - low))) with (k := i); [lia | lia | reflexivity].
Qed.

Section Sums.

Variable s y rank : nat -> Z.
Variable b : Z.
Hypothesis begins : s 0%nat = 0.
Hypothesis values_bounded : forall i, - b <= y i <= b.
Hypothesis ranks_bounded : forall i, - b <= rank i.

Lemma never_less_than_the_value :
  (forall i, 0 < s (S i) - s i + y (S i) - y i \/
    s (S i) - s i + y (S i) - y i = 0 /\ rank (S i) + (if 0 <? y i then 1 else 0) <= rank i) ->
  ~ (exists m, forall i, (m <= i)%nat -> y 0%nat <= s i) -> False.
Proof.
  intros Step N.
  assert (Up : forall i, s i + y i <= s (S i) + y (S i)) by (intros i; destruct (Step i); lia).
  assert (Rise : forall k i, (k <= i)%nat -> s k + y k <= s i + y i).
  { intros k i L. induction L as [| i L IH]; [lia |]. specialize (Up i). lia. }
  assert (Bound : forall i, s i + y i < y 0%nat + b).
  { intros i. destruct (Z.lt_ge_cases (s i + y i) (y 0%nat + b)) as [| Ge]; auto. exfalso. apply N. exists i.
    intros j L. specialize (Rise i j L). specialize (values_bounded j). lia. }
  apply (settles (fun i => - (s i + y i)) (- (y 0%nat + b)) 0%nat).
  - intros i _. specialize (Bound i). lia.
  - intros i _. specialize (Up i). lia.
  - intros k _ Same.
    assert (Exact : forall i, (k <= i)%nat -> rank (S i) + (if 0 <? y i then 1 else 0) <= rank i).
    { intros i L. assert (E1 := Same i L). assert (E2 := Same (S i) ltac:(lia)). destruct (Step i); lia. }
    apply (settles rank (- b) k).
    + intros i _. apply ranks_bounded.
    + intros i L. specialize (Exact i L). destruct (0 <? y i); lia.
    + intros k' L' Still. apply N. exists k'. intros i L.
      assert (E := Exact i ltac:(lia)). rewrite (Still i L), (Still (S i) ltac:(lia)) in E.
      destruct (Z.ltb_spec 0 (y i)); [lia |]. specialize (Rise 0%nat i ltac:(lia)). lia.
Qed.

Lemma not_more_than_the_value :
  (forall i, s (S i) - s i + y (S i) - y i < 0 \/
    s (S i) - s i + y (S i) - y i = 0 /\ (0 <= y i \/ rank (S i) < rank i)) ->
  forall m, (forall i, (m <= i)%nat -> y 0%nat < s i) -> False.
Proof.
  intros Step m More.
  assert (Down : forall i, s (S i) + y (S i) <= s i + y i) by (intros i; destruct (Step i); lia).
  assert (Fall : forall i, s i + y i <= y 0%nat).
  { induction i as [| i IH]; [lia |]. specialize (Down i). lia. }
  apply (settles (fun i => s i + y i) (y 0%nat - b) m).
  - intros i L. specialize (More i L). specialize (values_bounded i). lia.
  - intros i _. apply Down.
  - intros k Lk Same.
    assert (Exact : forall i, (k <= i)%nat -> rank (S i) < rank i).
    { intros i L. assert (E1 := Same i L). assert (E2 := Same (S i) ltac:(lia)).
      specialize (More i ltac:(lia)). specialize (Fall i). destruct (Step i) as [| [_ [|]]]; lia. }
    apply (settles rank (- b) k).
    + intros i _. apply ranks_bounded.
    + intros i L. specialize (Exact i L). lia.
    + intros k' L' Still. specialize (Exact k' L'). rewrite (Still (S k') ltac:(lia)) in Exact. lia.
Qed.

(** Where a bounded potential rises by less than the scale times the sum, the sum grows without end. *)
Lemma grows_without_end : forall scale k, 0 < scale ->
  (forall i, (k <= i)%nat -> y i < y (S i) + scale * (s (S i) - s i)) ->
  forall t, exists m, forall i, (m <= i)%nat -> t <= s i.
Proof.
  intros scale k P Step t.
  assert (H : forall n, y k + Z.of_nat n <= y (k + n)%nat + scale * (s (k + n)%nat - s k)).
  { induction n as [| n IH]; [replace (k + 0)%nat with k by lia; lia |].
    specialize (Step (k + n)%nat ltac:(lia)). replace (k + S n)%nat with (S (k + n)) by lia.
    rewrite Nat2Z.inj_succ. nia. }
  exists (k + Z.to_nat (2 * b + scale * (Z.abs t + Z.abs (s k))))%nat. intros i L.
  specialize (H (i - k)%nat). replace (k + (i - k))%nat with i in H by lia.
  assert (B1 := values_bounded k). assert (B2 := values_bounded i). nia.
Qed.

End Sums.

(** ** The checker *)

Section Certificate.

Variable f : file cell.

Let edges := plain_edges f.
Let A := weighted f edges.

(** The value of a vertex, none where it is infinite; then the winner tells which infinity. *)
Definition y_of (v : vertex) : option Z := option_map Qnum (exact_at (solution f v) 1).
Definition side (v : vertex) : player := match winner (codes f) v with Some p => p | None => Eve end.
Definition scale : Z := Qnum (exact_or_0 (exact_at (parameter f) 1)).
Definition potential (v : vertex) : Z := Qnum (bound_in f 0 v).
Definition alpha (v : vertex) : Z := Qnum (bound_in f 1 v).
Definition beta (v : vertex) : Z := Qnum (bound_in f 2 v).

Definition whole_value (v : vertex) : bool :=
  match exact_at (solution f v) 1 with Some q => is_whole q | None => true end.

Definition signed (p : player) (z : Z) : Z := match p with Eve => z | Adam => - z end.

(** Where the value is infinite, a good edge stays there and the potential rises by less than the sum. Else the sum and
    the value change as they should for a player, or the play comes to where that player has an infinite value. *)
Definition total_good (p : player) (v : vertex) (e : edge) : bool :=
  match y_of v, y_of (fst e) with
  | None, None => same_player (side (fst e)) p && (potential v <? potential (fst e) + scale * signed p (gain e))
  | None, Some _ => false
  | Some _, None => same_player (side (fst e)) p
  | Some x, Some x' =>
      let change := gain e + x' - x in
      match p with
      | Eve => (0 <? change) || ((change =? 0) && (alpha (fst e) + (if (0 <? x)%Z then 1 else 0) <=? alpha v))
      | Adam => (change <? 0) || ((change =? 0) && ((0 <=? x) || (beta (fst e) <? beta v)))
      end
  end.

(** Where a player's moves must be good: not where the other has an infinite value. *)
Definition may_win (p : player) (v : vertex) : bool :=
  match y_of v with Some _ => true | None => same_player (side v) p end.

Definition moves_are_good (p : player) (v : vertex) : bool :=
  if may_win p v then follows f edges p (total_good p) v else true.

Definition positive_scale (v : vertex) : bool := 0 <? scale.

Definition total_conditions : list condition := [
  ("an edge leads to a vertex of the graph"%string, ends_inside f edges);
  ("every vertex has an edge"%string, has_edges edges);
  ("the move shown is an edge"%string, shown_edge f edges);
  ("weights are integers"%string, whole_weights edges);
  ("values are integers"%string, whole_value);
  ("the scale is positive"%string, positive_scale);
  ("Eve wins where the value is at least the threshold, and Adam elsewhere"%string,
    named_rightly f (named_by_threshold f));
  ("Eve's moves do not let the sum and the value fall, or alpha shows that it is enough"%string, moves_are_good Eve);
  ("Adam's moves do not let the sum and the value rise, and beta falls"%string, moves_are_good Adam)
].

Definition check_totals : verdict :=
  formed f (fun row => pairs (skipn 1 row)) (weighted_form 1 true 3 2 f) (fun _ => examine (order f) total_conditions).

(** ** Why it suffices *)

Hypothesis accepted : examine (order f) total_conditions = Proved.

Lemma facts : all_hold (order f) total_conditions.
Proof. exact (all_conditions_hold _ _ accepted). Qed.

Lemma inside : forall v, (v < order f)%nat -> ends_inside f edges v = true.
Proof. apply facts. Qed.

Lemma on : forall v, (v < order f)%nat -> has_edges edges v = true.
Proof. apply facts. Qed.

Lemma weights : forall v, (v < order f)%nat -> whole_weights edges v = true.
Proof. apply facts. Qed.

Lemma values : forall v, (v < order f)%nat -> whole_value v = true.
Proof. apply facts. Qed.

Lemma scales : forall v, (v < order f)%nat -> positive_scale v = true.
Proof. apply facts. Qed.

Lemma named : forall v, (v < order f)%nat -> named_rightly f (named_by_threshold f) v = true.
Proof. apply facts. Qed.

Lemma good_moves : forall p v, (v < order f)%nat -> may_win p v = true -> follows f edges p (total_good p) v = true.
Proof.
  assert (H : forall p v, (v < order f)%nat -> moves_are_good p v = true) by (intros []; apply facts).
  intros p v L M. specialize (H p v L). unfold moves_are_good in H. now rewrite M in H.
Qed.

Lemma stays_where_it_may : forall p v e, may_win p v = true -> total_good p v e = true -> may_win p (fst e) = true.
Proof.
  intros p v e M G. unfold may_win, total_good in *. destruct (y_of v), (y_of (fst e)); auto.
  apply andb_true_iff in G. apply G.
Qed.

Lemma bounded_by : forall (x : vertex -> Z) n, exists b, 0 <= b /\ forall v, (v < n)%nat -> - b <= x v <= b.
Proof.
  induction n as [| n [b [P H]]]; [exists 0; split; [lia | intros; lia] |]. exists (b + Z.abs (x n)). split; [lia |].
  intros v L. destruct (Nat.eq_dec v n) as [-> |]; [lia |]. specialize (H v ltac:(lia)). lia.
Qed.

Definition y_or_0 (v : vertex) : Z := match y_of v with Some x => x | None => 0 end.

Section Along.

Variable p : player.
Variable r : play A.
Variable v : vertex.
Hypothesis begins : from (A := A) (start v) r.
Hypothesis known : (v < order f)%nat.
Hypothesis may : may_win p v = true.
Hypothesis kept : keeps (A := A) p (positional (A := A) (along (chosen f edges p (total_good p)))) r.

Let at_ := here f edges r v.
Let s := whole_sum f edges r.

Lemma steps : forall i, exists e, (at_ i < order f)%nat /\ at_ (S i) = fst e /\ total_good p (at_ i) e = true /\
  s (S i) - s i = gain e.
Proof.
  intros i. destruct (every_safe_step f edges inside on p (total_good p) (may_win p) (good_moves p) (stays_where_it_may p)
    r v begins known may kept i) as [e [L [N [G [_ [W _]]]]]].
  exists e. split; [exact L |]. split; [exact N |]. split; [exact G |]. unfold s. cbn [whole_sum]. rewrite W.
  unfold gain, weight. lia.
Qed.

Lemma all_inside : forall i, (at_ i < order f)%nat.
Proof. intros i. now destruct (steps i) as [e [L _]]. Qed.

Lemma starts_there : at_ 0%nat = v.
Proof. exact (begins_here f edges r v begins). Qed.

(** Once the value is infinite, it stays so, and the sum grows or falls without end. *)
Lemma without_end : forall k, y_of (at_ k) = None ->
  forall t, exists m, forall i, (m <= i)%nat -> t <= signed p (s i).
Proof.
  intros k N t. destruct (bounded_by potential (order f)) as [b [P B]].
  assert (Inf : forall i, (k <= i)%nat -> y_of (at_ i) = None).
  { intros i L. induction L as [| i L IH]; auto. destruct (steps i) as [e [_ [E [G _]]]]. rewrite E.
    unfold total_good in G. rewrite IH in G. now destruct (y_of (fst e)). }
  apply (grows_without_end (fun i => signed p (s i)) (fun i => potential (at_ i)) b (fun i => B _ (all_inside i)) scale k).
  - apply Z.ltb_lt. exact (scales v known).
  - intros i L. destruct (steps i) as [e [_ [E [G W]]]]. assert (E' := Inf (S i) ltac:(lia)). rewrite E in *.
    unfold total_good in G. rewrite (Inf i L), E' in G. apply andb_true_iff in G. destruct G as [_ G].
    apply Z.ltb_lt in G. rewrite <- W in G. destruct p; simpl in *; lia.
Qed.

End Along.

Lemma eve_assures : forall r v, from (A := A) (start v) r -> (v < order f)%nat -> may_win Eve v = true ->
  keeps (A := A) Eve (positional (A := A) (along (chosen f edges Eve (total_good Eve)))) r ->
  ~ (exists m, forall i, (m <= i)%nat -> y_or_0 v <= whole_sum f edges r i) -> False.
Proof.
  intros r v F L M K N. set (at_ := here f edges r v). set (s := whole_sum f edges r) in *.
  assert (Finite : forall i, y_of (at_ i) <> None).
  { intros i E. destruct (without_end Eve r v F L M K i E (y_or_0 v)) as [m H]. apply N. exists m. exact H. }
  destruct (bounded_by y_or_0 (order f)) as [b1 [P1 B1]]. destruct (bounded_by alpha (order f)) as [b2 [P2 B2]].
  assert (In_ := all_inside Eve r v F L M K).
  apply (never_less_than_the_value s (fun i => y_or_0 (at_ i)) (fun i => alpha (at_ i)) (b1 + b2)).
  - reflexivity.
  - intros i. specialize (B1 _ (In_ i)). fold at_ in B1. lia.
  - intros i. specialize (B2 _ (In_ i)). fold at_ in B2. lia.
  - intros i. destruct (steps Eve r v F L M K i) as [e [_ [E [G W]]]]. fold at_ in E, G. fold s in W.
    assert (F1 := Finite i). assert (F2 := Finite (S i)). rewrite E in F2 |- *. unfold total_good in G. unfold y_or_0.
    destruct (y_of (at_ i)) as [x |]; [| congruence]. destruct (y_of (fst e)) as [x' |]; [| congruence].
    rewrite W. apply orb_true_iff in G. destruct G as [G | G].
    + left. apply Z.ltb_lt in G. lia.
    + right. apply andb_true_iff in G. destruct G as [G1 G2]. apply Z.eqb_eq in G1. apply Z.leb_le in G2. lia.
  - unfold at_. rewrite (begins_here f edges r v F). exact N.
Qed.

Lemma adam_assures : forall r v m, from (A := A) (start v) r -> (v < order f)%nat -> may_win Adam v = true ->
  keeps (A := A) Adam (positional (A := A) (along (chosen f edges Adam (total_good Adam)))) r ->
  (forall i, (m <= i)%nat -> y_or_0 v < whole_sum f edges r i) -> False.
Proof.
  intros r v m F L M K More. set (at_ := here f edges r v). set (s := whole_sum f edges r) in *.
  assert (Finite : forall i, y_of (at_ i) <> None).
  { intros i E. destruct (without_end Adam r v F L M K i E (- y_or_0 v)) as [k H].
    specialize (H (k + m)%nat ltac:(lia)). specialize (More (k + m)%nat ltac:(lia)). simpl in H. fold s in H. lia. }
  destruct (bounded_by y_or_0 (order f)) as [b1 [P1 B1]]. destruct (bounded_by beta (order f)) as [b2 [P2 B2]].
  assert (In_ := all_inside Adam r v F L M K).
  apply (not_more_than_the_value s (fun i => y_or_0 (at_ i)) (fun i => beta (at_ i)) (b1 + b2)) with (m := m).
  - reflexivity.
  - intros i. specialize (B1 _ (In_ i)). fold at_ in B1. lia.
  - intros i. specialize (B2 _ (In_ i)). fold at_ in B2. lia.
  - intros i. destruct (steps Adam r v F L M K i) as [e [_ [E [G W]]]]. fold at_ in E, G. fold s in W.
    assert (F1 := Finite i). assert (F2 := Finite (S i)). rewrite E in F2 |- *. unfold total_good in G. unfold y_or_0.
    destruct (y_of (at_ i)) as [x |]; [| congruence]. destruct (y_of (fst e)) as [x' |]; [| congruence].
    rewrite W. apply orb_true_iff in G. destruct G as [G | G].
    + left. apply Z.ltb_lt in G. lia.
    + right. apply andb_true_iff in G. destruct G as [G1 G2]. apply Z.eqb_eq in G1. split; [lia |].
      apply orb_true_iff in G2. destruct G2 as [G2 | G2]; [left; now apply Z.leb_le | right; now apply Z.ltb_lt].
  - intros i Li. unfold at_. rewrite (begins_here f edges r v F). exact (More i Li).
Qed.

Lemma won : forall t v w, (v < order f)%nat -> winner (codes f) v = Some w ->
  let p := eve_if_at_least w (exact_at (solution f v) 1) (Some t) in
  wins_by (A := A) (wants Eve (sum_at_least f edges t)) p (positional (A := A) (along (chosen f edges p (total_good p))))
    (start v).
Proof.
  intros t v w L W p. split; [apply (choice_is_legal f edges), chosen_makes_the_moves |]. intros r F.
  assert (Sum := whole_sum_is_collected f edges inside (plain_edges_are_plain f) r v F weights L).
  assert (Vw := values v L). unfold whole_value in Vw.
  assert (Y : y_of v = option_map Qnum (exact_at (solution f v) 1)) by reflexivity.
  assert (Side : side v = w) by (unfold side; now rewrite W).
  unfold p, eve_if_at_least. clear p. destruct (exact_at (solution f v) 1) as [q |] eqn:Q; simpl in Y.
  - assert (May : forall p, may_win p v = true) by (intros p; unfold may_win; now rewrite Y).
    assert (Yq : (inject_Z (y_or_0 v) == q)%Q) by (unfold y_or_0; rewrite Y; now rewrite (whole q Vw)).
    destruct (Qle_bool t q) eqn:T; intros K.
    + apply Qle_bool_iff in T. intros eps Pos N. apply (eve_assures r v F L (May Eve) K). intros [m H]. apply N.
      exists m. intros i Li. specialize (H i Li). specialize (Sum i). rewrite Zle_Qle in H. lra.
    + apply not_le in T. intros H. apply (H ((t - q) * (1 # 2))%Q ltac:(lra)). intros [m M].
      apply (adam_assures r v m F L (May Adam) K). intros i Li. specialize (M i Li). specialize (Sum i).
      rewrite Zlt_Qlt. lra.
  - assert (May : may_win w v = true) by (unfold may_win; rewrite Y, Side; now destruct w).
    assert (Ceil : (t <= inject_Z (Qceiling t))%Q) by apply Qle_ceiling.
    intros K. assert (Inf : y_of (here f edges r v 0) = None) by now rewrite (begins_here f edges r v F).
    assert (End_ := without_end w r v F L May K 0%nat Inf). destruct w; simpl.
    + intros eps Pos N. apply N. destruct (End_ (Qceiling t)) as [m H]. exists m. intros i Li.
      specialize (H i Li). specialize (Sum i). cbn [signed] in H. rewrite Zle_Qle in H. lra.
    + intros H. apply (H 1%Q ltac:(lra)). intros [m M].
      destruct (End_ (1 - Qfloor (t - 1))) as [k B]. specialize (M (m + k)%nat ltac:(lia)).
      specialize (B (m + k)%nat ltac:(lia)). specialize (Sum (m + k)%nat). cbn [signed] in B.
      assert (Fl := Qlt_floor (t - 1)).
      assert (B' : (inject_Z (whole_sum f edges r (m + k)) <= inject_Z (Qfloor (t - 1) - 1))%Q)
        by (rewrite <- Zle_Qle; lia).
      assert (Low := Qfloor_le (t - 1)). unfold Z.sub in B'. rewrite inject_Z_plus in B'.
      change (inject_Z (- (1))) with (- (1))%Q in B'. lra.
Qed.

End Certificate.

(** ** The theorem *)

Theorem total_proved : forall f, check_totals f = Proved -> payoff_claim plain_edges sum_at_least f.
Proof.
  intros f C. apply formed_proved in C. destruct C as [_ C].
  exists (fun p => chosen f (plain_edges f) p (total_good f p)). split; [intros p; apply chosen_makes_the_moves |].
  intros v L value. destruct (named_rightly_iff f _ v (named f C v L)) as [w [W N]].
  exists w. split; [exact W |]. split; [exact N |]. intros t p.
  apply won_by_moves; [apply wants_not_both | exact (won f C t v w L W)].
Qed.

(** With excluded middle, the sum comes to a number in the end in the words of the textbooks. *)
Theorem sum_classically : (forall P : Prop, P \/ ~ P) -> forall f edges t (r : play (weighted f edges)),
  sum_at_least f edges t r <->
  forall eps, (0 < eps)%Q -> exists m, forall i, (m <= i)%nat -> (t - eps <= collected f edges r i)%Q.
Proof.
  intros EM f edges t r. split; intros H eps Pos.
  - destruct (EM (exists m, forall i, (m <= i)%nat -> (t - eps <= collected f edges r i)%Q)) as [Y | N]; auto.
    destruct (H eps Pos N).
  - intros N. exact (N (H eps Pos)).
Qed.
