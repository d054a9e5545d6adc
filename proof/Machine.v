(** What the programs are made of: the verdict, columns that are worked out once, and exact numbers digit by digit. *)

From Coq Require Import String ZArith QArith.
From Graphgames Require Import Games.

(** A checker says that a file is proved, or which condition fails first and where. *)
Inductive verdict := Proved | Refused (condition : string) (place : vertex).

(** What a function says of each of [n] vertices, worked out once; to Coq it is just the function. *)
Definition tabulate {X : Type} (n : nat) (column : vertex -> X) : vertex -> X := column.

(** The same for numbers, which take less memory if all are small. *)
Definition numbers (n : nat) (column : vertex -> nat) : vertex -> nat := column.

(** A number that is followed by one more decimal digit. *)
Definition then_digit (z : Z) (digit : nat) : Z := (10 * z + Z.of_nat digit)%Z.

(** The quotient of two numbers, perhaps with a minus sign before it, if the second is not 0. *)
Definition quotient (minus : bool) (top bottom : Z) : option Q :=
  match bottom with Zpos p => Some (Qmake (if minus then Z.opp top else top) p) | _ => None end.
