(* The kinds with weights or chance, whose rows hold exact numbers of any size: integers, p/q, and inf for no number. *)

open Checkers
open Reader

let fst = Stdlib.fst
let snd = Stdlib.snd

type cell = Whole of int | Exact of q option

(* What stands in a place of a row: a vertex or a code, of which that is the largest; a number; a number or inf. *)
type place = Code of int | Number | Extended

let integer input =
  let rec digits value count =
    match peek input with
    | '0' .. '9' as c -> skip input; digits (then_digit value (Char.code c - 48)) (count + 1)
    | _ -> if count = 0 then fail input "expected a number" else value
  in
  digits Z0 0

let exact input =
  blanks input;
  let minus = peek input = '-' in
  if minus then skip input;
  let top = integer input in
  let bottom = if peek input = '/' then (skip input; integer input) else Zpos XH in
  match quotient top bottom with
  | None -> fail input "a denominator is 0"
  | Some value -> if minus then negative value else value

let cell input = function
  | Code largest ->
      let value = number input in
      if value > largest then fail input (Printf.sprintf "%d is out of range" value);
      Whole value
  | Number -> Exact (Some (exact input))
  | Extended ->
      blanks input;
      if peek input = 'i' then (expect input "inf"; Exact None) else Exact (Some (exact input))

(* Rows, one for each vertex: the places that must be there, and then groups of further ones, which may depend on them;
   at most so many. *)
let rows input n places group most =
  Array.init n (fun v ->
      if number input <> v then fail input (Printf.sprintf "expected the row of vertex %d" v);
      let first = List.map (cell input) places in
      let rec more count groups =
        if line_goes_on input then begin
          if count = most then fail input "there are too many numbers";
          more (count + 1) (List.map (cell input) (group first) :: groups)
        end
        else List.rev groups
      in
      let groups = more 0 [] in
      end_line input;
      (Array.of_list first, groups))

let fail_type () = raise (Malformed (0, "a number is not of its kind"))
let code row k = match (fst row).(k) with Whole c -> c | Exact _ -> fail_type ()
let extended row k = match (fst row).(k) with Exact q -> q | Whole _ -> fail_type ()
let value row k = match extended row k with Some q -> q | None -> fail_type ()
let whole q = match as_integer q with Some z -> z | None -> raise (Malformed (0, "a number is not an integer"))

let player row k = match code row k with 0 -> Eve | _ -> Adam
let move row = match snd row with [ [ Whole w ] ] -> Some w | _ -> None
let each rows read = let items = Array.map read rows in fun v -> items.(v)

(* A game, its solution and the certificate, each read by a function for its rows; then the checker. *)
type reader = string -> place list -> (cell list -> place list) -> int -> (cell array * cell list list) array

let any = max_int
let vertex = Code any
let no_more _ = []

let labelled n game label =
  let edge = function Whole w :: rest -> (w, label rest) | _ -> fail_type () in
  let edges = Array.map (fun row -> List.map edge (snd row)) game in
  { order = n; edges = (fun v -> edges.(v)) }

let weight = function [ Exact (Some q) ] -> q | _ -> fail_type ()
let weight_and_discount = function [ Exact (Some w); Exact (Some d) ] -> (w, d) | _ -> fail_type ()

let energy n scale (rows : reader) =
  let game = rows "game" [ Code 1 ] (fun _ -> [ vertex; Number ]) any in
  let solution = rows "solution" [ Code 1; Extended ] (fun _ -> [ vertex ]) 1 in
  let certificate = rows "certificate" [ Number ] no_more 0 in
  let graph = labelled n game (fun cells -> whole (weight cells)) in
  let credit = each solution (fun row -> Option.map whole (extended row 1)) in
  let bound = each certificate (fun row -> whole (value row 0)) and scale = whole scale in
  fun () ->
    check_energy graph (fun v -> player game.(v) 0) (fun v -> player solution.(v) 0) (fun v -> move solution.(v))
      credit scale bound

let mean n threshold (rows : reader) =
  let game = rows "game" [ Code 1 ] (fun _ -> [ vertex; Number ]) any in
  let solution = rows "solution" [ Code 1; Number ] (fun _ -> [ vertex ]) 1 in
  let certificate = rows "certificate" [ Number; Number ] no_more 0 in
  let graph = labelled n game (fun cells -> whole (weight cells)) in
  fun () ->
    check_mean graph (fun v -> player game.(v) 0) threshold (fun v -> player solution.(v) 0)
      (fun v -> move solution.(v)) (fun v -> value solution.(v) 1) (fun v -> value certificate.(v) 0)
      (fun v -> value certificate.(v) 1)

let discounted n threshold (rows : reader) =
  let game = rows "game" [ Code 1 ] (fun _ -> [ vertex; Number; Number ]) any in
  let solution = rows "solution" [ Code 1; Number ] (fun _ -> [ vertex ]) 1 in
  let _ = rows "certificate" [] no_more 0 in
  let graph = labelled n game weight_and_discount in
  fun () ->
    check_discounted graph (fun v -> player game.(v) 0) threshold (fun v -> player solution.(v) 0)
      (fun v -> move solution.(v)) (fun v -> value solution.(v) 1)

(* A row of the game: 0, 1 or 2 for chance; 1 at the target, 2 where the play is over otherwise; then the successors,
   each with its probability where chance moves. *)
let reaching n seeker (rows : reader) =
  let group = function Whole 2 :: _ -> [ vertex; Number ] | _ -> [ vertex ] in
  let game = rows "game" [ Code 2; Code 2 ] group any in
  let solution = rows "solution" [ Code 2; Number; Number ] (fun _ -> [ vertex ]) 1 in
  let certificate = rows "certificate" [ vertex ] no_more 0 in
  let turn row = match code row 0 with 0 -> Mover Eve | 1 -> Mover Adam | _ -> Random in
  let option = function Whole w :: _ -> w | _ -> fail_type () in
  let chance = function [ Whole w; Exact (Some q) ] -> (w, q) | _ -> fail_type () in
  let odds row = match code row 0 with 2 -> List.map chance (snd row) | _ -> [] in
  let options = Array.map (fun row -> List.map option (snd row)) game and odds = Array.map odds game in
  let graph =
    { count = n; mover0 = (fun v -> turn game.(v)); options = (fun v -> options.(v)); odds = (fun v -> odds.(v)) } in
  let seeker = match whole seeker with Z0 -> Eve | _ -> Adam in
  let winner row = match code row 0 with 0 -> Some Eve | 1 -> Some Adam | _ -> None in
  fun () ->
    check_reaching graph (fun v -> code game.(v) 1 = 1) (fun v -> code game.(v) 1 > 0) seeker
      (fun v -> winner solution.(v)) (fun v -> move solution.(v)) (fun v -> value solution.(v) 1)
      (fun v -> value solution.(v) 2) (fun v -> code certificate.(v) 0)

(* The header ends with one number: the scale, the threshold, or the player who wants to reach the target. *)
let kinds = [
  ("energy energy-bounds", (energy, "who wins, the least credits, and the moves"));
  ("mean-payoff mean-potentials", (mean, "who wins, the values, and the moves"));
  ("discounted bellman-equations", (discounted, "who wins, the values, and the moves"));
  ("reach-probability reaching-ranks", (reaching, "the probabilities, or the brackets, and the moves"));
]
