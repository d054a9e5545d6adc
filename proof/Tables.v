(** Tables: every position of a game by rule, with its outcome for the player to move and the remoteness.

    The rules say of each position whether the game has ended there, and else where its moves lead, and whether the same
    player moves again. What [check_table] accepts is true, [table_proved]. *)

From Coq Require Import List Arith Lia Bool.
From Coq Require Import String.
From Graphgames Require Import Games Plays Claims Checking Reading LastMove.
Import ListNotations.

(** ** Games by rule *)

Definition mover_after (p : player) (again : bool) : player := if again then p else other p.

Definition listed (f : file nat) (v : vertex) : list (vertex * bool) := choices (skipn 1 (game f v)).

Definition won_at_once (f : file nat) : vertex * player -> bool := fun '(v, _) =>
  match ended f v with Some Win => true | _ => false end.

(** ** The checker *)

Section Table.

Variable f : file nat.
Variable label : vertex -> result.
Variable moves_left : vertex -> nat.

(** What a move leads to, for the player who makes it. *)
Definition seen (e : vertex * bool) : result := if snd e then label (fst e) else flip (label (fst e)).

Definition choices_stay (v : vertex) : bool :=
  match ended f v with None => every (fun e => Nat.ltb (fst e) (order f)) (listed f v) | Some _ => true end.

Definition nearer (v : vertex) (e : vertex * bool) : bool := Nat.eqb (moves_left v) (S (moves_left (fst e))).

Definition is_win (e : vertex * bool) : bool := same_result (seen e) Win.
Definition is_loss (e : vertex * bool) : bool := same_result (seen e) Loss.
Definition is_draw (e : vertex * bool) : bool := same_result (seen e) Draw.

Definition right_by_moves (v : vertex) : bool :=
  match label v with
  | Win =>
      some (fun e => is_win e && nearer v e) (listed f v) &&
      every (fun e => negb (is_win e) || Nat.leb (moves_left v) (S (moves_left (fst e)))) (listed f v)
  | Loss =>
      every (fun e => is_loss e && Nat.leb (S (moves_left (fst e))) (moves_left v)) (listed f v) &&
      if is_empty (listed f v) then Nat.eqb (moves_left v) 0 else some (nearer v) (listed f v)
  | Draw => some is_draw (listed f v) && every (fun e => negb (is_win e)) (listed f v) && Nat.eqb (moves_left v) 0
  end.

Definition right_label (v : vertex) : bool :=
  match ended f v with
  | Some r => same_result (label v) r && Nat.eqb (moves_left v) 0
  | None => right_by_moves v
  end.

Definition table_conditions : list condition := [
  ("a move leads to a position of the table"%string, choices_stay);
  ("the label follows from those of the next positions, or from the end"%string, right_label)
].

Definition check_table : verdict := examine (order f) table_conditions.

(** ** Why it suffices *)

Hypothesis accepted : check_table = Proved.

Let A := by_rule f.

Definition for_result (r : result) (p : player) : option player :=
  match r with Win => Some p | Loss => Some (other p) | Draw => None end.

Definition out (x : vertex * player) : option player := for_result (label (fst x)) (snd x).
Definition left_ (x : vertex * player) : nat := moves_left (fst x).
Definition known (x : vertex * player) : Prop := fst x < order f.

Lemma for_mover_win : forall r p, for_result r p = Some p <-> r = Win.
Proof. destruct r, p; simpl; split; congruence. Qed.

Lemma for_mover_loss : forall r p, for_result r p = Some (other p) <-> r = Loss.
Proof. destruct r, p; simpl; split; congruence. Qed.

Lemma for_mover_draw : forall r p, for_result r p = None <-> r = Draw.
Proof. destruct r; simpl; split; congruence. Qed.

(** Where a move leads, seen by the player who makes it. *)
Lemma out_of_a_move : forall w again p, out (w, mover_after p again) = for_result (seen (w, again)) p.
Proof. intros w again p. unfold out, seen, mover_after. simpl. destruct again, (label w), p; reflexivity. Qed.

Lemma table_facts : all_hold (order f) table_conditions.
Proof. exact (all_conditions_hold _ _ accepted). Qed.

Lemma table_stays : forall v, v < order f -> choices_stay v = true.
Proof. apply table_facts. Qed.

Lemma labels_right : forall v, v < order f -> right_label v = true.
Proof. apply table_facts. Qed.

Lemma next_move : forall v p y, ended f v = None ->
  In y (moves A (v, p)) <-> exists w again, In (w, again) (listed f v) /\ y = (w, mover_after p again).
Proof.
  intros v p y E. simpl. rewrite E, in_map_iff. split.
  - intros [[w again] [<- I]]. exists w, again. auto.
  - intros [w [again [I ->]]]. exists (w, again). auto.
Qed.

Lemma closed_here : forall x y, known x -> In y (moves A x) -> known y.
Proof.
  intros [v p] y K I. unfold known in *. simpl in K. assert (S := table_stays v K). unfold choices_stay in S.
  destruct (ended f v) as [r |] eqn:E.
  - simpl in I. rewrite E in I. destruct r; try contradiction. destruct I as [<- | []]. exact K.
  - apply next_move in I; auto. destruct I as [w [again [I ->]]]. rewrite every_iff in S.
    specialize (S _ I). now apply Nat.ltb_lt in S.
Qed.

Lemma at_the_end : forall x, known x -> moves A x = [] ->
  out x = Some (end_winner (A := A) (won_at_once f) x) /\ left_ x = 0.
Proof.
  intros [v p] K Z. unfold known in K. simpl in K. assert (R := labels_right v K). unfold right_label in R.
  unfold end_winner, won_at_once, out, left_. simpl in *. destruct (ended f v) as [r |] eqn:E.
  - apply andb_true_iff in R. destruct R as [R1 R2]. apply same_result_iff in R1. apply Nat.eqb_eq in R2.
    rewrite R1. destruct r; simpl; auto. discriminate.
  - apply map_eq_nil in Z. change (listed f v = []) in Z. unfold right_by_moves in R. rewrite Z in R.
    destruct (label v); simpl in *; try discriminate.
    apply Nat.eqb_eq in R. auto.
Qed.

(** A position that is not a drawn end, and has moves, has not ended. *)
Lemma goes_on : forall v p, v < order f -> moves A (v, p) <> [] -> label v <> Draw -> ended f v = None.
Proof.
  intros v p K N D. assert (R := labels_right v K). unfold right_label in R. simpl in N.
  destruct (ended f v) as [r |]; auto. apply andb_true_iff in R. destruct R as [R _]. apply same_result_iff in R.
  destruct r; congruence.
Qed.

Lemma at_a_win : forall x, known x -> moves A x <> [] -> out x = Some (owner A x) ->
  (exists y, In y (moves A x) /\ out y = out x /\ left_ x = S (left_ y)) /\
  (forall y, In y (moves A x) -> out y = out x -> left_ x <= S (left_ y)).
Proof.
  intros [v p] K N H. unfold known in K. simpl in K. change (owner A (v, p)) with p in H. rewrite H.
  assert (W : label v = Win) by now apply (for_mover_win (label v) p).
  assert (E : ended f v = None) by (apply (goes_on v p); auto; congruence).
  assert (R := labels_right v K). unfold right_label, right_by_moves in R. rewrite E, W in R.
  apply andb_true_iff in R. destruct R as [R1 R2]. rewrite some_iff in R1. rewrite every_iff in R2. split.
  - destruct R1 as [[w again] [I G]]. apply andb_true_iff in G. destruct G as [G1 G2].
    apply same_result_iff in G1. apply Nat.eqb_eq in G2. exists (w, mover_after p again).
    split; [apply next_move; eauto |]. rewrite out_of_a_move, G1. split; [reflexivity | exact G2].
  - intros y I Oy. apply next_move in I; auto. destruct I as [w [again [I ->]]].
    rewrite out_of_a_move in Oy. apply for_mover_win in Oy. specialize (R2 _ I). simpl in R2.
    apply orb_true_iff in R2. destruct R2 as [R2 | R2]; [| now apply Nat.leb_le in R2].
    apply negb_true_iff in R2. assert (X := proj2 (same_result_iff _ _) Oy). unfold is_win in R2. congruence.
Qed.

Lemma at_a_loss : forall x, known x -> moves A x <> [] -> out x = Some (other (owner A x)) ->
  (exists y, In y (moves A x) /\ out y = out x /\ left_ x = S (left_ y)) /\
  (forall y, In y (moves A x) -> out y = out x /\ S (left_ y) <= left_ x).
Proof.
  intros [v p] K N H. unfold known in K. simpl in K. change (owner A (v, p)) with p in H. rewrite H.
  assert (W : label v = Loss) by now apply (for_mover_loss (label v) p).
  assert (E : ended f v = None) by (apply (goes_on v p); auto; congruence).
  assert (R := labels_right v K). unfold right_label, right_by_moves in R. rewrite E, W in R.
  apply andb_true_iff in R. destruct R as [R1 R2]. rewrite every_iff in R1.
  assert (All : forall w again, In (w, again) (listed f v) ->
    out (w, mover_after p again) = Some (other p) /\ S (moves_left w) <= moves_left v).
  { intros w again I. specialize (R1 _ I). apply andb_true_iff in R1. destruct R1 as [X Y].
    apply same_result_iff in X. apply Nat.leb_le in Y. rewrite out_of_a_move, X. split; [reflexivity | exact Y]. }
  split.
  - destruct (listed f v) as [| e rest] eqn:C; [simpl in N; rewrite E in N;
    change (map (fun '(w, again) => (w, mover_after p again)) (listed f v) <> []) in N; rewrite C in N;
    now destruct N |].
    simpl is_empty in R2. cbv iota in R2. rewrite some_iff in R2. destruct R2 as [[w again] [I G]].
    apply Nat.eqb_eq in G. exists (w, mover_after p again).
    split; [apply next_move; auto; exists w, again; rewrite C; auto |]. split; [now apply All | exact G].
  - intros y I. apply next_move in I; auto. destruct I as [w [again [I ->]]]. now apply All.
Qed.

Lemma at_a_draw : forall x, known x -> out x = None ->
  (exists y, In y (moves A x) /\ out y = None) /\ (forall y, In y (moves A x) -> out y <> Some (owner A x)).
Proof.
  intros [v p] K H. assert (H' := H). unfold known in K. simpl in K. apply for_mover_draw in H. simpl in H.
  assert (R := labels_right v K). unfold right_label in R. destruct (ended f v) as [r |] eqn:E.
  - apply andb_true_iff in R. destruct R as [R _]. apply same_result_iff in R. assert (r = Draw) by congruence. subst r.
    assert (M : moves A (v, p) = [(v, p)]).
    { simpl. now rewrite E, H. }
    rewrite M. split.
    + exists (v, p). split; [now left | exact H'].
    + intros y [X | F] O; [| destruct F]. subst y. rewrite H' in O. discriminate.
  - unfold right_by_moves in R. rewrite H in R. apply andb_true_iff in R. destruct R as [R _].
    apply andb_true_iff in R. destruct R as [R1 R2]. rewrite some_iff in R1. rewrite every_iff in R2. split.
    + destruct R1 as [[w again] [I G]]. apply same_result_iff in G. exists (w, mover_after p again).
      split; [apply next_move; eauto |]. now rewrite out_of_a_move, G.
    + intros y I O. apply next_move in I; auto. destruct I as [w [again [I ->]]]. change (owner A (v, p)) with p in O.
      rewrite out_of_a_move in O. apply for_mover_win in O. specialize (R2 _ I).
      apply negb_true_iff in R2. assert (X := proj2 (same_result_iff _ _) O). unfold is_win in R2. congruence.
Qed.

Lemma same_winner_iff : forall x y, same_out x y = true <-> x = y.
Proof. intros [[] |] [[] |]; simpl; split; congruence. Qed.

(** The moves that win soonest. *)
Definition quick (x y : vertex * player) : bool := same_out (out y) (out x) && Nat.eqb (left_ x) (S (left_ y)).

Definition quickest (x : vertex * player) : option (vertex * player) :=
  if Nat.ltb (fst x) (order f) then find (quick x) (moves A x) else None.

Lemma quickest_legal : legal (A := A) (positional (A := A) quickest).
Proof.
  intros h x y M. unfold positional, quickest in M. destruct (Nat.ltb (fst x) (order f)); [| discriminate].
  now apply find_some in M.
Qed.

Lemma quickest_hurries : forall x, known x -> moves A x <> [] -> out x = Some (owner A x) ->
  exists y, quickest x = Some y /\ out y = out x /\ left_ x = S (left_ y).
Proof.
  intros x K N O. destruct (proj1 (at_a_win x K N O)) as [y [I [Oy Ly]]]. unfold quickest.
  rewrite (proj2 (Nat.ltb_lt _ _) K). destruct (find (quick x) (moves A x)) as [z |] eqn:F.
  - exists z. apply find_some in F. destruct F as [_ F]. unfold quick in F. apply andb_true_iff in F.
    destruct F as [F1 F2]. apply same_winner_iff in F1. apply Nat.eqb_eq in F2. auto.
  - assert (T : quick x y = false) by exact (find_none (quick x) (moves A x) F y I).
    unfold quick in T. rewrite (proj2 (same_winner_iff _ _) Oy), Ly, Nat.eqb_refl in T. discriminate.
Qed.

End Table.

(** Each position is a win, a loss or a draw for the player to move, as its label says, whoever that is; and a win or
    loss takes as many moves as it says, if the winner hurries and the loser delays. *)
Lemma table_is_true : forall f label moves_left,
  check_table f label moves_left = Proved ->
  let A := by_rule f in
  let W : objective A := last_move (A := A) (won_at_once f) in
  forall v p, v < order f ->
    match for_result (label v) p with
    | Some q =>
        won_by (A := A) W q (quickest f label moves_left) (v, p) /\
        forall j, wins (A := A) (within (A := A) j W) q (v, p) <-> moves_left v <= j
    | None => drawn (A := A) W (v, p)
    end.
Proof.
  intros f label moves_left C A W v p L.
  assert (Closed := closed_here f label moves_left C). assert (Ends := at_the_end f label moves_left C).
  assert (Wins := at_a_win f label moves_left C). assert (Losses := at_a_loss f label moves_left C).
  assert (Draws := at_a_draw f label moves_left C). assert (Legal := quickest_legal f label moves_left).
  assert (Hurry := quickest_hurries f label moves_left C).
  destruct (for_result (label v) p) as [q |] eqn:O.
  - split.
    + apply won_by_moves; [apply last_move_not_both |].
      exact (winner_wins A (known f) (won_at_once f) (out label) (left_ moves_left) _
        Closed Ends Losses Legal Hurry (v, p) q L O).
    + exact (remoteness_is_time A (known f) (won_at_once f) (out label) (left_ moves_left) _
        Closed Ends Wins Losses Draws Legal Hurry (v, p) q L O).
  - exact (draw_is_drawn A (known f) (won_at_once f) (out label) (left_ moves_left)
      Closed Ends Wins Losses Draws (v, p) L O).
Qed.

(** ** The theorem *)

(** Pairs of a position and 0 or 1. *)
Fixpoint pairs_with_a_bit (row : list nat) : bool :=
  match row with
  | [] => true
  | _ :: again :: rest => if Nat.leb again 1 then pairs_with_a_bit rest else false
  | [_] => false
  end.

Definition two_numbers (row : list nat) : bool := match row with [_; _] => true | _ => false end.

Definition table_form (f : file nat) (v : vertex) : bool :=
  fits [3] pairs_with_a_bit (game f v) && fits [2] at_most_one (solution f v) && two_numbers (solution f v) &&
  (is_empty (certificate f v) && is_empty (parameter f)).

Definition check_labels_of_table (f : file nat) : verdict :=
  formed f (fun row => choices (skipn 1 row)) (table_form f) (fun _ =>
    check_table f (tabulate (order f) (result_of f)) (tabulate (order f) (fun v => number (solution f v) 1))).

Theorem table_proved : forall f, check_labels_of_table f = Proved -> table_claim f.
Proof.
  intros f C. apply formed_proved in C. destruct C as [Form C]. unfold tabulate in C.
  exists (quickest f (result_of f) (fun v => number (solution f v) 1)). intros v p L.
  assert (H := table_is_true f _ _ C v p L). specialize (Form v L). unfold table_form, two_numbers in Form.
  apply andb_true_iff in Form. destruct Form as [Form _]. apply andb_true_iff in Form. destruct Form as [_ Form].
  replace (for_mover (number (solution f v) 0) p) with (for_result (result_of f v) p)
    by (unfold for_mover, for_result, result_of; now destruct (number (solution f v) 0) as [| [| k]]).
  unfold decided, in_time. destruct (for_result (result_of f v) p) as [q |]; [| split; [exact H | reflexivity]].
  destruct H as [H1 H2]. split; [exact H1 |]. unfold number in H2.
  destruct (solution f v) as [| x [| k [| y row]]]; try discriminate. exact H2.
Qed.
