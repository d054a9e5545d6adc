(* graphgames-check FILE...: reads certificates and says of each whether it is proved, by the checkers that are
   extracted from Coq. Exit code 0: all are proved; 1: one is refused; 2: one cannot be read. *)

open Checkers
open Reader

(* A claim: a game, a solution and the certificate proper, a row of numbers a vertex each. *)
type claim = { n : int; m : int; game : rows; solution : rows; certificate : rows }

(* What the rows of a kind hold, the checker, and what it proves. A row of the game ends with the successors. *)
type kind = { of_game : columns; of_solution : columns; of_certificate : columns; check : claim -> verdict; proves : string }

let any = max_int
let required largest = { largest; more = 0; step = 1 }
let player = function 0 -> Eve | _ -> Adam
let graph claim before = { size = claim.n; successors = (fun v -> tail claim.game v before) }
let owner claim v = player (item claim.game v 0)
let marked claim v = item claim.game v 1 = 1
let winner claim v = player (item claim.solution v 0)
let move claim v = optional claim.solution v 1

let ranks check claim =
  check (graph claim 2) (owner claim) (marked claim) (winner claim) (move claim) (fun v -> optional claim.certificate v 0)

let measures claim =
  check_parity (graph claim 2) (owner claim) (fun v -> item claim.game v 1) (winner claim) (move claim) (pairs claim.certificate)

let with_owners second of_certificate check proves =
  { of_game = { largest = [| 1; second |]; more = any; step = 1 };
    of_solution = { largest = [| 1 |]; more = 1; step = 1 };
    of_certificate; check; proves }

let one_number = { largest = [||]; more = 1; step = 1 }
let numbers_two_by_two = { largest = [||]; more = any; step = 2 }

let kinds = [
  ("reach attractor-ranks",
    with_owners 1 one_number (ranks check_reach) "who wins, the moves, and how soon the target can be reached");
  ("safe attractor-ranks",
    with_owners 1 one_number (ranks check_safe) "who wins, the moves, and how soon an unsafe vertex can be reached");
  ("parity progress-measure",
    with_owners any numbers_two_by_two measures "who wins, and the moves");
]

(* Whether there is another certificate; what stands before it is a fault, unless it follows one. *)
let rec another input ~after_fault =
  if at_end input then false
  else if word input = "graphgames-certificate" then true
  else if after_fault then (skip_line input; another input ~after_fault)
  else fail input "expected 'graphgames-certificate'"

let read_claim input =
  if number input <> 1 then fail input "this program reads version 1 of the format";
  end_line input;
  let objective = word input in
  let name = objective ^ " " ^ word input in
  let kind = match List.assoc_opt name kinds with Some kind -> kind | None -> fail input ("unknown: " ^ name) in
  let n = number input in
  let m = number input in
  end_line input;
  let section title columns = expect input title; end_line input; read_rows input n columns in
  let game = section "game" kind.of_game in
  if game.first.(n) <> m + (n * Array.length kind.of_game.largest) then fail input (Printf.sprintf "expected %d edges" m);
  let solution = section "solution" kind.of_solution in
  let certificate = section "certificate" kind.of_certificate in
  expect input "end";
  end_line input;
  (objective, kind, { n; m; game; solution; certificate })

let judge (objective, kind, claim) =
  match kind.check claim with
  | Proved -> Printf.printf "proved: %s, %d vertices, %d edges: %s\n" objective claim.n claim.m kind.proves; 0
  | Refused (condition, v) -> Printf.printf "refused: at vertex %d it does not hold that %s\n" v condition; 1

(* Judge every certificate of an input, and return the largest exit code. *)
let judge_all name input =
  let rec rest code ~after_fault =
    match if another input ~after_fault then Some (read_claim input) else None with
    | Some claim -> rest (max code (judge claim)) ~after_fault:false
    | None -> code
    | exception Malformed (line, said) ->
        Printf.printf "unreadable: %s, line %d: %s\n" name line said;
        skip_line input;
        rest 2 ~after_fault:true
  in
  if at_end input then (Printf.printf "unreadable: %s is empty\n" name; 2) else rest 0 ~after_fault:false

let judge_file = function
  | "-" -> judge_all "the standard input" (open_input stdin)
  | path -> (
      match open_in_bin path with
      | channel -> judge_all path (open_input channel)
      | exception Sys_error said -> Printf.printf "unreadable: %s\n" said; 2)

let () =
  match List.tl (Array.to_list Sys.argv) with
  | [] | "--help" :: _ -> print_endline "usage: graphgames-check FILE..., - is the standard input"; exit 2
  | paths -> (
      match List.fold_left (fun code path -> max code (judge_file path)) 0 paths with
      | code -> exit code
      | exception (Out_of_memory | Stack_overflow) -> print_endline "unreadable: too large for this machine"; exit 2)
