(** Exact numbers of any size, digit by digit as the reader meets them. *)

From Coq Require Import ZArith QArith.

(** A number that is followed by one more decimal digit. *)
Definition then_digit (z : Z) (digit : nat) : Z := (10 * z + Z.of_nat digit)%Z.

(** The quotient of two numbers, the second of them positive. *)
Definition quotient (top bottom : Z) : option Q :=
  match bottom with Zpos p => Some (Qmake top p) | _ => None end.

Definition negative (q : Q) : Q := Qopp q.

(** The integer that a number is, if it is one as it stands. *)
Definition as_integer (q : Q) : option Z := match Qden q with xH => Some (Qnum q) | _ => None end.
