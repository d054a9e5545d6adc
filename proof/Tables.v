(** Tables: every position of a game by rule, with its outcome for the player to move and the remoteness.

    The rules say of each position whether the game has ended there, and else where its moves lead, and whether the same
    player moves again. What [check_table] accepts is true, [table_proved]. *)

From Coq Require Import List Arith Lia Bool.
From Coq Require Import String.
From Graphgames Require Import Games Checking LastMove.
Import ListNotations.

(** ** Games by rule *)

(** A game that has ended is won, lost or drawn for the player to move. *)
Record rules := Rules {
  positions : nat;
  ended : vertex -> option result;
  choices : vertex -> list (vertex * bool)       (* where a move leads, and whether the same player moves again *)
}.

Definition mover_after (p : player) (again : bool) : player := if again then p else other p.

(** A position with the player to move. A play that has ended in a draw stays there for ever, so that nobody wins it;
    who has no move has lost. *)
Definition by_rule (g : rules) : arena :=
  Arena (vertex * player)
    (fun '(v, p) =>
       match ended g v with
       | None => map (fun '(w, again) => (w, mover_after p again)) (choices g v)
       | Some Draw => [(v, p)]
       | Some _ => []
       end)
    snd.

Definition won_at_once (g : rules) (x : vertex * player) : bool :=
  match ended g (fst x) with Some Win => true | _ => false end.

(** ** The checker *)

Section Table.

Variable g : rules.
Variable label : vertex -> result.
Variable moves_left : vertex -> nat.

(** What a move leads to, for the player who makes it. *)
Definition seen (e : vertex * bool) : result := if snd e then label (fst e) else flip (label (fst e)).

Definition choices_stay (v : vertex) : bool :=
  match ended g v with None => every (fun e => Nat.ltb (fst e) (positions g)) (choices g v) | Some _ => true end.

Definition nearer (v : vertex) (e : vertex * bool) : bool := Nat.eqb (moves_left v) (S (moves_left (fst e))).

Definition is_win (e : vertex * bool) : bool := same_result (seen e) Win.
Definition is_loss (e : vertex * bool) : bool := same_result (seen e) Loss.
Definition is_draw (e : vertex * bool) : bool := same_result (seen e) Draw.

Definition right_by_moves (v : vertex) : bool :=
  match label v with
  | Win =>
      some (fun e => is_win e && nearer v e) (choices g v) &&
      every (fun e => negb (is_win e) || Nat.leb (moves_left v) (S (moves_left (fst e)))) (choices g v)
  | Loss =>
      every (fun e => is_loss e && Nat.leb (S (moves_left (fst e))) (moves_left v)) (choices g v) &&
      if is_empty (choices g v) then Nat.eqb (moves_left v) 0 else some (nearer v) (choices g v)
  | Draw => some is_draw (choices g v) && every (fun e => negb (is_win e)) (choices g v)
  end.

Definition right_label (v : vertex) : bool :=
  match ended g v with
  | Some r => same_result (label v) r && Nat.eqb (moves_left v) 0
  | None => right_by_moves v
  end.

Definition table_conditions : list condition := [
  ("a move leads to a position of the table"%string, choices_stay);
  ("the label follows from those of the next positions, or from the end"%string, right_label)
].

Definition check_table : verdict := examine (positions g) table_conditions.

(** ** Why it suffices *)

Hypothesis accepted : check_table = Proved.

Let A := by_rule g.

Definition for_mover (r : result) (p : player) : option player :=
  match r with Win => Some p | Loss => Some (other p) | Draw => None end.

Definition out (x : vertex * player) : option player := for_mover (label (fst x)) (snd x).
Definition left_ (x : vertex * player) : nat := moves_left (fst x).
Definition known (x : vertex * player) : Prop := fst x < positions g.

Lemma for_mover_win : forall r p, for_mover r p = Some p <-> r = Win.
Proof. destruct r, p; simpl; split; congruence. Qed.

Lemma for_mover_loss : forall r p, for_mover r p = Some (other p) <-> r = Loss.
Proof. destruct r, p; simpl; split; congruence. Qed.

Lemma for_mover_draw : forall r p, for_mover r p = None <-> r = Draw.
Proof. destruct r; simpl; split; congruence. Qed.

(** Where a move leads, seen by the player who makes it. *)
Lemma out_of_a_move : forall w again p, out (w, mover_after p again) = for_mover (seen (w, again)) p.
Proof. intros w again p. unfold out, seen, mover_after. simpl. destruct again, (label w), p; reflexivity. Qed.

Lemma table_facts : all_hold (positions g) table_conditions.
Proof. exact (all_conditions_hold _ _ accepted). Qed.

Lemma table_stays : forall v, v < positions g -> choices_stay v = true.
Proof. apply table_facts. Qed.

Lemma labels_right : forall v, v < positions g -> right_label v = true.
Proof. apply table_facts. Qed.

Lemma next_move : forall v p y, ended g v = None ->
  In y (moves A (v, p)) <-> exists w again, In (w, again) (choices g v) /\ y = (w, mover_after p again).
Proof.
  intros v p y E. simpl. rewrite E, in_map_iff. split.
  - intros [[w again] [<- I]]. exists w, again. auto.
  - intros [w [again [I ->]]]. exists (w, again). auto.
Qed.

Lemma closed_here : forall x y, known x -> In y (moves A x) -> known y.
Proof.
  intros [v p] y K I. unfold known in *. simpl in K. assert (S := table_stays v K). unfold choices_stay in S.
  destruct (ended g v) as [r |] eqn:E.
  - simpl in I. rewrite E in I. destruct r; try contradiction. destruct I as [<- | []]. exact K.
  - apply next_move in I; auto. destruct I as [w [again [I ->]]]. rewrite every_iff in S.
    specialize (S _ I). now apply Nat.ltb_lt in S.
Qed.

Lemma at_the_end : forall x, known x -> moves A x = [] ->
  out x = Some (end_winner (A := A) (won_at_once g) x) /\ left_ x = 0.
Proof.
  intros [v p] K Z. unfold known in K. simpl in K. assert (R := labels_right v K). unfold right_label in R.
  unfold end_winner, won_at_once, out, left_. simpl in *. destruct (ended g v) as [r |] eqn:E.
  - apply andb_true_iff in R. destruct R as [R1 R2]. apply same_result_iff in R1. apply Nat.eqb_eq in R2.
    rewrite R1. destruct r; simpl; auto. discriminate.
  - apply map_eq_nil in Z. unfold right_by_moves in R. rewrite Z in R. destruct (label v); simpl in *; try discriminate.
    apply Nat.eqb_eq in R. auto.
Qed.

(** A position that is not a drawn end, and has moves, has not ended. *)
Lemma goes_on : forall v p, v < positions g -> moves A (v, p) <> [] -> label v <> Draw -> ended g v = None.
Proof.
  intros v p K N D. assert (R := labels_right v K). unfold right_label in R. simpl in N.
  destruct (ended g v) as [r |]; auto. apply andb_true_iff in R. destruct R as [R _]. apply same_result_iff in R.
  destruct r; congruence.
Qed.

Lemma at_a_win : forall x, known x -> moves A x <> [] -> out x = Some (owner A x) ->
  (exists y, In y (moves A x) /\ out y = out x /\ left_ x = S (left_ y)) /\
  (forall y, In y (moves A x) -> out y = out x -> left_ x <= S (left_ y)).
Proof.
  intros [v p] K N H. unfold known in K. simpl in K. change (owner A (v, p)) with p in H. rewrite H.
  assert (W : label v = Win) by now apply (for_mover_win (label v) p).
  assert (E : ended g v = None) by (apply (goes_on v p); auto; congruence).
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
  assert (E : ended g v = None) by (apply (goes_on v p); auto; congruence).
  assert (R := labels_right v K). unfold right_label, right_by_moves in R. rewrite E, W in R.
  apply andb_true_iff in R. destruct R as [R1 R2]. rewrite every_iff in R1.
  assert (All : forall w again, In (w, again) (choices g v) ->
    out (w, mover_after p again) = Some (other p) /\ S (moves_left w) <= moves_left v).
  { intros w again I. specialize (R1 _ I). apply andb_true_iff in R1. destruct R1 as [X Y].
    apply same_result_iff in X. apply Nat.leb_le in Y. rewrite out_of_a_move, X. split; [reflexivity | exact Y]. }
  split.
  - destruct (choices g v) as [| e rest] eqn:C; [simpl in N; rewrite E, C in N; now destruct N |].
    simpl is_empty in R2. cbv iota in R2. rewrite some_iff in R2. destruct R2 as [[w again] [I G]].
    apply Nat.eqb_eq in G. exists (w, mover_after p again).
    split; [apply next_move; auto; exists w, again; rewrite C; auto |]. split; [now apply All | exact G].
  - intros y I. apply next_move in I; auto. destruct I as [w [again [I ->]]]. now apply All.
Qed.

Lemma at_a_draw : forall x, known x -> out x = None ->
  (exists y, In y (moves A x) /\ out y = None) /\ (forall y, In y (moves A x) -> out y <> Some (owner A x)).
Proof.
  intros [v p] K H. assert (H' := H). unfold known in K. simpl in K. apply for_mover_draw in H. simpl in H.
  assert (R := labels_right v K). unfold right_label in R. destruct (ended g v) as [r |] eqn:E.
  - apply andb_true_iff in R. destruct R as [R _]. apply same_result_iff in R. assert (r = Draw) by congruence. subst r.
    assert (M : moves A (v, p) = [(v, p)]).
    { simpl. now rewrite E, H. }
    rewrite M. split.
    + exists (v, p). split; [now left | exact H'].
    + intros y [X | F] O; [| destruct F]. subst y. rewrite H' in O. discriminate.
  - unfold right_by_moves in R. rewrite H in R. apply andb_true_iff in R. destruct R as [R1 R2].
    rewrite some_iff in R1. rewrite every_iff in R2. split.
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
  if Nat.ltb (fst x) (positions g) then find (quick x) (moves A x) else None.

Lemma quickest_legal : legal (A := A) (positional (A := A) quickest).
Proof.
  intros h x y M. unfold positional, quickest in M. destruct (Nat.ltb (fst x) (positions g)); [| discriminate].
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

(** ** The theorem *)

(** Each position is a win, a loss or a draw for the player to move, as its label says, whoever that is; and a win or
    loss takes as many moves as it says, if the winner hurries and the loser delays. *)
Theorem table_proved : forall g label moves_left,
  check_table g label moves_left = Proved ->
  let A := by_rule g in
  let W : objective A := last_move (A := A) (won_at_once g) in
  forall v p, v < positions g ->
    match for_mover (label v) p with
    | Some q =>
        won_by (A := A) W q (quickest g label moves_left) (v, p) /\
        forall j, wins_within (A := A) W q j (v, p) <-> moves_left v <= j
    | None => drawn (A := A) W (v, p)
    end.
Proof.
  intros g label moves_left C A W v p L.
  assert (Closed := closed_here g label moves_left C). assert (Ends := at_the_end g label moves_left C).
  assert (Wins := at_a_win g label moves_left C). assert (Losses := at_a_loss g label moves_left C).
  assert (Draws := at_a_draw g label moves_left C). assert (Legal := quickest_legal g label moves_left).
  assert (Hurry := quickest_hurries g label moves_left C).
  destruct (for_mover (label v) p) as [q |] eqn:O.
  - split.
    + apply won_by_moves; [apply last_move_not_both |].
      exact (winner_wins A (known g) (won_at_once g) (out label) (left_ moves_left) _
        Closed Ends Losses Legal Hurry (v, p) q L O).
    + exact (remoteness_is_time A (known g) (won_at_once g) (out label) (left_ moves_left) _
        Closed Ends Wins Losses Draws Legal Hurry (v, p) q L O).
  - exact (draw_is_drawn A (known g) (won_at_once g) (out label) (left_ moves_left)
      Closed Ends Wins Losses Draws (v, p) L O).
Qed.
