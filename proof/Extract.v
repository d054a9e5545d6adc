(** The checkers as OCaml programs.

    Natural numbers become machine integers. That is sound here: the driver takes only numbers of at most 18 digits, and
    the checkers do nothing with a number but compare it, count down from it, add one to it, and take remainders; so
    none comes near the largest of 62 bits. Weights, values and probabilities are Coq's own integers and quotients, of any
    size. *)

From Coq Require Import Extraction ExtrOcamlBasic ExtrOcamlNativeString Arith.
From Graphgames Require Import Machine Kinds.

Extract Inductive nat => "int" [ "0" "(fun n -> n + 1)" ] "(fun zero next n -> if n = 0 then zero () else next (n - 1))".
Extract Inlined Constant Nat.eqb => "Int.equal".
Extract Inlined Constant Nat.ltb => "(fun (a : int) b -> a < b)".
Extract Inlined Constant Nat.leb => "(fun (a : int) b -> a <= b)".
Extract Inlined Constant Nat.even => "(fun n -> n land 1 = 0)".
Extract Inlined Constant Nat.modulo => "(fun a b -> if b = 0 then a else a mod b)".
Extract Constant tabulate => "(fun n f -> let known = Array.init n f in fun v -> if v < n then known.(v) else f v)".
Extract Constant numbers => "(fun n f ->
  try let all = Bytes.init n (fun v -> Char.chr (f v)) in fun v -> if v < n then Char.code (Bytes.get all v) else f v
  with Invalid_argument _ -> tabulate n f)".

Extraction Language OCaml.
Extraction "build/checkers.ml" plain_kinds exact_kinds then_digit quotient.
