(** Nimbers of impartial games with cycles: the three conditions of Fraenkel and Yesha.

    A position has a nimber, a number, or none; then it is called infinite.
    Beside a nim heap an infinite position is won
    by the player to move if a successor has the nimber of the heap's size, and else a draw. Fraenkel & Yesha, *The
    generalized Sprague-Grundy function and its invariance under certain mappings*, 1986. What [check_loopy] accepts is
    true: [loopy_proved]. *)

From Coq Require Import String List Arith Lia Bool Sorting.Permutation.
From Graphgames Require Import Games Plays Claims Checking Reading LastMove Nimbers.
Import ListNotations.

(** ** What an infinite position is *)

Definition is_infinite (g : graph) (nimbers : list nat) (v : vertex) : Prop :=
  forall j p,
    (In j nimbers -> wins (A := beside_heap g) normal_play p (v, j, p)) /\
    (~ In j nimbers -> drawn (A := beside_heap g) normal_play (v, j, p)).

(** ** The checker *)

Section Loopy.

Variable g : graph.
Variable value : vertex -> option nat.           (* [None] if infinite *)
Variable counter : vertex -> nat.

(** The nimbers among some vertices. *)
Fixpoint finite (vertices : list vertex) : list nat :=
  match vertices with
  | [] => []
  | w :: rest => match value w with Some k => k :: finite rest | None => finite rest end
  end.

Definition is_finite (k : nat) (v : vertex) : bool :=
  match value v with Some j => Nat.eqb j k | None => false end.

Definition mex_after (v : vertex) : nat := climb 0 (Ascending.sort (finite (successors g v))).

Definition in_finite (k : nat) (v : vertex) : bool := some (Nat.eqb k) (finite (successors g v)).

(** A nimber is the least that no successor has. *)
Definition nimber_is_mex (v : vertex) : bool :=
  match value v with
  | Some k => if in_finite k v then false else Nat.eqb (mex_after v) k
  | None => true
  end.

(** A move to a larger nimber, or to an infinite position, can be taken back to the same with a smaller counter. *)
Definition rise_is_answered (v : vertex) : bool :=
  match value v with
  | None => true
  | Some k =>
      every (fun w =>
        if (match value w with Some j => Nat.ltb j k | None => false end) then true
        else some (fun x => if is_finite k x then Nat.ltb (counter x) (counter v) else false) (successors g w))
      (successors g v)
  end.

(** From an infinite position a move leads to an infinite one, from which none leads to the mex of the first. *)
Definition infinite_goes_on (v : vertex) : bool :=
  match value v with
  | Some _ => true
  | None =>
      if in_finite (mex_after v) v then false
      else some (fun w => match value w with Some _ => false | None => negb (in_finite (mex_after v) w) end)
        (successors g v)
  end.

Definition check_loopy : verdict :=
  examine (size g) [
    ("an edge leads to a vertex of the graph"%string, edges_stay g);
    ("a nimber is the least that no successor has"%string, nimber_is_mex);
    ("a move to a larger nimber, or to none, can be taken back with a smaller counter"%string, rise_is_answered);
    ("from an infinite position a move leads to another, from which its mex is not reached"%string, infinite_goes_on)
  ].

(** ** Why it suffices *)

Hypothesis accepted : check_loopy = Proved.

Lemma facts : (forall v, v < size g -> edges_stay g v = true) /\ (forall v, v < size g -> nimber_is_mex v = true) /\
  (forall v, v < size g -> rise_is_answered v = true) /\ (forall v, v < size g -> infinite_goes_on v = true) /\ True.
Proof. exact (all_conditions_hold _ _ accepted). Qed.

Lemma closed : well_formed g.
Proof. exact (graph_is_well_formed g (proj1 facts)). Qed.

Lemma is_finite_iff : forall k v, is_finite k v = true <-> value v = Some k.
Proof.
  intros k v. unfold is_finite. destruct (value v) as [j |]; [rewrite Nat.eqb_eq |]; split; congruence.
Qed.

Lemma finite_iff : forall k l, In k (finite l) <-> exists w, In w l /\ value w = Some k.
Proof.
  induction l as [| w l IH]; simpl; [split; [tauto | intros [x [[] _]]] |].
  destruct (value w) as [j |] eqn:V; simpl; rewrite IH; split.
  - intros [-> | [x [I X]]]; [exists w; auto | exists x; auto].
  - intros [x [[-> | I] X]]; [left; congruence | right; exists x; auto].
  - intros [x [I X]]. exists x. auto.
  - intros [x [[-> | I] X]]; [congruence | exists x; auto].
Qed.

Lemma in_finite_iff : forall k v, in_finite k v = true <-> exists w, In w (successors g v) /\ value w = Some k.
Proof.
  intros k v. unfold in_finite. rewrite some_iff, <- finite_iff. split.
  - intros [x [I E]]. apply Nat.eqb_eq in E. now subst.
  - intros I. exists k. split; [exact I | apply Nat.eqb_refl].
Qed.

Lemma below_mex : forall v k, k < mex_after v -> in_finite k v = true.
Proof.
  intros v k L. apply in_finite_iff, finite_iff. destruct (climbs _ _ _ L) as [| I]; [lia |].
  apply (Permutation_in k (Permutation_sym (Ascending.Permuted_sort _)) I).
Qed.

Lemma nimber : forall v k, v < size g -> value v = Some k ->
  in_finite k v = false /\ forall j, j < k -> in_finite j v = true.
Proof.
  intros v k L V. assert (T := proj1 (proj2 facts) v L). unfold nimber_is_mex in T. rewrite V in T.
  destruct (in_finite k v); [discriminate |]. split; auto. apply Nat.eqb_eq in T. intros j Lj. apply below_mex. lia.
Qed.

Let A := beside_heap g.

(** Lost for the player to move, won, or neither. *)
Definition lost (v : vertex) (k : nat) : Prop := value v = Some k.
Definition won (v : vertex) (k : nat) : Prop := (exists j, value v = Some j /\ j <> k) \/
  (value v = None /\ in_finite k v = true).

(** The successor with a nimber and the smallest counter. *)
Fixpoint nearest (k : nat) (l : list vertex) : option vertex :=
  match l with
  | [] => None
  | w :: rest =>
      if is_finite k w then
        match nearest k rest with
        | Some x => if Nat.ltb (counter x) (counter w) then Some x else Some w
        | None => Some w
        end
      else nearest k rest
  end.

Lemma nearest_sound : forall k l x, nearest k l = Some x -> In x l /\ value x = Some k.
Proof.
  induction l as [| w l IH]; simpl; intros x E; [discriminate |].
  destruct (is_finite k w) eqn:F; [| destruct (IH x E); auto].
  apply is_finite_iff in F. destruct (nearest k l) as [y |].
  - destruct (Nat.ltb (counter y) (counter w)); inversion E; subst; [destruct (IH x eq_refl) |]; auto.
  - inversion E. subst. auto.
Qed.

Lemma nearest_there : forall k l w, In w l -> value w = Some k ->
  exists x, nearest k l = Some x /\ counter x <= counter w.
Proof.
  induction l as [| u l IH]; simpl; intros w I V; [destruct I |].
  destruct I as [-> | I].
  - rewrite (proj2 (is_finite_iff _ _) V). destruct (nearest k l) as [y |]; [| exists w; auto].
    destruct (Nat.ltb_spec (counter y) (counter w)); [exists y | exists w]; split; auto; lia.
  - destruct (IH w I V) as [x [E L]]. rewrite E. destruct (is_finite k u); [| exists x; auto].
    destruct (Nat.ltb_spec (counter x) (counter u)); [exists x | exists u]; split; auto; lia.
Qed.

(** What to move: where it is won, to a lost position; where it is a draw, to a draw. *)
Definition reply : vertex * nat * player -> option (vertex * nat * player) := fun '(v, k, p) =>
  let to w := match w with Some x => Some (x, k, other p) | None => None end in
  match value v with
  | Some j => if Nat.ltb j k then Some (v, j, other p) else to (nearest k (successors g v))
  | None =>
      if in_finite k v then to (nearest k (successors g v))
      else if Nat.ltb (mex_after v) k then Some (v, mex_after v, other p)
      else to (find (fun w => match value w with Some _ => false | None => negb (in_finite k w) end) (successors g v))
  end.

Lemma reply_legal : legal (positional (A := A) reply).
Proof.
  intros h [[v k] p] y E. unfold positional, reply in E. apply moves_are.
  assert (To : forall o, (match o with Some x => Some (x, k, other p) | None => None end) = Some y ->
    (forall x, o = Some x -> In x (successors g v)) -> exists w, In w (successors g v) /\ y = (w, k, other p)).
  { intros [x |] E' H; [| discriminate]. inversion E'. exists x. auto. }
  destruct (value v) as [j |].
  - destruct (Nat.ltb_spec j k); [inversion E; right; exists j; auto |]. left. apply (To _ E).
    intros x N. now apply nearest_sound in N.
  - destruct (in_finite k v).
    + left. apply (To _ E). intros x N. now apply nearest_sound in N.
    + destruct (Nat.ltb_spec (mex_after v) k); [inversion E; right; exists (mex_after v); auto |].
      left. apply (To _ E). intros x N. now apply find_some in N.
Qed.

(** From a won position the reply leads to a lost one: with a smaller heap, or the same and the smallest counter. *)
Lemma reply_wins : forall v k p, v < size g -> won v k ->
  exists x j, reply (v, k, p) = Some (x, j, other p) /\ x < size g /\ lost x j /\
    (j < k \/ (j = k /\ forall w, In w (successors g v) -> value w = Some k -> counter x <= counter w)).
Proof.
  intros v k p L W. unfold reply.
  assert (Near : in_finite k v = true -> exists x,
    (match nearest k (successors g v) with Some y => Some (y, k, other p) | None => None end) = Some (x, k, other p) /\
    x < size g /\ lost x k /\ (k < k \/ (k = k /\ forall w, In w (successors g v) -> value w = Some k ->
      counter x <= counter w))).
  { intros F. apply in_finite_iff in F. destruct F as [w [I V]].
    destruct (nearest_there k _ w I V) as [x [E _]]. exists x. rewrite E.
    destruct (nearest_sound _ _ _ E) as [Ix Vx]. split; auto. split; [now apply (closed v) |]. split; [exact Vx |].
    right. split; auto. intros u Iu Vu. destruct (nearest_there k _ u Iu Vu) as [y [E' Le]]. congruence. }
  destruct W as [[j [V N]] | [V F]]; rewrite V.
  - destruct (Nat.ltb_spec j k) as [Lt | Ge].
    + exists v, j. repeat split; auto.
    + destruct Near as [x Hx]; [| exists x, k; exact Hx].
      apply (proj2 (nimber v j L V)). lia.
  - rewrite F. destruct (Near F) as [x Hx]. exists x, k. exact Hx.
Qed.

(** From a lost position every move leads to a won one, and those that do not make the heap smaller are answered. *)
Lemma lost_moves : forall v k p y, v < size g -> lost v k -> In y (moves A (v, k, p)) ->
  exists w j, y = (w, j, other p) /\ w < size g /\ won w j /\
    (j < k \/ (j = k /\ ((exists m, value w = Some m /\ m < k) \/
       exists x, In x (successors g w) /\ value x = Some k /\ counter x < counter v))).
Proof.
  intros v k p y L V M. destruct (nimber v k L V) as [Not_ Below]. apply moves_are in M.
  destruct M as [[w [I ->]] | [j [Lj ->]]].
  - exists w, k. split; auto. assert (Lw := closed v w L I). split; auto.
    assert (T := proj1 (proj2 (proj2 facts)) v L). unfold rise_is_answered in T. unfold lost in V. rewrite V in T.
    rewrite every_iff in T. specialize (T w I).
    assert (Ne : value w <> Some k).
    { intros E. assert (in_finite k v = true); [apply in_finite_iff; exists w; auto | congruence]. }
    assert (Answer : some (fun x => if is_finite k x then Nat.ltb (counter x) (counter v) else false)
        (successors g w) = true -> exists x, In x (successors g w) /\ value x = Some k /\ counter x < counter v).
    { intros So. apply some_iff in So. destruct So as [x [Ix X]]. destruct (is_finite k x) eqn:F; [| discriminate].
      apply is_finite_iff in F. apply Nat.ltb_lt in X. exists x. auto. }
    destruct (value w) as [m |] eqn:Vw.
    + split; [left; exists m; split; congruence |]. right. split; auto.
      destruct (Nat.ltb_spec m k); [left; exists m; auto | right; auto].
    + split; [| right; auto]. right. split; auto. destruct (Answer T) as [x [Ix [Vx _]]].
      apply in_finite_iff. exists x. auto.
  - exists v, j. split; auto. split; auto. split; [| auto]. left. exists k. split; auto. lia.
Qed.

(** Whoever is not to move at a lost position wins. *)
Lemma lost_is_lost : forall k c (r : play A) v p, from (A := A) (v, k, p) r -> v < size g -> lost v k ->
  counter v <= c -> keeps (other p) (positional (A := A) reply) r -> normal_play (A := A) (other p) r.
Proof.
  induction k as [k IHk] using lt_wf_ind. induction c as [c IHc] using lt_wf_ind.
  intros r v p [P E] L V Lc K. destruct (r 1) as [y |] eqn:E1.
  - assert (M := play_steps A r 0 _ y P E E1).
    destruct (lost_moves v k p y L V M) as [w [j [-> [Lw [Ww Less]]]]].
    destruct (reply_wins w j (other p) Lw Ww) as [x [i [R [Lx [Vx Less']]]]].
    assert (E2 : r 2 = Some (x, i, p)).
    { replace p with (other (other p)) by apply other_other. now apply (K 1 (w, j, other p)). }
    assert (F : from (A := A) (x, i, p) (later 2 r)) by now apply later_is_a_play.
    assert (Won : normal_play (A := A) (other p) (later 2 r)).
    { assert (K' := later_keeps A r 2 (other p) reply K).
      destruct (lt_eq_lt_dec i k) as [[Lt | Eq] | Gt_]; [| | lia].
      - exact (IHk i Lt (counter x) (later 2 r) x p F Lx Vx (le_n _) K').
      - subst i. assert (j = k) by lia. subst j.
        destruct Less as [| [_ [[m [Vw Lm]] | [u [Iu [Vu Cu]]]]]]; [lia | |].
        + unfold reply in R. rewrite Vw in R. apply Nat.ltb_lt in Lm. rewrite Lm in R. apply Nat.ltb_lt in Lm.
          inversion R. lia.
        + destruct Less' as [| [_ Least]]; [lia |]. specialize (Least u Iu Vu).
          apply (IHc (counter x)) with (v := x); auto. lia. }
    destruct Won as [m [At Stop]]. exists (S (S m)). split; [exact At | exact Stop].
  - exists 0. split; [| exact E1]. exists (v, k, p). split; auto.
Qed.

Lemma won_is_won : forall (r : play A) v k p, from (A := A) (v, k, p) r -> v < size g -> won v k ->
  keeps p (positional (A := A) reply) r -> normal_play (A := A) p r.
Proof.
  intros r v k p [P E] L W K. destruct (reply_wins v k p L W) as [x [j [R [Lx [Vx _]]]]].
  assert (E1 : r 1 = Some (x, j, other p)) by now apply (K 0 (v, k, p)).
  assert (F : from (A := A) (x, j, other p) (later 1 r)) by now apply later_is_a_play.
  assert (Won := lost_is_lost j (counter x) (later 1 r) x (other p) F Lx Vx (le_n _)).
  rewrite other_other in Won. destruct (Won (later_keeps A r 1 p reply K)) as [m [At Stop]].
  exists (S m). split; [exact At | exact Stop].
Qed.

(** A position that is neither leads to one by the reply, and to no lost one by any move. *)
Lemma draw_goes_on : forall v k p, v < size g -> ~ lost v k -> ~ won v k ->
  exists x j, reply (v, k, p) = Some (x, j, other p) /\ x < size g /\ ~ won x j.
Proof.
  intros v k p L Nl Nw.
  assert (V : value v = None).
  { destruct (value v) as [j |] eqn:V; auto. destruct (Nat.eq_dec j k); [subst; now destruct Nl |].
    destruct Nw. left. exists j. auto. }
  assert (F : in_finite k v = false) by (destruct (in_finite k v) eqn:F; auto; destruct Nw; right; auto).
  assert (T := proj1 (proj2 (proj2 (proj2 facts))) v L). unfold infinite_goes_on in T. rewrite V in T.
  destruct (in_finite (mex_after v) v) eqn:Fm; [discriminate |].
  unfold reply. rewrite V, F. destruct (Nat.ltb_spec (mex_after v) k) as [Lt | Ge].
  - exists v, (mex_after v). split; auto. split; auto.
    intros [[j [Vj _]] | [_ Fj]]; congruence.
  - assert (mex_after v = k).
    { destruct (Nat.eq_dec (mex_after v) k); auto. rewrite below_mex in F; [discriminate | lia]. }
    rewrite H in T. apply some_iff in T. destruct T as [u [Iu U]].
    destruct (find _ (successors g v)) as [x |] eqn:Fx.
    + apply find_some in Fx. destruct Fx as [Ix X]. exists x, k. split; auto. split; [now apply (closed v) |].
      destruct (value x) as [m |] eqn:Vx; [discriminate |]. apply negb_true_iff in X.
      intros [[m [Vm _]] | [_ Fm']]; congruence.
    + assert (N := find_none _ _ Fx u Iu). simpl in N. destruct (value u); congruence.
Qed.

Lemma no_move_to_lost : forall v k p y, v < size g -> ~ won v k -> In y (moves A (v, k, p)) ->
  exists w j, y = (w, j, other p) /\ w < size g /\ ~ lost w j.
Proof.
  intros v k p y L Nw M.
  destruct (value v) as [m |] eqn:V.
  - destruct (Nat.eq_dec m k) as [-> | N]; [| destruct Nw; left; exists m; auto].
    destruct (lost_moves v k p y L V M) as [w [j [-> [Lw [Ww _]]]]]. exists w, j. split; auto. split; auto.
    intros Lo. unfold lost in Lo. destruct Ww as [[i [Vi Ni]] | [Vn _]]; congruence.
  - apply moves_are in M. destruct M as [[w [I ->]] | [j [Lj ->]]].
    + exists w, k. split; auto. split; [now apply (closed v) |]. intros Lo. destruct Nw. right. split; auto.
      apply in_finite_iff. exists w. auto.
    + exists v, j. split; auto. split; auto. unfold lost. congruence.
Qed.

Lemma not_lost_by_reply : forall q (r : play A) v k p, from (A := A) (v, k, p) r -> v < size g ->
  (p = q -> ~ lost v k) -> (p = other q -> ~ won v k) ->
  keeps q (positional (A := A) reply) r -> ~ normal_play (A := A) (other q) r.
Proof.
  intros q r v k p F L Mine Yours K.
  set (inv := fun y : position A => let '(x, j, t) := y in
    x < size g /\ (t = q -> ~ lost x j) /\ (t = other q -> ~ won x j)).
  assert (Inv : forall i y, r i = Some y -> inv y).
  { apply (play_invariant A r inv (v, k, p) F); [repeat split; auto |].
    intros i [[x j] t] y E E' [Lx [M Y]].
    assert (I := play_steps A r i _ y (proj1 F) E E').
    destruct (same_player t q) eqn:S.
    - apply same_player_iff in S. subst t. specialize (M eq_refl).
      assert (R : exists u i', reply (x, j, q) = Some (u, i', other q) /\ u < size g /\ ~ won u i').
      { destruct (value x) as [m |] eqn:V.
        - destruct (reply_wins x j q Lx) as [u [i' [R [Lu [Vu _]]]]].
          + left. exists m. split; auto. intros ->. now apply M.
          + exists u, i'. split; auto. split; auto. unfold lost in Vu. intros [[m' [V' N]] | [V' _]]; congruence.
        - destruct (in_finite j x) eqn:Fj.
          + destruct (reply_wins x j q Lx) as [u [i' [R [Lu [Vu _]]]]]; [right; auto |].
            exists u, i'. split; auto. split; auto. unfold lost in Vu. intros [[m' [V' N]] | [V' _]]; congruence.
          + apply draw_goes_on; auto. intros [[m' [V' _]] | [_ F']]; congruence. }
      destruct R as [u [i' [R [Lu Nu]]]].
      assert (Ey : r (S i) = Some (u, i', other q)) by now apply (K i (x, j, q)).
      rewrite E' in Ey. inversion Ey. subst y. repeat split; auto. intros Z. now destruct q.
    - apply not_same_player in S. subst t. specialize (Y eq_refl).
      destruct (no_move_to_lost x j (other q) y Lx Y I) as [w [i' [-> [Lw Nl]]]].
      rewrite other_other. repeat split; auto. intros Z. now destruct q. }
  intros [i [[[[x j] t] [E Wt]] Stop]]. destruct (Inv i _ E) as [Lx [M _]].
  assert (Z := play_ends A r i _ (proj1 F) E Stop).
  unfold end_winner in Wt. change (owner A (x, j, t)) with t in Wt. simpl in Wt.
  assert (t = q) by (destruct t, q; simpl in Wt; congruence). subst t.
  apply (M eq_refl). unfold lost.
  assert (j = 0).
  { destruct j; auto. assert (H : In (x, 0, other q) (moves A (x, S j, q))); [| rewrite Z in H; destruct H].
    apply moves_are. right. exists 0. split; auto. lia. }
  subst j.
  assert (None_ : forall n, in_finite n x = false).
  { intros n. destruct (in_finite n x) eqn:Fn; auto. apply in_finite_iff in Fn. destruct Fn as [w [I _]].
    assert (H : In (w, 0, other q) (moves A (x, 0, q))); [| rewrite Z in H; destruct H].
    apply moves_are. left. exists w. auto. }
  destruct (value x) as [m |] eqn:V.
  - destruct m as [| m]; auto. assert (in_finite 0 x = true); [| now rewrite None_ in H].
    apply (proj2 (nimber x (S m) Lx V)). lia.
  - assert (T := proj1 (proj2 (proj2 (proj2 facts))) x Lx). unfold infinite_goes_on in T. rewrite V, None_ in T.
    apply some_iff in T. destruct T as [w [I _]].
    assert (H : In (w, 0, other q) (moves A (x, 0, q))); [| rewrite Z in H; destruct H].
    apply moves_are. left. exists w. auto.
Qed.

Lemma nimber_is_true : forall v k, v < size g -> value v = Some k -> has_nimber g v k.
Proof.
  intros v k L V j p. exists (positional (A := A) reply). split; [exact reply_legal |]. intros r F K.
  destruct (Nat.eqb_spec j k) as [-> | N].
  - exact (lost_is_lost k (counter v) r v p F L V (le_n _) K).
  - apply (won_is_won r v j p F L); auto. left. exists k. auto.
Qed.

Lemma infinite_is_true : forall v, v < size g -> value v = None -> is_infinite g (finite (successors g v)) v.
Proof.
  intros v L V j p. rewrite finite_iff. fold A. split.
  - intros I. apply in_finite_iff in I. exists (positional (A := A) reply). split; [exact reply_legal |].
    intros r F K. apply (won_is_won r v j p F L); auto. right. auto.
  - intros N. apply drawn_if_none_loses. intros q. exists (positional (A := A) reply). split; [exact reply_legal |].
    intros r F K. apply (not_lost_by_reply q r v j p F L); auto; intros _.
    + unfold lost. congruence.
    + intros [[m [Vm _]] | [_ Fj]]; [congruence |]. apply N. now apply in_finite_iff.
Qed.

End Loopy.

(** Where a value is shown it is the nimber; elsewhere the position is infinite. *)
Lemma loopy_is_true : forall g value counter, check_loopy g value counter = Proved ->
  forall v, v < size g ->
    match value v with
    | Some k => has_nimber g v k
    | None => is_infinite g (finite value (successors g v)) v
    end.
Proof.
  intros g value counter C v L. destruct (value v) as [k |] eqn:V.
  - exact (nimber_is_true g value counter C v k L V).
  - exact (infinite_is_true g value counter C v L V).
Qed.

(** ** The theorem *)

Definition loopy_form (f : file nat) (v : vertex) : bool :=
  at_most_one (solution f v) && one_number (certificate f v) && is_empty (parameter f).

Definition check_counters (f : file nat) : verdict :=
  formed f (skipn 0) (loopy_form f) (fun _ =>
    check_loopy (graph_from f 0) (tabulate (order f) (Claims.nimber f))
      (tabulate (order f) (fun v => number (certificate f v) 0))).

Theorem loopy_proved : forall f, check_counters f = Proved -> nimber_claim f.
Proof.
  intros f C. apply formed_proved in C. destruct C as [_ C]. unfold tabulate in C. intros v L.
  assert (H := loopy_is_true _ _ _ C v L).
  destruct (Claims.nimber f v) as [k |]; [exact H |]. intros j p A shown. destruct (H j p) as [Won Draw_].
  rewrite finite_iff in Won, Draw_. now split.
Qed.
