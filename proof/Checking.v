(** How a checker is put together: conditions with names, each looked at once for every vertex.

    A checker says [Proved], or which condition fails first and where. What its theorem needs is
    [all_conditions_hold]: [Proved] means that every condition holds at every vertex. *)

From Coq Require Import String List Arith Lia Bool.
From Graphgames Require Import Games Plays.
From Graphgames Require Export Machine.
Import ListNotations.

Definition condition := (string * (vertex -> bool))%type.

(** The vertices [n - 1] to 0; the last one that fails. *)
Fixpoint failure (n : nat) (ok : vertex -> bool) : option vertex :=
  match n with
  | O => None
  | S k => if ok k then failure k ok else Some k
  end.

(** The first condition that fails, and where. *)
Fixpoint first_failure (n : nat) (conditions : list condition) : verdict :=
  match conditions with
  | [] => Proved
  | (name, ok) :: rest =>
      match failure n ok with
      | None => first_failure n rest
      | Some v => Refused name v
      end
  end.

Fixpoint all_pass (conditions : list condition) (v : vertex) : bool :=
  match conditions with [] => true | (_, ok) :: rest => if ok v then all_pass rest v else false end.

(** Each vertex is looked at once, for all conditions; only if one fails it matters which is the first. *)
Definition examine (n : nat) (conditions : list condition) : verdict :=
  match failure n (all_pass conditions) with None => Proved | Some _ => first_failure n conditions end.

Lemma no_failure : forall n ok, failure n ok = None -> forall v, v < n -> ok v = true.
Proof.
  induction n; intros ok F v L; [lia |]. simpl in F.
  destruct (ok n) eqn:O; [| discriminate].
  destruct (Nat.eq_dec v n) as [-> | N]; auto. apply IHn; auto. lia.
Qed.

(** Every condition holds everywhere. *)
Fixpoint all_hold (n : nat) (conditions : list condition) : Prop :=
  match conditions with
  | [] => True
  | (_, ok) :: rest => (forall v, v < n -> ok v = true) /\ all_hold n rest
  end.

Theorem all_conditions_hold : forall n conditions, examine n conditions = Proved -> all_hold n conditions.
Proof.
  intros n conditions E. unfold examine in E. destruct (failure n _) eqn:F.
  - clear F. induction conditions as [| [name ok] rest IH]; simpl in *; auto.
    destruct (failure n ok) eqn:F; [discriminate |]. split; [now apply no_failure | auto].
  - assert (P := no_failure n _ F). clear E F. induction conditions as [| [name ok] rest IH]; simpl in *; auto.
    split; [| apply IH]; intros v L; specialize (P v L); now destruct (ok v).
Qed.

(** ** Booleans that decide *)

Lemma same_player_iff : forall p q, same_player p q = true <-> p = q.
Proof. destruct p, q; simpl; split; congruence. Qed.

Lemma not_same_player : forall p q, same_player p q = false -> p = other q.
Proof. destruct p, q; simpl; congruence. Qed.

(** Whether a vertex is in a list. *)
Fixpoint member (v : vertex) (l : list vertex) : bool :=
  match l with
  | [] => false
  | w :: rest => if Nat.eqb v w then true else member v rest
  end.

Lemma member_iff : forall v l, member v l = true <-> In v l.
Proof.
  induction l as [| w rest IH]; simpl; [split; [discriminate | tauto] |].
  destruct (Nat.eqb_spec v w) as [-> | N]; [tauto |].
  rewrite IH. split; [tauto |]. intros [E | I]; [congruence | auto].
Qed.

(** Whether every, or some, element of a list passes; they stop at the first that decides. *)
Fixpoint every {X} (ok : X -> bool) (l : list X) : bool :=
  match l with
  | [] => true
  | x :: rest => if ok x then every ok rest else false
  end.

Fixpoint some {X} (ok : X -> bool) (l : list X) : bool :=
  match l with
  | [] => false
  | x :: rest => if ok x then true else some ok rest
  end.

Lemma every_iff : forall X (ok : X -> bool) l, every ok l = true <-> forall x, In x l -> ok x = true.
Proof.
  induction l as [| x rest IH]; simpl; [split; [tauto | auto] |].
  destruct (ok x) eqn:O.
  - rewrite IH. split; [intros H y [<- | I]; auto | auto].
  - split; [discriminate |]. intros H. rewrite <- O. apply H. auto.
Qed.

Lemma some_iff : forall X (ok : X -> bool) l, some ok l = true <-> exists x, In x l /\ ok x = true.
Proof.
  induction l as [| x rest IH]; simpl.
  - split; [discriminate | intros [x [[] _]]].
  - destruct (ok x) eqn:O.
    + split; [intros _; exists x; auto | auto].
    + rewrite IH. split; intros [y [I Y]]; exists y; [auto |]. destruct I as [-> | I]; [congruence | auto].
Qed.

Definition is_empty {X} (l : list X) : bool := match l with [] => true | _ => false end.

Lemma is_empty_iff : forall X (l : list X), is_empty l = true <-> l = [].
Proof. destruct l; simpl; split; congruence. Qed.

(** ** What every solution of a game with owners says: a winner, and perhaps a move, for each vertex *)

Section Claims.

Variable g : graph.
Variable owner : vertex -> player.
Variable over : vertex -> bool.                  (* where the game is decided, although there may be moves *)
Variable winner : vertex -> player.
Variable move : vertex -> option vertex.

(** The moves shown, at the vertices of the graph alone. *)
Definition shown : vertex -> option vertex := fun v => if Nat.ltb v (size g) then move v else None.

(** There is a move to show where the winner is to move, the game is not decided, and there is a move at all. *)
Definition to_move (v : vertex) : bool :=
  if same_player (owner v) (winner v) then
    if over v then false else negb (is_empty (successors g v))
  else false.

Definition edges_stay (v : vertex) : bool := every (fun w => Nat.ltb w (size g)) (successors g v).

Definition move_where_needed (v : vertex) : bool :=
  match move v with Some _ => to_move v | None => negb (to_move v) end.

Definition move_is_an_edge (v : vertex) : bool :=
  match move v with Some w => member w (successors g v) | None => true end.

Definition common : list condition := [
  ("an edge leads to a vertex of the graph"%string, edges_stay);
  ("a move is shown where the winner is to move, and nowhere else"%string, move_where_needed);
  ("the move shown is an edge"%string, move_is_an_edge)
].

(** What these conditions prove, in words: every move shown is an edge, and one is shown where it is needed. *)
Definition moves_are_complete : Prop :=
  (forall v w, v < size g -> move v = Some w -> In w (successors g v)) /\
  (forall v, v < size g ->
     (move v <> None <-> owner v = winner v /\ over v = false /\ successors g v <> [])).

Section Kept.

Hypothesis stay : forall v, v < size g -> edges_stay v = true.
Hypothesis needed : forall v, v < size g -> move_where_needed v = true.
Hypothesis edge : forall v, v < size g -> move_is_an_edge v = true.

Lemma graph_is_well_formed : well_formed g.
Proof.
  intros v w L I. specialize (stay v L). unfold edges_stay in stay. rewrite every_iff in stay.
  apply Nat.ltb_lt. auto.
Qed.

Lemma to_move_iff : forall v,
  to_move v = true <-> owner v = winner v /\ over v = false /\ successors g v <> [].
Proof.
  intros v. unfold to_move. destruct (same_player (owner v) (winner v)) eqn:S.
  - apply same_player_iff in S. destruct (over v).
    + split; [discriminate | intros [_ [H _]]; discriminate].
    + destruct (successors g v); simpl; (split; [try discriminate | intros [_ [_ H]]; congruence]).
      intros _. repeat split; auto. discriminate.
  - split; [discriminate |]. intros [H _]. apply same_player_iff in H. congruence.
Qed.

Lemma moves_complete : moves_are_complete.
Proof.
  split.
  - intros v w L M. specialize (edge v L). unfold move_is_an_edge in edge. rewrite M in edge.
    now apply member_iff.
  - intros v L. specialize (needed v L). unfold move_where_needed in needed. rewrite <- to_move_iff.
    destruct (move v).
    + split; [auto | discriminate].
    + split; [congruence |]. intros T. rewrite T in needed. discriminate.
Qed.

Lemma shown_is_legal : legal (A := owned g owner) (positional (A := owned g owner) shown).
Proof.
  intros h v w M. unfold positional, shown in M. destruct (Nat.ltb_spec v (size g)); [| discriminate].
  simpl. now apply moves_complete.
Qed.

Lemma shown_inside : forall v, v < size g -> shown v = move v.
Proof. intros v L. unfold shown. apply Nat.ltb_lt in L. now rewrite L. Qed.

(** Where a play that keeps to the winner's moves may go next. *)
Definition next (v : vertex) : list vertex :=
  if same_player (owner v) (winner v) then
    match move v with Some w => [w] | None => successors g v end
  else successors g v.

Lemma play_stays_in_the_graph : forall (r : play (owned g owner)) v,
  from v r -> v < size g -> forall i u, r i = Some u -> u < size g.
Proof.
  intros r v F L. apply (play_invariant _ r (fun u => u < size g) v F L).
  intros i u w E E' U. apply (graph_is_well_formed u); auto.
  apply (play_steps (owned g owner) r i); auto. apply F.
Qed.

Lemma kept_goes_next : forall (r : play (owned g owner)) p i u w,
  is_play r -> keeps p (positional (A := owned g owner) shown) r -> u < size g -> winner u = p ->
  r i = Some u -> r (S i) = Some w -> In w (next u).
Proof.
  intros r p i u w P K L Wu E E'. unfold next.
  assert (I : In w (successors g u)) by now apply (play_steps (owned g owner) r i).
  destruct (same_player (owner u) (winner u)) eqn:S; auto.
  apply same_player_iff in S. destruct (move u) as [x |] eqn:M; auto.
  specialize (K i u x E). simpl in K. unfold positional in K. rewrite (shown_inside u L) in K.
  rewrite K in E'; auto; [| congruence]. inversion E'. simpl. auto.
Qed.

End Kept.

End Claims.

(** ** Games whose plays do not end: Büchi, parity *)

Definition never_over (v : vertex) : bool := false.

Definition goes_on (g : graph) (v : vertex) : bool := negb (is_empty (successors g v)).

Definition stays_won g owner winner move (v : vertex) : bool :=
  every (fun w => same_player (winner w) (winner v)) (next g owner winner move v).

Definition endless_conditions g owner winner move : list condition := [
  ("every vertex has an edge"%string, goes_on g);
  ("no move that the winner's strategy allows leaves the winner's region"%string, stays_won g owner winner move)
].

Section Endless.

Variable g : graph.
Variable owner : vertex -> player.
Variable winner : vertex -> player.
Variable move : vertex -> option vertex.

Hypothesis stay : forall v, v < size g -> edges_stay g v = true.
Hypothesis on : forall v, v < size g -> goes_on g v = true.

Lemma has_successor : forall v, v < size g -> successors g v <> [].
Proof.
  intros v L. specialize (on v L). unfold goes_on in on. destruct (successors g v); [discriminate | congruence].
Qed.

Lemma play_never_ends : forall (r : play (owned g owner)) v, from (A := owned g owner) v r -> v < size g ->
  forall i, r i <> None.
Proof.
  intros r v F L. induction i; [rewrite (proj2 F); discriminate |].
  destruct (r i) as [u |] eqn:E; [| congruence].
  destruct (play_goes_on (owned g owner) r i u (proj1 F) E) as [w [E' _]]; [| congruence].
  simpl. apply has_successor. now apply (play_stays_in_the_graph g owner stay r v F L i).
Qed.

Hypothesis won : forall v, v < size g -> stays_won g owner winner move v = true.

(** A play that keeps to the winner's moves stays where that player wins. *)
Lemma play_stays_won : forall (r : play (owned g owner)) v, from (A := owned g owner) v r -> v < size g ->
  keeps (winner v) (positional (A := owned g owner) (shown g move)) r ->
  forall i u, r i = Some u -> u < size g /\ winner u = winner v.
Proof.
  intros r v F L K.
  apply (play_invariant (owned g owner) r (fun u => u < size g /\ winner u = winner v) v F); [auto |].
  intros i u w E E' [Lu Wu]. split; [now apply (play_stays_in_the_graph g owner stay r v F L (S i)) |].
  assert (N := kept_goes_next g owner winner move r _ i u w (proj1 F) K Lu Wu E E').
  specialize (won u Lu). unfold stays_won in won. rewrite every_iff in won. specialize (won w N).
  apply same_player_iff in won. congruence.
Qed.

(** What is known of a play that keeps to the moves of [p] where that player wins. *)
Definition kept (p : player) (r : play (owned g owner)) : Prop :=
  is_play r /\ keeps p (positional (A := owned g owner) (shown g move)) r /\
  forall i, exists u, r i = Some u /\ u < size g /\ winner u = p.

Lemma kept_from : forall (r : play (owned g owner)) v, from (A := owned g owner) v r -> v < size g ->
  keeps (winner v) (positional (A := owned g owner) (shown g move)) r -> kept (winner v) r.
Proof.
  intros r v F L K. split; [apply F | split; [exact K |]]. assert (Inv := play_stays_won r v F L K).
  intros i. destruct (r i) as [u |] eqn:E; [exists u; destruct (Inv i u E); auto |].
  destruct (play_never_ends r v F L i E).
Qed.

Lemma kept_later : forall p r k, kept p r -> kept p (later k r).
Proof.
  intros p r k [P [K H]]. split; [| split].
  - destruct (H k) as [u [E _]]. now apply (later_is_a_play (owned g owner) r k u).
  - now apply later_keeps.
  - intros i. exact (H (k + i)).
Qed.

Lemma kept_next : forall p r i u, kept p r -> r i = Some u ->
  exists w, r (S i) = Some w /\ In w (next g owner winner move u).
Proof.
  intros p r i u [P [K H]] E. destruct (H i) as [u' [E2 [Lu Wu]]]. rewrite E in E2. inversion E2; subst u'.
  destruct (H (S i)) as [w [E' _]]. exists w. split; auto.
  exact (kept_goes_next g owner winner move r p i u w P K Lu Wu E E').
Qed.

End Endless.

Section EndlessGames.

Variable g : graph.
Variable owner : vertex -> player.
Variable winner : vertex -> player.
Variable move : vertex -> option vertex.
Variable further : list condition.

Definition check_endless : verdict :=
  examine (size g) (common g owner never_over winner move ++ endless_conditions g owner winner move ++ further).

Hypothesis accepted : check_endless = Proved.

Lemma endless_facts :
  all_hold (size g) (common g owner never_over winner move ++ endless_conditions g owner winner move ++ further).
Proof. exact (all_conditions_hold _ _ accepted). Qed.

Lemma endless_stay : forall v, v < size g -> edges_stay g v = true.
Proof. apply endless_facts. Qed.

Lemma endless_on : forall v, v < size g -> goes_on g v = true.
Proof. apply endless_facts. Qed.

Lemma endless_won : forall v, v < size g -> stays_won g owner winner move v = true.
Proof. apply endless_facts. Qed.

Lemma endless_further : all_hold (size g) further.
Proof. apply endless_facts. Qed.

Lemma endless_moves : moves_are_complete g owner never_over winner move.
Proof. apply moves_complete; apply endless_facts. Qed.

Lemma endless_legal : legal (A := owned g owner) (positional (A := owned g owner) (shown g move)).
Proof. apply (shown_is_legal g owner never_over winner move); apply endless_facts. Qed.

End EndlessGames.
