(* graphgames-check FILE...: reads certificate files, docs/reference/certificate-format.md, and says of each claim
   whether it is proved, by the checkers that are extracted from Coq. Exit code 0: all are proved; 1: one is refused;
   2: one cannot be read. *)

open Checkers

exception Malformed of string

let fail said = raise (Malformed said)

type input = { text : string; mutable at : int }

(* The character at a place; at the end '\000', for which there is no place in the format. *)
let char_at text k = if k < String.length text then String.unsafe_get text k else '\000'

let peek input = char_at input.text input.at

let skip input = input.at <- input.at + 1

let rec blanks input =
  match peek input with
  | ' ' | '\t' | '\r' -> skip input; blanks input
  | _ -> ()

let line_goes_on input =
  blanks input;
  match peek input with
  | '\n' -> false
  | '\000' -> fail "the input ends in the middle"
  | _ -> true

let end_line input = if line_goes_on input then fail "there is more on this line than expected" else skip input

let word input =
  blanks input;
  let first = input.at in
  while match peek input with 'a' .. 'z' | '0' .. '9' | '-' -> true | _ -> false do skip input done;
  String.sub input.text first (input.at - first)

let expect input expected =
  let found = word input in
  if found <> expected then fail (Printf.sprintf "expected '%s', found '%s'" expected found)

let number_ends input =
  match peek input with
  | ' ' | '\t' | '\r' | '\n' -> ()
  | _ -> fail (if input.at = String.length input.text then "the input ends in the middle" else "expected a number")

let rec digits input k value =
  match char_at input.text k with
  | '0' .. '9' as c -> digits input (k + 1) ((10 * value) + Char.code c - 48)
  | _ -> input.at <- k; value

(* A number of at most 18 digits, so that it fits 62 bits with room to spare. *)
let number input =
  blanks input;
  let first = input.at in
  let value = digits input first 0 in
  number_ends input;
  if input.at = first then fail "expected a number";
  if input.at > first + 18 then fail "a number has more than 18 digits";
  value

(* An integer of any size, or a quotient of two, or inf. What is not a number of at most 18 digits is no vertex. *)
let exact_number input =
  let rec digits value count =
    match peek input with
    | '0' .. '9' as c -> skip input; digits (then_digit value (Char.code c - 48)) (count + 1)
    | _ -> if count = 0 then fail "expected a number" else value
  in
  let minus = peek input = '-' in
  if minus then skip input;
  let top = digits Z0 0 in
  let bottom = if peek input = '/' then (skip input; digits Z0 0) else Zpos XH in
  number_ends input;
  match quotient minus top bottom with
  | None -> fail "a denominator is 0"
  | some -> some

(* Larger than every number of at most 18 digits. *)
let no_code = 1_000_000_000_000_000_000

let cell input =
  blanks input;
  let first = input.at in
  let as_number = if peek input = 'i' then (expect input "inf"; None) else exact_number input in
  let said = String.sub input.text first (input.at - first) in
  match int_of_string_opt said with
  | Some code when 0 <= code && code < no_code -> { as_code = code; as_number }
  | _ -> { as_code = no_code; as_number }

(* The rest of a line as a list, behind what has been read of it, the last first. *)
let rec cells read input row =
  if line_goes_on input then cells read input (read input :: row) else (end_line input; List.rev row)

(* Makes the same list of rows that are alike, mostly, so that less memory is looked at. *)
let shared () =
  let known = Array.make 4096 [] in
  fun row ->
    let place = Hashtbl.hash row land 4095 in
    if known.(place) <> row then known.(place) <- row;
    known.(place)

(* A section: its rows. *)
let section read input share title n =
  expect input title;
  end_line input;
  if n > String.length input.text then fail "the input ends in the middle";
  let row v =
    if number input <> v then fail (Printf.sprintf "expected the row of vertex %d" v);
    share (cells read input [])
  in
  let rows = Array.init n row in
  fun v -> if v < n then rows.(v) else []

(* Judge the claim that begins here, and say what is found. *)
let judge_as kind read input =
  let order = number input in
  let arcs = number input in
  let parameter = cells read input [] in
  let game = section read input Fun.id "game" order in
  let solution = section read input Fun.id "solution" order in
  let certificate = section read input (shared ()) "certificate" order in
  expect input "end";
  end_line input;
  let objective = List.hd (String.split_on_char ' ' kind.name) in
  match kind.check { order; arcs; parameter; game; solution; certificate } with
  | Proved -> Printf.printf "proved: %s, %d vertices, %d edges: %s\n" objective order arcs kind.proves; 0
  | Refused (condition, v) -> Printf.printf "refused: at vertex %d it does not hold that %s\n" v condition; 1

let judge input =
  expect input "graphgames-certificate";
  if number input <> 1 then fail "this program reads version 1 of the format";
  end_line input;
  let objective = word input in
  let name = objective ^ " " ^ word input in
  let find kinds = List.find_opt (fun kind -> kind.name = name) kinds in
  match (find plain_kinds, find exact_kinds) with
  | Some kind, _ -> judge_as kind number input
  | None, Some kind -> judge_as kind cell input
  | None, None -> fail ("unknown: " ^ name)

(* After a fault: to the next line on which a certificate begins, or to the end. *)
let rec skip_to_claim input =
  (match String.index_from_opt input.text input.at '\n' with
  | Some k -> input.at <- k + 1
  | None -> input.at <- String.length input.text);
  let here = input.at in
  if peek input <> '\000' && word input <> "graphgames-certificate" then skip_to_claim input else input.at <- here

let line input = List.length (String.split_on_char '\n' (String.sub input.text 0 input.at))

(* Judge every claim of an input, and return the largest exit code. *)
let judge_all name text =
  let input = { text; at = 0 } in
  let unreadable said = Printf.printf "unreadable: %s, line %d: %s\n" name (line input) said; 2 in
  let rec rest code =
    if input.at = String.length text then code
    else
      match judge input with
      | found -> rest (max code found)
      | exception Malformed said -> let found = unreadable said in skip_to_claim input; rest found
  in
  if text = "" then unreadable "there is nothing" else rest 0

let whole channel =
  let all = Buffer.create 65536 in
  (try while true do Buffer.add_channel all channel 65536 done with End_of_file -> ());
  Buffer.contents all

let judge_file path =
  try if path = "-" then judge_all "the standard input" (whole stdin) else judge_all path (whole (open_in_bin path)) with
  | Sys_error said -> Printf.printf "unreadable: %s\n" said; 2
  | Out_of_memory | Stack_overflow -> Printf.printf "unreadable: %s: too large for this machine\n" path; 2

let () =
  (* Little is ever freed, so memory is taken from the next place that fits. *)
  Gc.set { (Gc.get ()) with space_overhead = 10_000; allocation_policy = 0 };
  match List.tl (Array.to_list Sys.argv) with
  | [] | "--help" :: _ -> print_endline "usage: graphgames-check FILE..., - is the standard input"; exit 2
  | paths -> exit (List.fold_left (fun code path -> max code (judge_file path)) 0 paths)
