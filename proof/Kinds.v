(** The kinds of certificates, and that what the checker of each accepts is true. *)

From Coq Require Import String List.
From Graphgames Require Import Games Claims Machine Reachability LastMove Nimbers Loopy Buchi Parity Goals Tables
  Energy MeanPayoff Total Discounted Chance.
Import ListNotations.
Open Scope string_scope.

(** The two words in a file that name the kind; what is proved, for people; what a file claims; and that this is true if
    the checker says so. *)
Record kind (cell : Type) := Kind {
  name : string;
  proves : string;
  claim : file cell -> Prop;
  check : file cell -> verdict;
  sound : forall f, check f = Proved -> claim f
}.

Arguments Kind {cell} name proves claim {check}. Arguments check {cell}. Arguments claim {cell}.

Definition labels : string := "who wins, the moves, and the labels as bounds".
Definition in_time : string := "who wins or draws, the moves, and in how many moves".
Definition values : string := "who wins, the values, and the moves".

Definition plain_kinds : list (kind nat) := [
  Kind "reach attractor-ranks" "who wins, the moves, and how soon the target comes"
    (fun f => visit_claim f Eve 1) (visits_proved Eve 1);
  Kind "safe attractor-ranks" "who wins, the moves, and how soon the play is unsafe"
    (fun f => visit_claim f Adam 0) (visits_proved Adam 0);
  Kind "normal remoteness" in_time
    (fun f => last_move_claim f 2 (marked f 1 1)) (last_move_proved [1; 1] (fun f => marked f 1 1));
  Kind "misere remoteness" in_time
    (fun f => last_move_claim f 1 (fun _ => true)) (last_move_proved [1] (fun _ _ => true));
  Kind "impartial-normal remoteness" in_time
    (fun f => impartial_claim f 1 (marked f 0 1)) (impartial_proved [1] (fun f => marked f 0 1));
  Kind "impartial-misere remoteness" in_time
    (fun f => impartial_claim f 0 (fun _ => true)) (impartial_proved [] (fun _ _ => true));
  Kind "nimbers grundy-values" "the nimbers" nimber_claim nimbers_proved;
  Kind "nimbers loopy-values" "the nimbers, and where there is none" nimber_claim loopy_proved;
  Kind "table table-labels" "the outcome and the remoteness of every position" table_claim table_proved;
  Kind "buchi buchi-labels" labels (fun f => recurrence_claim f Eve) (recurrence_proved Eve);
  Kind "cobuchi buchi-labels" labels (fun f => recurrence_claim f Adam) (recurrence_proved Adam);
  Kind "parity progress-measure" "who wins, and the moves" parity_claim parity_proved;
  Kind "gr1 goal-ranks" "who wins, and the moves for what the winner waits for" gr1_claim goals_proved
].

Definition exact_kinds : list (kind cell) := [
  Kind "energy energy-bounds" "who wins, the least credits, and the moves" energy_claim energy_proved;
  Kind "mean-payoff mean-potentials" values (payoff_claim plain_edges average_at_least) mean_proved;
  Kind "total-payoff total-ranks" values (payoff_claim plain_edges sum_at_least) total_proved;
  Kind "discounted bellman-equations" values (payoff_claim discounted_edges sum_at_least) discounted_proved;
  Kind "reach-probability reaching-ranks" "who wins, the probabilities, or the brackets, and the moves"
    reaching_claim reaching_proved
].

Theorem what_is_proved_is_true :
  (forall k, In k plain_kinds -> forall f, check k f = Proved -> claim k f) /\
  (forall k, In k exact_kinds -> forall f, check k f = Proved -> claim k f).
Proof. split; intros k _; apply sound. Qed.
