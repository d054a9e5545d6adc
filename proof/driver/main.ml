(* graphgames-check FILE...: reads certificate files, docs/reference/certificate-format.md, and says of each claim
   whether it is proved, by the checkers that are extracted from Coq. Exit code 0: all are proved; 1: one is refused;
   2: one cannot be read. *)

open Checkers

type numbers = (int, Bigarray.int_elt, Bigarray.c_layout) Bigarray.Array1.t

(* A text and how far it is read; numbers of it that are kept, and how many of them. *)
type input = { text : string; mutable at : int; numbers : numbers; mutable kept : int }

(* What stands there next. Behind the last character OCaml keeps '\000', for which there is no place in the format. *)
let peek input = String.unsafe_get input.text input.at

let skip input = input.at <- input.at + 1

let blanks input = while match peek input with ' ' | '\t' | '\r' -> true | _ -> false do skip input done

let line_goes_on input =
  blanks input;
  if peek input = '\000' then failwith "the input ends in the middle" else peek input <> '\n'

let end_line input = if line_goes_on input then failwith "there is more on this line than expected" else skip input

let word input =
  blanks input;
  let first = input.at in
  while match peek input with 'a' .. 'z' | '0' .. '9' | '-' -> true | _ -> false do skip input done;
  String.sub input.text first (input.at - first)

let expect input expected =
  let found = word input in
  if found <> expected then failwith (Printf.sprintf "expected '%s', found '%s'" expected found)

let number_ends input =
  match peek input with
  | ' ' | '\t' | '\r' | '\n' -> ()
  | _ -> failwith (if input.at = String.length input.text then "the input ends in the middle" else "expected a number")

(* A number of at most 18 digits, so that it fits 62 bits with room to spare. *)
let number input =
  blanks input;
  let k = ref input.at and value = ref 0 in
  while match String.unsafe_get input.text !k with '0' .. '9' -> true | _ -> false do
    value := (10 * !value) + Char.code (String.unsafe_get input.text !k) - 48;
    incr k
  done;
  let count = !k - input.at in
  input.at <- !k;
  number_ends input;
  if count = 0 then failwith "expected a number";
  if count > 18 then failwith "a number has more than 18 digits";
  !value

(* An integer of any size, or a quotient of two, or inf. What is not a number of at most 18 digits is no vertex. *)
let exact_number input =
  let rec digits value count =
    match peek input with
    | '0' .. '9' as c -> skip input; digits (then_digit value (Char.code c - 48)) (count + 1)
    | _ -> if count = 0 then failwith "expected a number" else value
  in
  let minus = peek input = '-' in
  if minus then skip input;
  let top = digits Z0 0 in
  let bottom = if peek input = '/' then (skip input; digits Z0 0) else Zpos XH in
  number_ends input;
  match quotient minus top bottom with None -> failwith "a denominator is 0" | some -> some

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

(* Keeps the numbers on the rest of a line; [value] has been read of the next one, in so many digits. *)
let rec keep input k value digits =
  match String.unsafe_get input.text k with
  | '0' .. '9' as c -> keep input (k + 1) ((10 * value) + Char.code c - 48) (digits + 1)
  | (' ' | '\t' | '\r' | '\n') as c when digits <= 18 ->
    if digits > 0 then (input.numbers.{input.kept} <- value; input.kept <- input.kept + 1);
    if c = '\n' then input.at <- k + 1 else keep input (k + 1) 0 0
  | _ -> input.at <- k; number_ends input; failwith "a number has more than 18 digits"

(* The list of the numbers that are kept at the places from [first] to [k], before those in a row. *)
let rec row_of input first k row = if k < first then row else row_of input first (k - 1) (input.numbers.{k} :: row)

(* A section: what is read of each vertex. *)
let section read input title n =
  expect input title;
  end_line input;
  let row v = if number input <> v then failwith (Printf.sprintf "expected the row of vertex %d" v) else read input in
  Array.init n row

(* A section of lists. Of rows that are alike the same list is kept, mostly, so that less memory is looked at. *)
let lists read input title n =
  let known = Array.make 4096 [] in
  let shared input =
    let row = cells read input [] in
    let place = Hashtbl.hash row land 4095 in
    if known.(place) <> row then known.(place) <- row;
    known.(place)
  in
  let rows = section shared input title n in
  fun v -> if v < n then rows.(v) else []

(* A section of numbers, of which lists are made when they are looked at. *)
let flat input title n =
  let first = input.kept in
  let ends = section (fun input -> keep input input.at 0 0; input.kept) input title n in
  fun v -> if v < n then row_of input (if v = 0 then first else ends.(v - 1)) (ends.(v) - 1) [] else []

(* Judge the claim that begins here, and say what is found. *)
let judge_as kind read section input =
  let order = number input in
  let arcs = number input in
  if order > String.length input.text then failwith "the input ends in the middle";
  input.kept <- 0;
  let parameter = cells read input [] in
  let game = section input "game" order in
  let solution = section input "solution" order in
  let certificate = lists read input "certificate" order in
  expect input "end";
  end_line input;
  let objective = List.hd (String.split_on_char ' ' kind.name) in
  match kind.check { order; arcs; parameter; game; solution; certificate } with
  | Proved -> Printf.printf "proved: %s, %d vertices, %d edges: %s\n" objective order arcs kind.proves; 0
  | Refused (condition, v) -> Printf.printf "refused: at vertex %d it does not hold that %s\n" v condition; 1

let judge input =
  expect input "graphgames-certificate";
  if number input <> 1 then failwith "this program reads version 1 of the format";
  end_line input;
  let objective = word input in
  let name = objective ^ " " ^ word input in
  let find kinds = List.find_opt (fun kind -> kind.name = name) kinds in
  match (find plain_kinds, find exact_kinds) with
  | Some kind, _ -> judge_as kind number flat input
  | None, Some kind ->
    Gc.set { (Gc.get ()) with space_overhead = 10_000; max_overhead = 1_000_000 };  (* little of these is ever freed *)
    judge_as kind cell (lists cell) input
  | None, None -> failwith ("unknown: " ^ name)

(* After a fault: to the next line on which a certificate begins, or to the end. *)
let rec skip_to_claim input =
  let next_line = String.index_from_opt input.text input.at '\n' in
  input.at <- Option.fold ~none:(String.length input.text) ~some:succ next_line;
  let here = input.at in
  if peek input <> '\000' && word input <> "graphgames-certificate" then skip_to_claim input else input.at <- here

let line input = List.length (String.split_on_char '\n' (String.sub input.text 0 input.at))

(* Judge every claim of an input, and return the largest exit code. *)
let judge_all name text =
  let numbers = Bigarray.(Array1.create int c_layout (1 + (String.length text / 2))) in
  let input = { text; at = 0; numbers; kept = 0 } in
  let unreadable said = Printf.printf "unreadable: %s, line %d: %s\n" name (line input) said; 2 in
  let rec rest code =
    if input.at = String.length text then code
    else
      match judge input with
      | found -> rest (max code found)
      | exception Failure said -> let found = unreadable said in skip_to_claim input; rest found
  in
  if text = "" then unreadable "there is nothing" else rest 0

let whole channel =
  let known () = in_channel_length channel - pos_in channel in
  let first = try really_input_string channel (known ()) with Sys_error _ | Invalid_argument _ -> "" in
  let rest = Buffer.create 65536 in
  (try while true do Buffer.add_channel rest channel 65536 done with End_of_file -> ());
  if Buffer.length rest = 0 then first else first ^ Buffer.contents rest

let judge_file path =
  try if path = "-" then judge_all "the standard input" (whole stdin) else judge_all path (whole (open_in_bin path)) with
  | Sys_error said -> Printf.printf "unreadable: %s\n" said; 2
  | Out_of_memory | Stack_overflow -> Printf.printf "unreadable: %s: too large for this machine\n" path; 2

let () =
  match List.tl (Array.to_list Sys.argv) with
  | [] | "--help" :: _ -> print_endline "usage: graphgames-check FILE..., - is the standard input"; exit 2
  | paths -> exit (List.fold_left (fun code path -> max code (judge_file path)) 0 paths)
