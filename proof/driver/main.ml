(* graphgames-check FILE...: reads certificates and says of each whether it is proved, by the checkers that are
   extracted from Coq. Exit code 0: all are proved; 1: one is refused; 2: one cannot be read. *)

open Checkers
open Reader

(* A claim: a game, a solution and the certificate proper, a row of numbers a vertex each. *)
type claim = { n : int; m : int; game : rows; solution : rows; certificate : rows }

(* What the rows of a kind hold, the checker, and what it proves. A row of the game ends with the successors. *)
type kind = { of_game : columns; of_solution : columns; of_certificate : columns; check : claim -> verdict; proves : string }

let player = function 0 -> Eve | _ -> Adam
let maybe_player = function 0 -> Some Eve | 1 -> Some Adam | _ -> None
let result = function 0 -> Win | 1 -> Loss | _ -> Draw

(* What claims say of a vertex; the numbers before the successors are the first columns of the game. *)
let graph claim before = { size = claim.n; successors = (fun v -> tail claim.game v before) }
let owner claim v = player (item claim.game v 0)
let marked column claim v = item claim.game v column = 1
let everywhere _ _ = true
let winner claim v = player (item claim.solution v 0)
let move claim v = optional claim.solution v 1
let proof claim v = optional claim.certificate v 0

let marks check claim = check (graph claim 2) (owner claim) (marked 1 claim) (winner claim) (move claim) (proof claim)

let measures claim =
  let priority v = item claim.game v 1 in
  check_parity (graph claim 2) (owner claim) priority (winner claim) (move claim) (pairs claim.certificate)

let last_move before mark claim =
  let winner v = maybe_player (item claim.solution v 0) in
  check_last_move (owner claim) winner (graph claim before) (mark claim) (move claim) (proof claim)

let impartial before mark claim =
  let result v = result (item claim.solution v 0) in
  check_impartial result (graph claim before) (mark claim) (move claim) (proof claim)

let nimbers claim =
  check_nimbers (graph claim 0) (fun v -> item claim.solution v 0) (fun v -> item claim.certificate v 0)

let loopy claim =
  check_loopy (graph claim 0) (fun v -> optional claim.solution v 0) (fun v -> item claim.certificate v 0)

(* How a game by rule has ended, and where the moves of a position lead: pairs of a position and whose turn is next. *)
let ending = function 1 -> Some Win | 2 -> Some Loss | 3 -> Some Draw | _ -> None

let table claim =
  let rec moves = function
    | w :: ((0 | 1) as again) :: rest -> (w, again = 1) :: moves rest
    | [] -> []
    | _ -> raise (Malformed (0, "whether the same player moves again is 0 or 1"))
  in
  let rules =
    { positions = claim.n; ended = (fun v -> ending (item claim.game v 0));
      choices = (fun v -> moves (tail claim.game v 1)) } in
  check_table rules (fun v -> result (item claim.solution v 0)) (fun v -> item claim.solution v 1)

let any = max_int
let columns ?(more = 0) ?(step = 1) largest = { largest; more; step }

(* A kind whose solution has a winner and perhaps a move, and whose certificate perhaps a number, for each vertex. *)
let kind ?(of_certificate = columns [||] ~more:1) ?(winners = 1) of_game check proves =
  { of_game = columns of_game ~more:any; of_solution = columns [| winners |] ~more:1; of_certificate; check; proves }

let in_time = "who wins or draws, the moves, and in how many moves"

let kinds = [
  ("reach attractor-ranks", kind [| 1; 1 |] (marks check_reach) "who wins, the moves, and how soon the target comes");
  ("safe attractor-ranks", kind [| 1; 1 |] (marks check_safe) "who wins, the moves, and how soon the play is unsafe");
  ("normal remoteness", kind [| 1; 1 |] ~winners:2 (last_move 2 (marked 1)) in_time);
  ("misere remoteness", kind [| 1 |] ~winners:2 (last_move 1 everywhere) in_time);
  ("impartial-normal remoteness", kind [| 1 |] ~winners:2 (impartial 1 (marked 0)) in_time);
  ("impartial-misere remoteness", kind [||] ~winners:2 (impartial 0 everywhere) in_time);
  ("nimbers grundy-values",
    { of_game = columns [||] ~more:any; of_solution = columns [| any |]; of_certificate = columns [| any |];
      check = nimbers; proves = "the nimbers" });
  ("nimbers loopy-values",
    { of_game = columns [||] ~more:any; of_solution = columns [||] ~more:1; of_certificate = columns [| any |];
      check = loopy; proves = "the nimbers, and where there is none" });
  ("buchi buchi-labels", kind [| 1; 1 |] (marks check_buchi) "who wins, the moves, and the labels as bounds");
  ("cobuchi buchi-labels", kind [| 1; 1 |] (marks check_cobuchi) "who wins, the moves, and the labels as bounds");
  ("table table-labels",
    { of_game = columns [| 3 |] ~more:any ~step:2; of_solution = columns [| 2; any |]; of_certificate = columns [||];
      check = table; proves = "the outcome and the remoteness of every position" });
  ("parity progress-measure",
    kind [| 1; any |] ~of_certificate:(columns [||] ~more:any ~step:2) measures "who wins, and the moves");
]

(* Whether there is another certificate; what stands before it is a fault, unless it follows one. *)
let rec another input ~after_fault =
  if at_end input then false
  else if word input = "graphgames-certificate" then true
  else if after_fault then (skip_line input; another input ~after_fault)
  else fail input "expected 'graphgames-certificate'"

(* A claim that has been read: what it is about, what is proved if it holds, and the judgement. *)
type read = { objective : string; vertices : int; arcs : int; proved : string; judge : unit -> verdict }

let section input title = expect input title; end_line input

let read_small input kind n m =
  let part title columns = section input title; read_rows input n columns in
  let game = part "game" kind.of_game in
  let { largest; step; _ } = kind.of_game in
  if game.first.(n) <> (step * m) + (n * Array.length largest) then fail input (Printf.sprintf "expected %d edges" m);
  let solution = part "solution" kind.of_solution in
  let certificate = part "certificate" kind.of_certificate in
  fun () -> kind.check { n; m; game; solution; certificate }

let read_exact input check n m header =
  let edges = ref 0 in
  let rows title places group most =
    section input title;
    let found = Exact.rows input n places group most in
    if title = "game" then edges := Array.fold_left (fun sum (_, groups) -> sum + List.length groups) 0 found;
    found
  in
  let judge = check n header rows in
  if !edges <> m then fail input (Printf.sprintf "expected %d edges" m);
  judge

let read_claim input =
  if number input <> 1 then fail input "this program reads version 1 of the format";
  end_line input;
  let objective = word input in
  let name = objective ^ " " ^ word input in
  let vertices = number input in
  let arcs = number input in
  let judge, proved =
    match (List.assoc_opt name kinds, List.assoc_opt name Exact.kinds) with
    | Some kind, _ -> end_line input; (read_small input kind vertices arcs, kind.proves)
    | None, Some (check, proves) ->
        let header = Exact.exact input in
        end_line input;
        (read_exact input check vertices arcs header, proves)
    | None, None -> fail input ("unknown: " ^ name)
  in
  section input "end";
  { objective; vertices; arcs; proved; judge }

let judge claim =
  match claim.judge () with
  | Proved -> Printf.printf "proved: %s, %d vertices, %d edges: %s\n" claim.objective claim.vertices claim.arcs claim.proved; 0
  | Refused (condition, v) -> Printf.printf "refused: at vertex %d it does not hold that %s\n" v condition; 1
  | exception Malformed (_, said) -> Printf.printf "unreadable: %s\n" said; 2

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
