(** Games of chance: the probability that a play reaches a target.

    What [check_reaching] accepts is true, [reaching_proved]: one player's moves reach the target with at least the
    lower probability shown, whatever the other does, and the other's moves let it be reached with at most the upper
    one. Strategies may look at all that has been passed, and may throw dice. *)

From Coq Require Import String List Arith ZArith QArith Lqa Lia Bool.
From Graphgames Require Import Games Plays Claims Checking Reading Weights Discounted.
Import ListNotations.
Open Scope Q_scope.

(** ** The checker *)

Definition low_in (g : file cell) (v : vertex) : Q := exact_or_0 (exact_at (solution g v) 1).
Definition high_in (g : file cell) (v : vertex) : Q := exact_or_0 (exact_at (solution g v) 2).

Section Reaching.

Variable g : file cell.

Local Notation target := (target g).
Local Notation over := (over g).
Local Notation seeker := (seeker g).
Local Notation fair := (fair g).
Local Notation reaches := (reaches g).
Local Notation assures := (assures g).
Local Notation prevents := (prevents g).
Local Notation winner := (winner (codes g)).
Local Notation move := (move (codes g) 3).
Local Notation low := (low_in g).
Local Notation high := (high_in g).
Local Notation rank := (fun v => number (certificate (codes g) v) 0).

Definition options_stay (v : vertex) : bool :=
  match mover g v with Some _ => every (fun w => Nat.ltb w (order g)) (options g v) | None => true end.

Definition odds_are_right (v : vertex) : bool :=
  match mover g v with
  | None =>
      every (fun e => Nat.ltb (fst e) (order g) && negb (Qle_bool (snd e) 0)) (odds g v) &&
      Qeq_bool (mean (fun _ => 1) (odds g v)) 1
  | Some _ => true
  end.

Definition no_move (v : vertex) : bool := match move v with Some _ => false | None => true end.

Definition player_has_a_move (v : vertex) : bool :=
  if over v then no_move v
  else match mover g v with
  | Some _ => match move v with Some w => member w (options g v) | None => false end
  | None => no_move v
  end.

Definition ends_are_right (v : vertex) : bool :=
  if target v then over v && Qle_bool 1 (high v) && Qle_bool (low v) 1
  else if over v then Qle_bool (low v) 0 else true.

Definition next_vertices (p : player) (q : player) (v : vertex) : list vertex :=
  if same_player p q then match move v with Some w => [w] | None => [] end else options g v.

Definition high_is_enough (v : vertex) : bool :=
  Qle_bool 0 (high v) &&
  if over v then true
  else match mover g v with
  | Some p => every (fun w => Qle_bool (high w) (high v)) (next_vertices p (other seeker) v)
  | None => Qle_bool (mean high (odds g v)) (high v)
  end.

(** A step gains, or keeps the bound and comes nearer. *)
Definition nearer (v w : vertex) : bool :=
  if Qle_bool (low w) (low v) then
    if Qle_bool (low v) (low w) then Nat.ltb (rank w) (rank v) else false
  else true.

Definition low_is_kept (v : vertex) : bool :=
  if over v then true
  else if Qle_bool (low v) 0 then true
  else match mover g v with
  | Some p => every (nearer v) (next_vertices p seeker v)
  | None =>
      if Qle_bool (mean low (odds g v)) (low v) then
        Qle_bool (low v) (mean low (odds g v)) &&
        some (fun e => Nat.ltb (rank (fst e)) (rank v)) (odds g v)
      else true
  end.

(** A player is said to win only where that is certain, and wherever it is. *)
Definition winner_is_certain (v : vertex) : bool :=
  match winner v with
  | Some p => if same_player p seeker then Qle_bool 1 (low v) else Qle_bool (high v) 0
  | None => negb (Qle_bool 1 (low v)) && negb (Qle_bool (high v) 0)
  end.

Definition reaching_conditions : list condition := [
  ("a move leads to a vertex of the graph"%string, options_stay);
  ("the probabilities of chance are positive, and their sum is 1"%string, odds_are_right);
  ("a move is shown where a player is to move, an edge, and nowhere else"%string, player_has_a_move);
  ("the bounds are 1 at the target, and the lower one is 0 where the play is lost"%string, ends_are_right);
  ("a player is said to win where that is certain, and nowhere else"%string, winner_is_certain);
  ("no step is worth more than the upper bound"%string, high_is_enough);
  ("no step loses of the lower bound, and where nothing is gained the rank falls"%string, low_is_kept)
].

(** ** Sums *)

Lemma mean_le : forall f f' d, (forall w q, In (w, q) d -> 0 <= q /\ f w <= f' w) -> mean f d <= mean f' d.
Proof.
  induction d as [| [w q] d IH]; intros H; simpl; [lra |].
  destruct (H w q (or_introl eq_refl)). assert (mean f d <= mean f' d) by (apply IH; intros; apply H; now right). nra.
Qed.

Lemma mean_plus : forall f f' d, mean (fun w => f w + f' w) d == mean f d + mean f' d.
Proof. induction d as [| [w q] d IH]; simpl; [lra |]. rewrite IH. ring. Qed.

Lemma mean_times : forall c f d, mean (fun w => c * f w) d == c * mean f d.
Proof. induction d as [| [w q] d IH]; simpl; [ring |]. rewrite IH. ring. Qed.

Lemma mean_constant : forall c d, mean (fun _ => 1) d == 1 -> mean (fun _ => c) d == c.
Proof.
  intros c d H. setoid_replace (mean (fun _ => c) d) with (c * mean (fun _ => 1) d); [rewrite H; ring |].
  clear H. induction d as [| [w q] d IH]; simpl; [ring |]. rewrite IH. ring.
Qed.

Lemma mean_bounded : forall f c on d, is_distribution d on -> (forall w, on w -> f w <= c) -> mean f d <= c.
Proof.
  intros f c on d [H S] B. apply Qle_trans with (mean (fun _ => c) d).
  - apply mean_le. intros w q I. destruct (H w q I). split; auto.
  - rewrite mean_constant; [lra | exact S].
Qed.

(** The mean is so much smaller where one term is. *)
Lemma mean_with_one_smaller : forall f c b d w q,
  (forall w' q', In (w', q') d -> 0 <= q' /\ f w' <= c) -> mean (fun _ => 1) d == 1 ->
  In (w, q) d -> f w <= c - b -> mean f d <= c - q * b.
Proof.
  intros f c b d w q H S I F.
  assert (G : mean f d <= c * mean (fun _ => 1) d - q * b).
  { clear S. induction d as [| [w' q'] d IH]; [contradiction |]. simpl.
    destruct (H w' q' (or_introl eq_refl)) as [Pq Pf].
    destruct I as [E | I].
    - inversion E; subst w' q'.
      assert (R : mean f d <= c * mean (fun _ => 1) d).
      { clear IH F E. induction d as [| [x y] d IH]; simpl; [lra |].
        destruct (H x y) as [Py Pfx]; [right; now left |].
        assert (mean f d <= c * mean (fun _ => 1) d).
        { apply IH. intros w' q' [E | I]; [apply H; now left | apply H; right; now right]. }
        nra. }
      nra.
    - assert (R : mean f d <= c * mean (fun _ => 1) d - q * b) by (apply IH; auto; intros; apply H; now right). nra. }
  rewrite S in G. lra.
Qed.

(** ** How the probability is put together *)

Lemma reaches_at_the_target : forall s t n h v, target v = true -> reaches s t n h v = 1.
Proof. intros s t n h v T. destruct n; simpl; now rewrite T. Qed.

Lemma reaches_where_it_is_lost : forall s t n h v, target v = false -> over v = true -> reaches s t n h v = 0.
Proof. intros s t n h v T O. destruct n; simpl; now rewrite T, O. Qed.

Lemma reaches_in_no_move : forall s t h v, target v = false -> reaches s t 0 h v = 0.
Proof. intros s t h v T. simpl. rewrite T. now destruct (over v). Qed.

Lemma reaches_by_a_player : forall s t n h v p, target v = false -> over v = false -> mover g v = Some p ->
  reaches s t (S n) h v = mean (reaches s t n (v :: h)) (if same_player p seeker then s h v else t h v).
Proof. intros s t n h v p T O M. simpl. unfold choice. now rewrite T, O, M. Qed.

Lemma reaches_by_chance : forall s t n h v, target v = false -> over v = false -> mover g v = None ->
  reaches s t (S n) h v = mean (reaches s t n (v :: h)) (odds g v).
Proof. intros s t n h v T O M. simpl. unfold choice. now rewrite T, O, M. Qed.

Lemma mean_of_one : forall f w, mean f [(w, 1)] == f w.
Proof. intros f w. simpl. ring. Qed.

Lemma mean_of_zeros : forall d, mean (fun _ => 0) d == 0.
Proof. induction d as [| [w q] d IH]; simpl; [ring | rewrite IH; ring]. Qed.

(** ** Why it suffices *)

Hypothesis accepted : examine (order g) reaching_conditions = Proved.

Lemma reaching_facts : all_hold (order g) reaching_conditions.
Proof. exact (all_conditions_hold _ _ accepted). Qed.

Lemma stay : forall v w p, (v < order g)%nat -> mover g v = Some p -> In w (options g v) -> (w < order g)%nat.
Proof.
  assert (H : forall v, (v < order g)%nat -> options_stay v = true) by apply reaching_facts.
  intros v w p L M I. specialize (H v L). unfold options_stay in H. rewrite M, every_iff in H. apply Nat.ltb_lt. auto.
Qed.

Lemma chance_is_right : forall v, (v < order g)%nat -> mover g v = None ->
  (forall w q, In (w, q) (odds g v) -> 0 < q /\ (w < order g)%nat) /\ mean (fun _ => 1) (odds g v) == 1.
Proof.
  assert (H : forall v, (v < order g)%nat -> odds_are_right v = true) by apply reaching_facts.
  intros v L M. specialize (H v L). unfold odds_are_right in H. rewrite M in H. apply andb_true_iff in H.
  destruct H as [H S]. split; [| now apply Qeq_bool_iff]. rewrite every_iff in H. intros w q I.
  specialize (H (w, q) I). simpl in H. apply andb_true_iff in H. destruct H as [H1 H2].
  apply Nat.ltb_lt in H1. apply negb_true_iff, not_le in H2. auto.
Qed.

Lemma has_a_move : forall v p, (v < order g)%nat -> over v = false -> mover g v = Some p ->
  exists w, move v = Some w /\ In w (options g v).
Proof.
  assert (H : forall v, (v < order g)%nat -> player_has_a_move v = true) by apply reaching_facts.
  intros v p L O M. specialize (H v L). unfold player_has_a_move in H. rewrite O, M in H.
  destruct (move v) as [w |]; [| discriminate]. exists w. split; auto. now apply member_iff.
Qed.

Lemma ends : forall v, (v < order g)%nat -> ends_are_right v = true.
Proof. apply reaching_facts. Qed.

Lemma enough : forall v, (v < order g)%nat -> high_is_enough v = true.
Proof. apply reaching_facts. Qed.

Lemma kept : forall v, (v < order g)%nat -> low_is_kept v = true.
Proof. apply reaching_facts. Qed.

(** The moves shown, as a strategy. *)
Definition shown_moves : mixed := fun _ v => match move v with Some w => [(w, 1)] | None => [] end.

Lemma shown_is_fair : forall p, fair p shown_moves.
Proof.
  intros p h v L M O. destruct (has_a_move v p L O M) as [w [E I]]. unfold shown_moves. rewrite E. split.
  - intros w' q [X | []]. inversion X; subst. split; [lra | auto].
  - simpl. ring.
Qed.

(** *** Not more than the upper bound. *)

Lemma never_more : forall s, fair seeker s -> forall n h v, (v < order g)%nat -> reaches s shown_moves n h v <= high v.
Proof.
  intros s F. induction n; intros h v L;
    assert (E := ends v L); unfold ends_are_right in E; assert (H := enough v L); unfold high_is_enough in H;
    apply andb_true_iff in H; destruct H as [P H]; apply Qle_bool_iff in P;
    (destruct (target v) eqn:T;
      [rewrite reaches_at_the_target by exact T; apply andb_true_iff in E; destruct E as [E _];
       apply andb_true_iff in E; destruct E as [_ E]; now apply Qle_bool_iff in E |]).
  { rewrite reaches_in_no_move by exact T. lra. }
  destruct (over v) eqn:O; [rewrite reaches_where_it_is_lost by assumption; lra |].
  destruct (mover g v) as [p |] eqn:M.
  - rewrite (reaches_by_a_player _ _ _ _ _ p) by assumption. destruct (same_player p seeker) eqn:S.
    + apply same_player_iff in S. subst p.
      assert (N : same_player seeker (other seeker) = false) by now destruct seeker.
      unfold next_vertices in H. rewrite N, every_iff in H.
      apply (mean_bounded _ _ (fun w => In w (options g v)) (s h v)); [apply F; auto |].
      intros w I. specialize (H w I). apply Qle_bool_iff in H.
      exact (Qle_trans _ _ _ (IHn (v :: h) w (stay v w _ L M I)) H).
    + apply not_same_player in S. subst p.
      assert (N : same_player (other seeker) (other seeker) = true) by now destruct seeker.
      destruct (has_a_move v _ L O M) as [w [E' I]].
      unfold next_vertices in H. rewrite N, E' in H. simpl in H.
      unfold shown_moves at 2. rewrite E', mean_of_one.
      destruct (Qle_bool (high w) (high v)) eqn:B; [| discriminate]. apply Qle_bool_iff in B.
      exact (Qle_trans _ _ _ (IHn (v :: h) w (stay v w _ L M I)) B).
  - rewrite reaches_by_chance by assumption. destruct (chance_is_right v L M) as [C S]. apply Qle_bool_iff in H.
    apply Qle_trans with (mean high (odds g v)); auto. apply mean_le. intros w q I. destruct (C w q I).
    split; [lra |]. now apply IHn.
Qed.

(** *** Not less than the lower bound: what is missing shrinks by a factor in so many moves as there are ranks. *)

(** A positive number that no positive number of a finite family is below. *)
Lemma least_positive : forall (f : nat -> Q) n, exists m, 0 < m /\ forall v, (v < n)%nat -> 0 < f v -> m <= f v.
Proof.
  induction n as [| n [m [P H]]]; [exists 1; split; [lra | lia] |].
  destruct (Qlt_le_dec 0 (f n)) as [Pos | N].
  - destruct (Qlt_le_dec m (f n)) as [Below | Above].
    + exists m. split; auto. intros v L F. destruct (Nat.eq_dec v n) as [-> |]; [lra | apply H; auto; lia].
    + exists (f n). split; auto. intros v L F. destruct (Nat.eq_dec v n) as [-> |]; [lra |].
      specialize (H v ltac:(lia) F). lra.
  - exists m. split; auto. intros v L F. destruct (Nat.eq_dec v n) as [-> |]; [lra | apply H; auto; lia].
Qed.

Lemma least_positive_of_pairs : forall (f : nat -> nat -> Q) k n,
  exists m, 0 < m /\ forall v w, (v < n)%nat -> (w < k)%nat -> 0 < f v w -> m <= f v w.
Proof.
  induction n as [| n [m [P H]]]; [exists 1; split; [lra | lia] |].
  destruct (least_positive (f n) k) as [m' [P' H']].
  destruct (Qlt_le_dec m m') as [Below | Above].
  - exists m. split; auto. intros v w L Lw F. destruct (Nat.eq_dec v n) as [-> |].
    + specialize (H' w Lw F). lra.
    + apply H; auto. lia.
  - exists m'. split; auto. intros v w L Lw F. destruct (Nat.eq_dec v n) as [-> |]; [now apply H' |].
    specialize (H v w ltac:(lia) Lw F). lra.
Qed.

Lemma least_of_a_list : forall d : distribution, exists m, 0 < m /\ forall w q, In (w, q) d -> 0 < q -> m <= q.
Proof.
  induction d as [| [w q] d [m [P H]]]; [exists 1; split; [lra | intros w q []] |].
  destruct (Qlt_le_dec 0 q) as [Pos | N].
  - destruct (Qlt_le_dec m q) as [Below | Above].
    + exists m. split; auto. intros w' q' [E | I] F; [inversion E; subst; lra | eauto].
    + exists q. split; auto. intros w' q' [E | I] F; [inversion E; subst; lra |]. specialize (H w' q' I F). lra.
  - exists m. split; auto. intros w' q' [E | I] F; [inversion E; subst; lra | eauto].
Qed.

Lemma least_chance : forall n, exists m, 0 < m /\
  forall v w q, (v < n)%nat -> In (w, q) (odds g v) -> 0 < q -> m <= q.
Proof.
  induction n as [| n [m [P H]]]; [exists 1; split; [lra | lia] |].
  destruct (least_of_a_list (odds g n)) as [m' [P' H']].
  destruct (Qlt_le_dec m m') as [Below | Above].
  - exists m. split; auto. intros v w q L I F. destruct (Nat.eq_dec v n) as [-> |].
    + specialize (H' w q I F). lra.
    + apply (H v w); auto. lia.
  - exists m'. split; auto. intros v w q L I F. destruct (Nat.eq_dec v n) as [-> |]; [now apply (H' w) |].
    specialize (H v w q ltac:(lia) I F). lra.
Qed.

Lemma nearer_or_more : forall v w, nearer v w = true ->
  low v < low w \/ low v == low w /\ (rank w < rank v)%nat.
Proof.
  intros v w N. unfold nearer in N. destruct (Qle_bool (low w) (low v)) eqn:E; [| left; now apply not_le].
  destruct (Qle_bool (low v) (low w)) eqn:F; [| discriminate].
  apply Qle_bool_iff in E, F. apply Nat.ltb_lt in N. right. split; [lra | auto].
Qed.

Section Contraction.

Variable delta share most : Q.
Hypothesis share_positive : 0 < share.
Hypothesis share_small : share <= 1.
Hypothesis gaps : forall v w, (v < order g)%nat -> (w < order g)%nat -> low v < low w -> low v + delta <= low w.
Hypothesis mean_gaps : forall v, (v < order g)%nat -> low v < mean low (odds g v) -> low v + delta <= mean low (odds g v).
Hypothesis shares : forall v w q, (v < order g)%nat -> In (w, q) (odds g v) -> 0 < q -> share <= q.
Hypothesis most_share : share * most <= delta.

Variable t : mixed.
Hypothesis fair_t : fair (other seeker) t.

Let R := reaches shown_moves t.

(** At most so much is missing, wherever the play is. *)
Definition missing (n : nat) (b : Q) : Prop :=
  forall h v, (v < order g)%nat -> low v - R n h v <= b.

Lemma reaches_is_not_negative : forall n h v, (v < order g)%nat -> 0 <= R n h v.
Proof.
  unfold R. induction n; intros h v L;
    (destruct (target v) eqn:T; [rewrite reaches_at_the_target by exact T; lra |]).
  { rewrite reaches_in_no_move by exact T. lra. }
  destruct (over v) eqn:O; [rewrite reaches_where_it_is_lost by assumption; lra |].
  destruct (mover g v) as [p |] eqn:M.
  - rewrite (reaches_by_a_player _ _ _ _ _ p) by assumption. destruct (same_player p seeker) eqn:S.
    + destruct (has_a_move v p L O M) as [w [E I]]. unfold shown_moves at 2. rewrite E, mean_of_one.
      exact (IHn (v :: h) w (stay v w _ L M I)).
    + apply not_same_player in S. subst p. destruct (fair_t h v L M O) as [D _].
      rewrite <- (mean_of_zeros (t h v)). apply mean_le. intros w q I. destruct (D w q I). split; auto.
      apply IHn. now apply (stay v _ _ L M).
  - rewrite reaches_by_chance by assumption. destruct (chance_is_right v L M) as [C _].
    rewrite <- (mean_of_zeros (odds g v)). apply mean_le. intros w q I. destruct (C w q I). split; [lra | auto].
Qed.

(** What is missing at a vertex, from what is missing at those that may come next. *)
Lemma missing_here : forall n h v b c, (v < order g)%nat -> 0 <= b -> b <= most -> 0 <= c -> c <= 1 ->
  missing n b ->
  (forall w h', (w < order g)%nat -> (rank w < rank v)%nat -> low w - R n h' w <= (1 - c) * b) ->
  low v - R (S n) h v <= (1 - share * c) * b.
Proof.
  intros n h v b c L Pb Bb Pc Bc Miss Near.
  assert (Pos : 0 <= (1 - share * c) * b) by (assert (share * c <= 1) by nra; nra).
  assert (E := ends v L). unfold ends_are_right in E. assert (K := kept v L). unfold low_is_kept in K.
  assert (Rn := reaches_is_not_negative (S n) h v L).
  destruct (target v) eqn:T.
  { apply andb_true_iff in E. destruct E as [_ E]. apply Qle_bool_iff in E.
    unfold R. rewrite reaches_at_the_target by exact T. lra. }
  destruct (over v) eqn:O; [apply Qle_bool_iff in E; lra |].
  destruct (Qle_bool (low v) 0) eqn:Z; [apply Qle_bool_iff in Z; lra |].
  assert (D1 : b - delta <= (1 - share * c) * b).
  { assert (Cb : 0 <= c * b /\ c * b <= b) by (split; nra).
    assert (share * (c * b) <= share * b) by nra. assert (share * b <= share * most) by nra. lra. }
  assert (D2 : (1 - c) * b <= (1 - share * c) * b).
  { assert (Cb : 0 <= c * b) by nra. assert (share * (c * b) <= 1 * (c * b)) by nra. lra. }
  (* a step that comes nearer or gains *)
  assert (One : forall w, (w < order g)%nat -> nearer v w = true -> low v - R n (v :: h) w <= (1 - share * c) * b).
  { intros w Lw N. destruct (nearer_or_more v w N) as [Up | [Eq Rk]].
    - specialize (gaps v w L Lw Up). specialize (Miss (v :: h) w Lw). lra.
    - specialize (Near w (v :: h) Lw Rk). lra. }
  destruct (mover g v) as [p |] eqn:M.
  - destruct (same_player p seeker) eqn:S.
    + destruct (has_a_move v p L O M) as [w [Ew I]]. unfold next_vertices in K. rewrite S, Ew in K. simpl in K.
      destruct (nearer v w) eqn:N; [| discriminate].
      assert (X : R (Datatypes.S n) h v == R n (v :: h) w).
      { unfold R. rewrite (reaches_by_a_player _ _ _ _ _ p), S by assumption.
        unfold shown_moves at 2. rewrite Ew. apply mean_of_one. }
      rewrite X. exact (One w (stay v w _ L M I) N).
    + unfold next_vertices in K. rewrite S, every_iff in K. assert (S' := not_same_player _ _ S). subst p.
      destruct (fair_t h v L M O) as [D Sum].
      assert (X : R (Datatypes.S n) h v == mean (R n (v :: h)) (t h v)).
      { unfold R. now rewrite (reaches_by_a_player _ _ _ _ _ (other seeker)), S by assumption. }
      rewrite X.
      assert (Y : mean (fun w => low v + (-1) * R n (v :: h) w) (t h v) <= (1 - share * c) * b).
      { apply (mean_bounded _ _ (fun w => In w (options g v))); [split; auto |]. intros w I.
        specialize (One w (stay v w _ L M I) (K w I)). lra. }
      rewrite mean_plus, mean_times, (mean_constant (low v) _ Sum) in Y. lra.
  - destruct (chance_is_right v L M) as [C Sum].
    assert (X : R (Datatypes.S n) h v == mean (R n (v :: h)) (odds g v)).
    { unfold R. now rewrite reaches_by_chance by assumption. }
    rewrite X.
    assert (Y : mean (fun w => low w + (-1) * R n (v :: h) w) (odds g v) <= b).
    { apply (mean_bounded _ _ (fun w => (w < order g)%nat)).
      - split; auto. intros w q I. destruct (C w q I). split; [lra | auto].
      - intros w Lw. specialize (Miss (v :: h) w Lw). lra. }
    rewrite mean_plus, mean_times in Y.
    destruct (Qle_bool (mean low (odds g v)) (low v)) eqn:Tight.
    + apply andb_true_iff in K. destruct K as [K1 K2]. apply Qle_bool_iff in K1.
      rewrite some_iff in K2. destruct K2 as [[w q] [I Rk]]. simpl in Rk. apply Nat.ltb_lt in Rk.
      destruct (C w q I) as [Pq Lw].
      assert (W : mean (fun u => low u + (-1) * R n (v :: h) u) (odds g v) <= b - q * (c * b)).
      { apply (mean_with_one_smaller _ _ _ _ w); auto.
        - intros u y Iu. destruct (C u y Iu). split; [lra |]. specialize (Miss (v :: h) u ltac:(auto)). lra.
        - specialize (Near w (v :: h) Lw Rk). lra. }
      rewrite mean_plus, mean_times in W. assert (Sh := shares v w q L I Pq).
      assert (share * (c * b) <= q * (c * b)) by (assert (0 <= c * b) by nra; nra). lra.
    + apply not_le in Tight. specialize (mean_gaps v L Tight). lra.
Qed.

Lemma missing_no_more : forall n b, 0 <= b -> b <= most -> missing n b -> missing (S n) b.
Proof.
  intros n b P B Miss h v L.
  assert (H := missing_here n h v b 0 L P B ltac:(lra) ltac:(lra) Miss).
  assert (X : (1 - share * 0) * b == b) by ring. rewrite X in H. apply H.
  intros w h' Lw _. specialize (Miss h' w Lw). lra.
Qed.

Lemma missing_later : forall k n b, 0 <= b -> b <= most -> missing n b -> missing (k + n) b.
Proof. induction k; intros n b P B Miss; auto. simpl. apply missing_no_more; auto. Qed.

Lemma power_between : forall k, 0 < power share k /\ power share k <= 1.
Proof. induction k as [| k [P H]]; simpl; [lra |]. split; nra. Qed.

Lemma missing_by_rank : forall n b, 0 <= b -> b <= most -> missing n b ->
  forall k h v, (v < order g)%nat -> (rank v < k)%nat -> low v - R (k + n) h v <= (1 - power share k) * b.
Proof.
  intros n b P B Miss. induction k; intros h v L Rk; [lia |].
  destruct (power_between k) as [P1 P2].
  assert (H := missing_here (k + n) h v b (power share k) L P B ltac:(lra) P2 (missing_later k n b P B Miss)).
  simpl. assert (X : (1 - power share k * share) * b == (1 - share * power share k) * b) by ring.
  rewrite X. apply H. intros w h' Lw Rw. apply IHk; auto. lia.
Qed.

End Contraction.

Lemma highest_rank : exists k, forall v, (v < order g)%nat -> (rank v < k)%nat.
Proof.
  generalize (order g). induction n as [| n [k H]]; [exists 0%nat; lia |].
  exists (k + S (rank n))%nat. intros v L. destruct (Nat.eq_dec v n) as [-> |]; [lia |].
  specialize (H v ltac:(lia)). lia.
Qed.

Lemma assures_low : forall v, (v < order g)%nat -> assures shown_moves v (low v).
Proof.
  intros v L. split; [apply shown_is_fair |]. intros eps Pos.
  destruct (Q_bounded low (order g)) as [most [Pm Bm]].
  destruct (least_positive_of_pairs (fun v w => low w - low v) (order g) (order g)) as [d1 [Pd1 H1]].
  destruct (least_positive (fun v => mean low (odds g v) - low v) (order g)) as [d2 [Pd2 H2]].
  destruct (least_chance (order g)) as [q [Pq Hq]].
  destruct highest_rank as [k Hk].
  set (delta := if Qlt_le_dec d1 d2 then d1 else d2).
  assert (Pd : 0 < delta /\ delta <= d1 /\ delta <= d2) by (unfold delta;
  destruct (Qlt_le_dec d1 d2) as [Below | Above]; lra).
  set (m1 := most + 1).
  assert (Share : exists share, 0 < share /\ share <= 1 /\ share <= q /\ share * m1 <= delta).
  { assert (Pm1 : 0 < m1) by (unfold m1; lra).
    set (x := delta / m1). assert (Px : 0 < x) by (apply Qlt_shift_div_l; lra).
    assert (Ex : x * m1 == delta) by (unfold x; field; lra).
    set (y := if Qlt_le_dec x q then x else q).
    assert (Py : 0 < y /\ y <= x /\ y <= q) by (unfold y; destruct (Qlt_le_dec x q) as [Below | Above]; lra).
    exists (if Qlt_le_dec y 1 then y else 1).
    destruct (Qlt_le_dec y 1) as [Below | Above]; repeat split; try lra; nra. }
  destruct Share as [share [S1 [S2 [S3 S4]]]].
  set (c := power share k).
  assert (Pc : 0 < c /\ c <= 1) by (apply power_between; auto).
  destruct (vanishes (1 - c) m1 ltac:(lra) ltac:(lra) ltac:(unfold m1; lra) eps Pos) as [j Hj].
  exists (j * k)%nat. intros t Ft n Ln.
  assert (Gap : forall v w, (v < order g)%nat -> (w < order g)%nat -> low v < low w -> low v + delta <= low w).
  { intros a b La Lb H. specialize (H1 a b La Lb ltac:(lra)). simpl in H1. lra. }
  assert (MeanGap : forall v, (v < order g)%nat -> low v < mean low (odds g v) ->
    low v + delta <= mean low (odds g v)).
  { intros a La H. specialize (H2 a La ltac:(lra)). simpl in H2. lra. }
  assert (Shares : forall v w x, (v < order g)%nat -> In (w, x) (odds g v) -> 0 < x -> share <= x).
  { intros a b x La I X. specialize (Hq a b x La I X). lra. }
  assert (Steps : forall i, 0 <= power (1 - c) i * m1 /\ power (1 - c) i * m1 <= m1 /\
    missing t (i * k) (power (1 - c) i * m1)).
  { induction i as [| i [I1 [I2 I3]]].
    - simpl. split; [unfold m1; lra |]. split; [lra |]. intros h u Lu.
      assert (N := reaches_is_not_negative t Ft 0 h u Lu). specialize (Bm u Lu). unfold m1. lra.
    - simpl. split; [nra |]. split; [nra |]. intros h u Lu.
      assert (H := missing_by_rank delta share m1 S1 S2 Gap MeanGap Shares S4 t Ft (i * k) _ I1 I2 I3 k h u Lu
        (Hk u Lu)). fold c in H.
      setoid_replace (power (1 - c) i * (1 - c) * m1) with ((1 - c) * (power (1 - c) i * m1)) by ring. exact H. }
  destruct (Steps j) as [J1 [J2 J3]].
  assert (Final : missing t n (power (1 - c) j * m1)).
  { replace n with ((n - j * k) + j * k)%nat by lia.
    apply (missing_later delta share m1 S1 S2 Gap MeanGap Shares S4 t Ft); auto. }
  specialize (Final [] v L). specialize (Hj j (le_n _)). lra.
Qed.

Lemma prevents_more : forall v, (v < order g)%nat -> prevents shown_moves v (high v).
Proof. intros v L. split; [apply shown_is_fair |]. intros s F n. now apply never_more. Qed.

End Reaching.

(** ** The theorem *)

Definition is_random (row : list cell) : bool := match row with c :: _ => Nat.eqb (as_code c) 2 | [] => false end.

Definition steps (row : list cell) : list vertex :=
  if is_random row then map fst (pairs (skipn 2 row)) else map as_code (skipn 2 row).

Definition is_natural (c : cell) : bool :=
  match as_number c with Some q => Z.leb 0 (Qnum q) && Pos.eqb (Qden q) 1 | None => false end.

Definition reaching_form (f : file cell) (v : vertex) : bool :=
  match game f v with
  | c :: d :: rest =>
      Nat.leb (as_code c) 2 && Nat.leb (as_code d) 2 && (negb (is_random (game f v)) || in_groups 1 0 rest)
  | _ => false
  end &&
  match solution f v with
  | c :: low :: high :: rest => Nat.leb (as_code c) 2 && is_number low && is_number high && at_most_one rest
  | _ => false
  end &&
  match certificate f v with [rank] => is_natural rank | _ => false end &&
  match parameter f with [c] => Nat.leb (as_code c) 1 | _ => false end.

Definition check_reaching (f : file cell) : verdict :=
  formed f steps (reaching_form f) (fun _ => examine (order f) (reaching_conditions f)).

Theorem reaching_proved : forall f, check_reaching f = Proved -> reaching_claim f.
Proof.
  intros f C. apply formed_proved in C. destruct C as [Form C].
  assert (Certain : forall v, (v < order f)%nat -> winner_is_certain f v = true) by apply (all_conditions_hold _ _ C).
  intros v L shown. specialize (Form v L).
  assert (Low := assures_low f C v L). assert (High := prevents_more f C v L).
  assert (H := Certain v L).
  unfold winner_is_certain, low_in, high_in, exact_at in *. unfold reaching_form in Form.
  apply andb_true_iff in Form. destruct Form as [Form _]. apply andb_true_iff in Form. destruct Form as [Form _].
  apply andb_true_iff in Form. destruct Form as [_ Form]. unfold is_number in Form.
  destruct (solution f v) as [| c [| d [| e rest]]]; try discriminate. simpl in *.
  destruct (as_number d) as [low |]; [| now destruct (Nat.leb _ _)].
  destruct (as_number e) as [high |]; [| now destruct (Nat.leb _ _)].
  simpl in *. split; [exact Low |]. split; [exact High |].
  destruct (winner (codes f) v) as [p |].
  - destruct (same_player p (seeker f)); now apply Qle_bool_iff.
  - apply andb_true_iff in H. destruct H as [H1 H2]. apply negb_true_iff, not_le in H1, H2. auto.
Qed.
