(** Normal and misère play: who wins, draws among them, and the remoteness.

    The play ends at a dead end, where the player to move has won or lost; an endless play is a draw. The remoteness is
    the number of moves in which the winner can end the play, and not sooner. It is proved for games with owners and for
    those in which the players alternate: [last_move_proved], [impartial_proved]. *)

From Coq Require Import String List Arith Lia Bool.
From Graphgames Require Import Games Plays Claims Checking Reading.
Import ListNotations.

Definition end_winner {A : arena} (mover_wins_at : position A -> bool) (v : position A) : player :=
  if mover_wins_at v then owner A v else other (owner A v).

(** ** Equations of winners and remoteness on any arena *)

Section Equations.

Variable A : arena.
Variable inside : position A -> Prop.
Variable mover_wins_at : position A -> bool.
Variable out : position A -> option player.      (* the winner, None for a draw *)
Variable rem : position A -> nat.
Variable move : position A -> option (position A).

Let W := last_move mover_wins_at.

Definition same_out (x y : option player) : bool :=
  match x, y with
  | Some p, Some q => same_player p q
  | None, None => true
  | _, _ => false
  end.

Lemma same_out_iff : forall x y, same_out x y = true <-> x = y.
Proof. intros [[] |] [[] |]; simpl; split; congruence. Qed.

Hypothesis closed : forall v w, inside v -> In w (moves A v) -> inside w.
Hypothesis at_ends : forall v, inside v -> moves A v = [] -> out v = Some (end_winner mover_wins_at v) /\ rem v = 0.
Hypothesis at_wins : forall v, inside v -> moves A v <> [] -> out v = Some (owner A v) ->
  (exists w, In w (moves A v) /\ out w = out v /\ rem v = S (rem w)) /\
  (forall w, In w (moves A v) -> out w = out v -> rem v <= S (rem w)).
Hypothesis at_losses : forall v, inside v -> moves A v <> [] -> out v = Some (other (owner A v)) ->
  (exists w, In w (moves A v) /\ out w = out v /\ rem v = S (rem w)) /\
  (forall w, In w (moves A v) -> out w = out v /\ S (rem w) <= rem v).
Hypothesis at_draws : forall v, inside v -> out v = None ->
  (exists w, In w (moves A v) /\ out w = None) /\
  (forall w, In w (moves A v) -> out w <> Some (owner A v)).
Hypothesis move_legal : legal (positional move).
Hypothesis move_hurries : forall v, inside v -> moves A v <> [] -> out v = Some (owner A v) ->
  exists w, move v = Some w /\ out w = out v /\ rem v = S (rem w).

Lemma stays_inside : forall r v, from v r -> inside v -> forall i u, r i = Some u -> inside u.
Proof.
  intros r v F I. apply (play_invariant A r inside v F I).
  intros i u w E E' U. apply (closed u); auto. apply (play_steps A r i); auto. apply F.
Qed.

Lemma wins_in_time : forall k r v p, from v r -> inside v -> keeps p (positional move) r ->
  out v = Some p -> rem v <= k ->
  exists i, i <= k /\ at_move r i (fun u => end_winner mover_wins_at u = p) /\ r (S i) = None.
Proof.
  induction k as [k IH] using lt_wf_ind. intros r v p F I K O Le. destruct F as [P E].
  destruct (r 1) as [w |] eqn:E1.
  - assert (M := play_steps A r 0 v w P E E1).
    assert (N : moves A v <> []) by (intros Z; rewrite Z in M; destruct M).
    assert (Step : out w = Some p /\ S (rem w) <= rem v).
    { destruct (same_player (owner A v) p) eqn:Same.
      - apply same_player_iff in Same. rewrite <- Same in O.
        destruct (move_hurries v I N O) as [x [Mx [Ox Rx]]].
        assert (r 1 = Some x) by now apply (K 0 v x). assert (x = w) by congruence. subst x.
        rewrite Ox, O, Same. split; auto. lia.
      - apply not_same_player in Same.
        assert (O' : out v = Some (other (owner A v))) by (rewrite O, Same; now destruct p).
        destruct (proj2 (at_losses v I N O') w M) as [Ow Rw]. split; auto. congruence. }
    destruct Step as [Ow Rw].
    destruct (IH (k - 1)) with (r := later 1 r) (v := w) (p := p) as [i [Li [At End_]]]; auto; try lia.
    + now apply later_is_a_play.
    + apply (closed v); auto.
    + now apply later_keeps.
    + exists (S i). split; [lia | split; [exact At | exact End_]].
  - assert (Z := play_ends A r 0 v P E E1). destruct (at_ends v I Z) as [Ov _].
    exists 0. split; [lia |]. split; auto. exists v. split; auto. congruence.
Qed.

(** The best that each player can do: keep the win and the number of moves, or a draw. *)
Definition best (v : position A) : option (position A) :=
  find (fun w => if same_out (out w) (out v)
                 then match out v with None => true | Some _ => Nat.eqb (rem v) (S (rem w)) end
                 else false) (moves A v).

Lemma best_legal : legal (positional best).
Proof. intros h v w M. unfold positional, best in M. now apply find_some in M. Qed.

Lemma best_there : forall v, inside v -> moves A v <> [] ->
  exists w, best v = Some w /\ out w = out v /\ (out v <> None -> rem v = S (rem w)).
Proof.
  intros v I N.
  assert (Some_ : exists w, In w (moves A v) /\ out w = out v /\ (out v <> None -> rem v = S (rem w))).
  { destruct (out v) as [p |] eqn:O.
    - destruct (same_player (owner A v) p) eqn:Same.
      + apply same_player_iff in Same. rewrite <- Same in *.
        destruct (proj1 (at_wins v I N O)) as [w [M [Ow R]]]. rewrite O in Ow. exists w. auto.
      + apply not_same_player in Same.
        assert (O' : out v = Some (other (owner A v))) by (rewrite O, Same; now destruct p).
        destruct (proj1 (at_losses v I N O')) as [w [M [Ow R]]]. rewrite O in Ow. exists w. auto.
    - destruct (proj1 (at_draws v I O)) as [w [M Ow]]. exists w. repeat split; auto. congruence. }
  unfold best. destruct (find _ (moves A v)) as [w |] eqn:Fw.
  - apply find_some in Fw. destruct Fw as [_ T]. exists w. split; auto.
    destruct (same_out (out w) (out v)) eqn:Same; [| discriminate]. apply same_out_iff in Same. split; auto.
    destruct (out v); [intros _; now apply Nat.eqb_eq in T | congruence].
  - destruct Some_ as [w [M [Ow R]]]. assert (T := find_none _ _ Fw w M). simpl in T.
    rewrite (proj2 (same_out_iff _ _) Ow) in T. destruct (out v); [| discriminate].
    rewrite R in T by discriminate. now rewrite Nat.eqb_refl in T.
Qed.

(** Against the best that the other player can do, [p] does not win, or not sooner. *)
Definition no_sooner (p : player) (k : nat) (v : position A) : Prop := out v = Some p -> k <= rem v.

Lemma best_holds : forall r p i v w, is_play r -> keeps (other p) (positional best) r -> inside v ->
  r i = Some v -> r (S i) = Some w -> forall k, no_sooner p k v -> no_sooner p (k - 1) w.
Proof.
  intros r p i v w P K I E E' k N Ow. assert (M := play_steps A r i v w P E E').
  assert (Nz : moves A v <> []) by (intros Z; rewrite Z in M; destruct M).
  destruct (same_player (owner A v) p) eqn:Same.
  - apply same_player_iff in Same. destruct (out v) as [q |] eqn:O.
    + destruct (same_player q p) eqn:Q.
      * apply same_player_iff in Q. subst q. assert (k <= rem v) by now apply N.
        assert (O' : out v = Some (owner A v)) by congruence.
        assert (rem v <= S (rem w)); [| lia]. apply (proj2 (at_wins v I Nz O') w M). congruence.
      * apply not_same_player in Q. assert (O' : out v = Some (other (owner A v))) by congruence.
        destruct (proj2 (at_losses v I Nz O') w M) as [Ow' _]. rewrite Ow, O, Q in Ow'. destruct p; discriminate.
    + destruct (proj2 (at_draws v I O) w M). congruence.
  - apply not_same_player in Same. destruct (best_there v I Nz) as [x [B [Ox Rx]]].
    assert (r (S i) = Some x) by now apply (K i v x). assert (x = w) by congruence. subst x.
    assert (O : out v = Some p) by congruence. assert (k <= rem v) by now apply N.
    assert (rem v = S (rem w)) by (apply Rx; congruence). lia.
Qed.

Lemma not_won_sooner : forall r v p k, from v r -> inside v -> keeps (other p) (positional best) r ->
  no_sooner p k v -> W p r -> exists i, k <= i /\ r i <> None.
Proof.
  intros r v p k F I K N [i [[u [E Eu]] Stop]].
  assert (Inv : forall j x, r j = Some x -> no_sooner p (k - j) x).
  { induction j; intros x Ex.
    - destruct F as [_ F0]. assert (x = v) by congruence. subst. now rewrite Nat.sub_0_r.
    - destruct (play_was_there A r j (S j) x) as [y Y]; [apply F | auto | lia |].
      replace (k - S j) with (k - j - 1) by lia.
      apply (best_holds r p j y x); auto; [apply F | now apply (stays_inside r v F I j)]. }
  assert (Iu := stays_inside r v F I i u E).
  destruct (at_ends u Iu (play_ends A r i u (proj1 F) E Stop)) as [Ou Ru].
  exists i. split; [| congruence].
  assert (k - i <= rem u); [| lia]. apply (Inv i u E). rewrite Ou. now f_equal.
Qed.

Theorem winner_wins : forall v p, inside v -> out v = Some p -> wins_by W p (positional move) v.
Proof.
  intros v p I O. split; [exact move_legal |]. intros r F K.
  destruct (wins_in_time (rem v) r v p F I K O (le_n _)) as [i [_ [At End_]]]. exists i. auto.
Qed.

Theorem remoteness_is_time : forall v p, inside v -> out v = Some p ->
  forall j, wins (within j W) p v <-> rem v <= j.
Proof.
  intros v p I O j. split.
  - intros [s [Ls Ws]]. destruct (le_lt_dec (rem v) j) as [| Lt]; auto. exfalso.
    assert (exists r : play A, from v r /\ keeps p s r /\ keeps (other p) (positional best) r) as [r [F [K K']]].
    { assert (D := best_legal).
      destruct p; [exists (meeting s (positional best) v) | exists (meeting (positional best) s v)];
        (split; [now apply meeting_is_a_play | split; apply meeting_keeps]). }
    destruct (Ws r F K) as [Won Ended].
    destruct (not_won_sooner r v p (rem v) F I K') as [i [Li Ri]]; auto; [intros _; lia |].
    apply Ri. apply (play_stays_ended A r (S j)); [apply F | auto | lia].
  - intros Le. exists (positional move). split; [exact move_legal |]. intros r F K.
    destruct (wins_in_time (rem v) r v p F I K O (le_n _)) as [i [Li [At End_]]].
    split; [now exists i |]. apply (play_stays_ended A r (S i)); [apply F | auto | lia].
Qed.

Lemma last_move_not_both : forall v, never_both W v.
Proof.
  assert (H : forall r i j, is_play (A := A) r -> r (S i) = None -> r j <> None -> j <= i).
  { intros r i j P E N. destruct (le_lt_dec j i) as [| L]; auto. destruct N.
    apply (play_stays_ended A r (S i)); auto. }
  intros v r [P _] [i [[u [Eu Wu]] Ei]] [j [[x [Ex Wx]] Ej]].
  assert (i = j).
  { apply Nat.le_antisymm; [apply (H r j i) | apply (H r i j)]; auto; congruence. }
  subst j. assert (u = x) by congruence. subst. congruence.
Qed.

Theorem draw_is_drawn : forall v, inside v -> out v = None -> drawn W v.
Proof.
  intros v I O. apply drawn_if_none_loses. intros p. exists (positional best). split; [exact best_legal |].
  intros r F K Won. rewrite <- (other_other p) in K.
  (* the other player would win after at least any number of moves *)
  destruct Won as [i [[u [Eu Wu]] Ei]].
  destruct (not_won_sooner r v (other p) (S i) F I K) as [j [Lj Rj]].
  - intros O'. congruence.
  - exists i. split; auto. now exists u.
  - apply Rj. apply (play_stays_ended A r (S i)); [apply F | auto | lia].
Qed.

End Equations.

(** ** The checker *)

Definition same_result (x y : result) : bool :=
  match x, y with Win, Win => true | Loss, Loss => true | Draw, Draw => true | _, _ => false end.

Lemma same_result_iff : forall x y, same_result x y = true <-> x = y.
Proof. destruct x, y; simpl; split; congruence. Qed.

Section Check.

Variable g : graph.
Variable mover_wins_at : vertex -> bool.
Variable here : vertex -> result.                (* for the player to move *)
Variable there : vertex -> vertex -> result.     (* for the player to move at the first, once at the second *)
Variable move : vertex -> option vertex.
Variable rem : vertex -> option nat.

(** In the words of [common]: a move is needed where the player to move wins. *)
Definition mover (v : vertex) : player := Eve.
Definition mover_if_win (v : vertex) : player := if same_result (here v) Win then Eve else Adam.

Definition rem_is (ok : nat -> bool) (v : vertex) : bool := match rem v with Some k => ok k | None => false end.

Definition equation (v : vertex) : bool :=
  if is_empty (successors g v) then
    if same_result (here v) (if mover_wins_at v then Win else Loss) then rem_is (Nat.eqb 0) v else false
  else
    match here v, rem v with
    | Win, Some (S k) =>
        if some (fun w => if same_result (there v w) Win then rem_is (Nat.eqb k) w else false) (successors g v)
        then every (fun w => if same_result (there v w) Win then rem_is (Nat.leb k) w else true) (successors g v)
        else false
    | Loss, Some (S k) =>
        if every (fun w => if same_result (there v w) Loss then rem_is (fun i => Nat.leb i k) w else false)
             (successors g v)
        then some (rem_is (Nat.eqb k)) (successors g v)
        else false
    | Draw, None =>
        if some (fun w => same_result (there v w) Draw) (successors g v)
        then every (fun w => negb (same_result (there v w) Win)) (successors g v)
        else false
    | _, _ => false
    end.

Definition hurries (v : vertex) : bool :=
  match move v with
  | None => true
  | Some w =>
      if same_result (there v w) Win then
        match rem v with Some (S k) => rem_is (Nat.eqb k) w | _ => false end
      else false
  end.

Definition last_move_conditions : list condition := [
  ("the result and the remoteness follow from those of the successors"%string, equation);
  ("the move shown wins, and is one nearer to the end"%string, hurries)
].

Definition check_results : verdict :=
  examine (size g) (common g mover never_over mover_if_win move ++ last_move_conditions).

Hypothesis accepted : check_results = Proved.

Lemma facts : all_hold (size g) (common g mover never_over mover_if_win move ++ last_move_conditions).
Proof. exact (all_conditions_hold _ _ accepted). Qed.

Lemma stay : forall v, v < size g -> edges_stay g v = true.
Proof. apply facts. Qed.

Lemma equations : forall v, v < size g -> equation v = true.
Proof. apply facts. Qed.

Lemma hurry : forall v, v < size g -> hurries v = true.
Proof. apply facts. Qed.

(** A move is shown where the player to move wins and has one, and it is an edge. *)
Definition moves_win : Prop :=
  (forall v w, v < size g -> move v = Some w -> In w (successors g v)) /\
  (forall v, v < size g -> (move v <> None <-> here v = Win /\ successors g v <> [])).

Lemma moves_shown : moves_win.
Proof.
  assert (M : moves_are_complete g mover never_over mover_if_win move).
  { apply moves_complete; apply facts. }
  destruct M as [M1 M2]. split; auto. intros v L. rewrite (M2 v L). unfold mover, mover_if_win, never_over.
  destruct (here v); simpl; split; intros H; intuition (try congruence; try discriminate).
Qed.

Definition rank (v : vertex) : nat := match rem v with Some k => k | None => 0 end.

Lemma rem_is_rank : forall ok v, rem_is ok v = true -> ok (rank v) = true.
Proof. intros ok v H. unfold rem_is, rank in *. destruct (rem v); [auto | discriminate]. Qed.

(** What the equations say, for whoever is to move. *)
Lemma at_end : forall v, v < size g -> successors g v = [] ->
  here v = (if mover_wins_at v then Win else Loss) /\ rank v = 0.
Proof.
  intros v L Z. assert (T := equations v L). unfold equation in T. rewrite Z in T. cbn [is_empty] in T.
  destruct (same_result (here v) _) eqn:Same in T; [| discriminate].
  apply same_result_iff in Same. apply rem_is_rank in T. apply Nat.eqb_eq in T. auto.
Qed.

Lemma at_win : forall v, v < size g -> successors g v <> [] -> here v = Win ->
  (exists w, In w (successors g v) /\ there v w = Win /\ rank v = S (rank w)) /\
  (forall w, In w (successors g v) -> there v w = Win -> rank v <= S (rank w)).
Proof.
  intros v L N H. assert (T := equations v L). unfold equation in T. rewrite H in T.
  destruct (is_empty (successors g v)) eqn:Z; [now apply is_empty_iff in Z |].
  unfold rank at 1 3. destruct (rem v) as [[| k] |]; try discriminate.
  destruct (some _ _) eqn:So in T; [| discriminate]. split.
  - apply some_iff in So. destruct So as [w [I S]]. destruct (same_result (there v w) Win) eqn:R; [| discriminate].
    apply same_result_iff in R. apply rem_is_rank, Nat.eqb_eq in S. exists w. subst k. auto.
  - intros w I R. rewrite every_iff in T. specialize (T w I). rewrite (proj2 (same_result_iff _ _) R) in T.
    apply rem_is_rank, Nat.leb_le in T. lia.
Qed.

Lemma at_loss : forall v, v < size g -> successors g v <> [] -> here v = Loss ->
  (exists w, In w (successors g v) /\ there v w = Loss /\ rank v = S (rank w)) /\
  (forall w, In w (successors g v) -> there v w = Loss /\ S (rank w) <= rank v).
Proof.
  intros v L N H. assert (T := equations v L). unfold equation in T. rewrite H in T.
  destruct (is_empty (successors g v)) eqn:Z; [now apply is_empty_iff in Z |].
  unfold rank at 1 4. destruct (rem v) as [[| k] |]; try discriminate.
  destruct (every _ _) eqn:Ev in T; [| discriminate]. rewrite every_iff in Ev.
  assert (All : forall w, In w (successors g v) -> there v w = Loss /\ S (rank w) <= S k).
  { intros w I. specialize (Ev w I). simpl in Ev. destruct (same_result (there v w) Loss) eqn:R; [| discriminate].
    apply same_result_iff in R. apply rem_is_rank, Nat.leb_le in Ev. split; auto. lia. }
  split; auto. apply some_iff in T. destruct T as [w [I S]]. apply rem_is_rank, Nat.eqb_eq in S.
  exists w. destruct (All w I). subst k. auto.
Qed.

Lemma at_draw : forall v, v < size g -> here v = Draw ->
  (exists w, In w (successors g v) /\ there v w = Draw) /\
  (forall w, In w (successors g v) -> there v w <> Win).
Proof.
  intros v L H. assert (T := equations v L). unfold equation in T. rewrite H in T.
  destruct (is_empty (successors g v)) eqn:Z.
  { destruct (mover_wins_at v); discriminate. }
  destruct (rem v) as [k |]; [discriminate |]. destruct (some _ _) eqn:So in T; [| discriminate]. split.
  - apply some_iff in So. destruct So as [w [I R]]. apply same_result_iff in R. exists w. auto.
  - intros w I R. rewrite every_iff in T. specialize (T w I). rewrite R in T. discriminate.
Qed.

Lemma shown_hurries : forall v, v < size g -> successors g v <> [] -> here v = Win ->
  exists w, shown g move v = Some w /\ In w (successors g v) /\ there v w = Win /\ rank v = S (rank w).
Proof.
  intros v L N H. destruct moves_shown as [M1 M2].
  destruct (move v) as [w |] eqn:M; [| destruct (proj2 (M2 v L) (conj H N) M)].
  exists w. rewrite (shown_inside g move v L). split; auto. split; auto.
  assert (T := hurry v L). unfold hurries in T. rewrite M in T.
  destruct (same_result (there v w) Win) eqn:Same; [| discriminate]. apply same_result_iff in Same. split; auto.
  unfold rank at 1. destruct (rem v) as [[| k] |]; try discriminate. apply rem_is_rank, Nat.eqb_eq in T. congruence.
Qed.

(** A draw has no remoteness, and everything else has one. *)
Lemma remoteness_there : forall v, v < size g -> (rem v = None <-> here v = Draw).
Proof.
  intros v L. assert (T := equations v L). unfold equation in T. unfold rem_is in T.
  destruct (is_empty (successors g v)).
  - destruct (here v), (mover_wins_at v), (rem v); simpl in T; try discriminate; split; congruence.
  - destruct (here v), (rem v) as [[| k] |]; try discriminate; split; congruence.
Qed.

End Check.

(** ** Games with owners *)

Section Owned.

Variable owner : vertex -> player.
Variable winner : vertex -> option player.

Definition result_for (p : player) (w : option player) : result :=
  match w with None => Draw | Some q => if same_player q p then Win else Loss end.

Definition check_last_move g mover_wins_at move rem : verdict :=
  check_results g mover_wins_at (fun v => result_for (owner v) (winner v))
    (fun v w => result_for (owner v) (winner w)) move rem.

Lemma result_win : forall p w, result_for p w = Win <-> w = Some p.
Proof. intros [] [[] |]; simpl; split; congruence. Qed.

Lemma result_loss : forall p w, result_for p w = Loss <-> w = Some (other p).
Proof. intros [] [[] |]; simpl; split; congruence. Qed.

Lemma result_draw : forall p w, result_for p w = Draw <-> w = None.
Proof. intros [] [[] |]; simpl; split; congruence. Qed.

Lemma last_move_is_true : forall g mover_wins_at move rem,
  check_last_move g mover_wins_at move rem = Proved ->
  let A := owned g owner in
  let W : objective A := last_move (A := A) mover_wins_at in
  (forall v w, v < size g -> move v = Some w -> In w (successors g v)) /\
  (forall v, v < size g -> (move v <> None <-> winner v = Some (owner v) /\ successors g v <> [])) /\
  forall v, v < size g -> decided W (winner v) (shown g move) v /\ in_time W (winner v) (rem v) v.
Proof.
  intros g mwa move rem C A W. assert (M := moves_shown _ _ _ _ _ _ C). destruct M as [M1 M2].
  split; [exact M1 |]. split.
  { intros v L. rewrite (M2 v L). now rewrite result_win. }
  assert (Legal : legal (positional (A := A) (shown g move))).
  { intros h v w E. unfold positional, shown in E. destruct (Nat.ltb_spec v (size g)); [| discriminate]. now apply M1. }
  assert (Closed : forall v w, v < size g -> In w (successors g v) -> w < size g)
    by (intros v w; apply (graph_is_well_formed g (stay _ _ _ _ _ _ C))).
  assert (Ends : forall v, v < size g -> moves A v = [] ->
    winner v = Some (end_winner (A := A) mwa v) /\ rank rem v = 0).
  { intros v L Z. destruct (at_end _ _ _ _ _ _ C v L Z) as [H R]. split; auto. unfold end_winner. simpl.
    destruct (mwa v); [now apply result_win | now apply result_loss]. }
  assert (Wins : forall v, v < size g -> moves A v <> [] -> winner v = Some (owner v) ->
    (exists w, In w (moves A v) /\ winner w = winner v /\ rank rem v = S (rank rem w)) /\
    (forall w, In w (moves A v) -> winner w = winner v -> rank rem v <= S (rank rem w))).
  { intros v L N H. destruct (at_win _ _ _ _ _ _ C v L N (proj2 (result_win _ _) H)) as [[w [I [T R]]] B].
    rewrite result_win in T. split; [exists w; rewrite T; auto |].
    intros x Ix Ex. apply B; auto. apply result_win. congruence. }
  assert (Losses : forall v, v < size g -> moves A v <> [] -> winner v = Some (other (owner v)) ->
    (exists w, In w (moves A v) /\ winner w = winner v /\ rank rem v = S (rank rem w)) /\
    (forall w, In w (moves A v) -> winner w = winner v /\ S (rank rem w) <= rank rem v)).
  { intros v L N H. destruct (at_loss _ _ _ _ _ _ C v L N (proj2 (result_loss _ _) H)) as [[w [I [T R]]] B].
    rewrite result_loss in T. split; [exists w; rewrite T; auto |].
    intros x Ix. destruct (B x Ix) as [Bx Rx]. rewrite result_loss in Bx. split; auto. congruence. }
  assert (Draws : forall v, v < size g -> winner v = None ->
    (exists w, In w (moves A v) /\ winner w = None) /\
    (forall w, In w (moves A v) -> winner w <> Some (owner v))).
  { intros v L H. destruct (at_draw _ _ _ _ _ _ C v L (proj2 (result_draw _ _) H)) as [[w [I T]] B].
    rewrite result_draw in T. split; [exists w; auto |]. intros x Ix E. apply (B x Ix). now apply result_win. }
  assert (Hurry : forall v, v < size g -> moves A v <> [] -> winner v = Some (owner v) ->
    exists w, shown g move v = Some w /\ winner w = winner v /\ rank rem v = S (rank rem w)).
  { intros v L N H. destruct (shown_hurries _ _ _ _ _ _ C v L N (proj2 (result_win _ _) H)) as [w [E [_ [T R]]]].
    rewrite result_win in T. exists w. rewrite T. auto. }
  intros v L. unfold decided, in_time.
  assert (Rem := remoteness_there _ _ _ _ _ _ C v L). rewrite result_draw in Rem.
  destruct (winner v) as [p |] eqn:Wv.
  - destruct (rem v) as [k |] eqn:Rv; [| discriminate (proj1 Rem eq_refl)].
    split.
    + apply won_by_moves; [apply last_move_not_both |].
      exact (winner_wins A (fun v => v < size g) mwa winner (rank rem) (shown g move)
               Closed Ends Losses Legal Hurry v p L Wv).
    + intros j. replace k with (rank rem v) by (unfold rank; now rewrite Rv).
      exact (remoteness_is_time A (fun v => v < size g) mwa winner (rank rem) (shown g move)
               Closed Ends Wins Losses Draws Legal Hurry v p L Wv j).
  - split; [| destruct (rem v); reflexivity].
    exact (draw_is_drawn A (fun v => v < size g) mwa winner (rank rem) Closed Ends Wins Losses Draws v L Wv).
Qed.

End Owned.

(** ** Impartial games: the players alternate *)

Definition flip (x : result) : result := match x with Win => Loss | Loss => Win | Draw => Draw end.

(** Who wins at a position, where the result of the vertex is that of the player to move. *)
Definition outcome (result : vertex -> result) : vertex * player -> option player := fun '(v, p) =>
  match result v with Win => Some p | Loss => Some (other p) | Draw => None end.

Section Impartial.

Variable result_at : vertex -> result.

Definition check_impartial g mover_wins_at move rem : verdict :=
  check_results g mover_wins_at result_at (fun _ w => flip (result_at w)) move rem.

Let out := outcome result_at.

Lemma out_win : forall v p, out (v, p) = Some p <-> result_at v = Win.
Proof. intros v []; simpl; destruct (result_at v); simpl; split; congruence. Qed.

Lemma out_loss : forall v p, out (v, p) = Some (other p) <-> result_at v = Loss.
Proof. intros v []; simpl; destruct (result_at v); simpl; split; congruence. Qed.

Lemma out_draw : forall v p, out (v, p) = None <-> result_at v = Draw.
Proof. intros v []; simpl; destruct (result_at v); simpl; split; congruence. Qed.

Lemma flip_win : forall x, flip x = Win <-> x = Loss.
Proof. destruct x; simpl; split; congruence. Qed.

Lemma flip_loss : forall x, flip x = Loss <-> x = Win.
Proof. destruct x; simpl; split; congruence. Qed.

Lemma flip_draw : forall x, flip x = Draw <-> x = Draw.
Proof. destruct x; simpl; split; congruence. Qed.

Lemma impartial_is_true : forall g mover_wins_at move rem,
  check_impartial g mover_wins_at move rem = Proved ->
  let A := alternating g in
  let W : objective A := last_move (A := A) (fun '(v, _) => mover_wins_at v) in
  (forall v w, v < size g -> move v = Some w -> In w (successors g v)) /\
  (forall v, v < size g -> (move v <> None <-> result_at v = Win /\ successors g v <> [])) /\
  forall v p, v < size g ->
    decided W (outcome result_at (v, p)) (for_both (shown g move)) (v, p) /\
    in_time W (outcome result_at (v, p)) (rem v) (v, p).
Proof.
  intros g mwa move rem C A W. assert (M := moves_shown _ _ _ _ _ _ C). destruct M as [M1 M2].
  split; [exact M1 |]. split; [exact M2 |].
  set (ends := fun x : position A => let '(v, _) := x in mwa v).
  set (in_ := fun x : position A => fst x < size g).
  set (rank_ := fun x : position A => rank rem (fst x)).
  set (move_ := for_both (shown g move) : position A -> option (position A)).
  assert (Next : forall v p y, In y (moves A (v, p)) <-> exists w, In w (successors g v) /\ y = (w, other p)).
  { intros v p y. simpl. rewrite in_map_iff. split; intros [w [H1 H2]]; exists w; auto. }
  assert (Nil : forall v p, moves A (v, p) = [] <-> successors g v = []).
  { intros v p. simpl. destruct (successors g v); simpl; split; congruence. }
  assert (Legal : legal (positional move_)).
  { intros h [v p] y E. unfold positional, move_, for_both, shown in E.
    destruct (Nat.ltb_spec v (size g)); [| discriminate]. destruct (move v) as [w |] eqn:Mv; [| discriminate].
    inversion E. apply Next. exists w. auto. }
  assert (Closed : forall x y, in_ x -> In y (moves A x) -> in_ y).
  { intros [v p] y L I. apply Next in I. destruct I as [w [I ->]].
    exact (graph_is_well_formed g (stay _ _ _ _ _ _ C) v w L I). }
  assert (Ends : forall x, in_ x -> moves A x = [] -> out x = Some (end_winner (A := A) ends x) /\ rank_ x = 0).
  { intros [v p] L Z. apply Nil in Z. destruct (at_end _ _ _ _ _ _ C v L Z) as [H R]. split; auto.
    unfold end_winner, ends. change (owner A (v, p)) with p.
    destruct (mwa v); [now apply out_win | now apply out_loss]. }
  assert (Flip : forall p w x, out (w, other p) = out x -> out x = Some p -> result_at w = Loss).
  { intros p w x E O. rewrite O, <- (other_other p) in E at 1. rewrite other_other in E.
    apply (out_loss w (other p)). now rewrite other_other. }
  assert (Flip' : forall p w x, out (w, other p) = out x -> out x = Some (other p) -> result_at w = Win).
  { intros p w x E O. apply (out_win w (other p)). congruence. }
  assert (Wins : forall x, in_ x -> moves A x <> [] -> out x = Some (owner A x) ->
    (exists y, In y (moves A x) /\ out y = out x /\ rank_ x = S (rank_ y)) /\
    (forall y, In y (moves A x) -> out y = out x -> rank_ x <= S (rank_ y))).
  { intros [v p] L N H. change (owner A (v, p)) with p in H. assert (H' := H). apply out_win in H.
    assert (Nv : successors g v <> []) by (intros Z; apply N; now apply Nil).
    destruct (at_win _ _ _ _ _ _ C v L Nv H) as [[w [I [T R]]] B]. split.
    - exists (w, other p). split; [apply Next; eauto |]. split; [| exact R]. rewrite H'.
      rewrite <- (other_other p) at 2. apply out_loss. now apply flip_win.
    - intros y Iy Ey. apply Next in Iy. destruct Iy as [u [Iu ->]]. apply B; auto. apply flip_win.
      now apply (Flip p u (v, p)). }
  assert (Losses : forall x, in_ x -> moves A x <> [] -> out x = Some (other (owner A x)) ->
    (exists y, In y (moves A x) /\ out y = out x /\ rank_ x = S (rank_ y)) /\
    (forall y, In y (moves A x) -> out y = out x /\ S (rank_ y) <= rank_ x)).
  { intros [v p] L N H. change (owner A (v, p)) with p in H. assert (H' := H). apply out_loss in H.
    assert (Nv : successors g v <> []) by (intros Z; apply N; now apply Nil).
    destruct (at_loss _ _ _ _ _ _ C v L Nv H) as [[w [I [T R]]] B]. split.
    - exists (w, other p). split; [apply Next; eauto |]. split; [| exact R]. rewrite H'.
      apply out_win. now apply flip_loss.
    - intros y Iy. apply Next in Iy. destruct Iy as [u [Iu ->]]. destruct (B u Iu) as [Tu Ru]. split; [| exact Ru].
      rewrite H'. apply out_win. now apply flip_loss. }
  assert (Draws : forall x, in_ x -> out x = None ->
    (exists y, In y (moves A x) /\ out y = None) /\
    (forall y, In y (moves A x) -> out y <> Some (owner A x))).
  { intros [v p] L H. apply out_draw in H. destruct (at_draw _ _ _ _ _ _ C v L H) as [[w [I T]] B]. split.
    - exists (w, other p). split; [apply Next; eauto |]. apply out_draw. now apply flip_draw.
    - intros y Iy E. apply Next in Iy. destruct Iy as [u [Iu ->]]. apply (B u Iu). apply flip_win.
      apply (Flip p u (u, other p)); auto. }
  assert (Hurry : forall x, in_ x -> moves A x <> [] -> out x = Some (owner A x) ->
    exists y, move_ x = Some y /\ out y = out x /\ rank_ x = S (rank_ y)).
  { intros [v p] L N H. change (owner A (v, p)) with p in H. assert (H' := H). apply out_win in H.
    assert (Nv : successors g v <> []) by (intros Z; apply N; now apply Nil).
    destruct (shown_hurries _ _ _ _ _ _ C v L Nv H) as [w [E [_ [T R]]]].
    exists (w, other p). split; [unfold move_, for_both; now rewrite E |]. split; [| exact R]. rewrite H'.
    rewrite <- (other_other p) at 2. apply out_loss. now apply flip_win. }
  intros v p L. unfold decided, in_time. change (outcome result_at (v, p)) with (out (v, p)).
  assert (Rem := remoteness_there _ _ _ _ _ _ C v L).
  destruct (out (v, p)) as [q |] eqn:Wv.
  - destruct (rem v) as [k |] eqn:Rv;
    [| discriminate (eq_trans (eq_sym Wv) (proj2 (out_draw v p) (proj1 Rem eq_refl)))].
    split.
    + apply won_by_moves; [apply last_move_not_both |].
      exact (winner_wins A in_ ends out rank_ move_ Closed Ends Losses Legal Hurry (v, p) q L Wv).
    + intros j. replace k with (rank_ (v, p)) by (unfold rank_, rank; simpl; now rewrite Rv).
      exact (remoteness_is_time A in_ ends out rank_ move_ Closed Ends Wins Losses Draws Legal Hurry (v, p) q L Wv j).
  - split; [| destruct (rem v); reflexivity].
    exact (draw_is_drawn A in_ ends out rank_ Closed Ends Wins Losses Draws (v, p) L Wv).
Qed.

End Impartial.

(** ** The theorems *)

Definition check_owned_play (largest : list nat) (ends : file nat -> vertex -> bool) (f : file nat) : verdict :=
  let k := length largest in
  formed f (skipn k) (owned_form largest 2 f) (fun _ =>
    let n := order f in
    check_last_move (tabulate n (owner_in f)) (tabulate n (winner f)) (graph_from f k) (ends f) (given f 1)
      (tabulate n (label f))).

Theorem last_move_proved : forall largest ends f,
  check_owned_play largest ends f = Proved -> last_move_claim f (length largest) (ends f).
Proof.
  intros largest ends f C. apply formed_proved in C. destruct C as [_ C]. unfold tabulate in C.
  apply last_move_is_true in C.
  destruct C as [_ [M H]]. split; [| intros v L; now apply (H v L)].
  intros v L. split; [now apply (H v L) |].
  rewrite (move_inside f 1 v L), (M v L). simpl. tauto.
Qed.

Definition result_of (f : file nat) (v : vertex) : result :=
  match number (solution f v) 0 with 0 => Win | 1 => Loss | _ => Draw end.

Definition check_alternating_play (largest : list nat) (ends : file nat -> vertex -> bool) (f : file nat) : verdict :=
  let k := length largest in
  formed f (skipn k) (owned_form largest 2 f) (fun _ =>
    let n := order f in
    check_impartial (tabulate n (result_of f)) (graph_from f k) (ends f) (given f 1) (tabulate n (label f))).

Lemma outcome_of_result : forall f v p, outcome (result_of f) (v, p) = for_mover (number (solution f v) 0) p.
Proof. intros f v p. unfold outcome, result_of. now destruct (number (solution f v) 0) as [| [| k]]. Qed.

Theorem impartial_proved : forall largest ends f,
  check_alternating_play largest ends f = Proved -> impartial_claim f (length largest) (ends f).
Proof.
  intros largest ends f C. apply formed_proved in C. destruct C as [_ C]. unfold tabulate in C.
  apply impartial_is_true in C.
  destruct C as [_ [M H]]. intros v p L. rewrite <- outcome_of_result.
  split; [now apply (H v p L) |]. split; [now apply (H v p L) |].
  rewrite (move_inside f 1 v L), (M v L). unfold result_of. simpl.
  destruct (number (solution f v) 0) as [| [| k]]; split; intros [E N]; (split; [congruence | exact N]).
Qed.
