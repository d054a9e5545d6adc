(* Reads certificates, the format of docs/reference/certificate-format.md: lines of words and decimal integers. *)

exception Malformed of int * string

type input = { channel : in_channel; buffer : Bytes.t; mutable at : int; mutable filled : int; mutable line : int }

let open_input channel = { channel; buffer = Bytes.create 65536; at = 0; filled = 0; line = 1 }

let fail input said = raise (Malformed (input.line, said))

(* The next character; at the end of the input '\000', for which there is no place in the format. *)
let peek input =
  if input.at < input.filled then Bytes.unsafe_get input.buffer input.at
  else begin
    input.filled <- Stdlib.input input.channel input.buffer 0 (Bytes.length input.buffer);
    input.at <- 0;
    if input.filled = 0 then '\000' else Bytes.get input.buffer 0
  end

let at_end input = peek input = '\000' && input.filled = 0

let skip input = input.at <- input.at + 1

let rec blanks input =
  match peek input with
  | ' ' | '\t' | '\r' -> skip input; blanks input
  | _ -> ()

let line_goes_on input = blanks input; not (peek input = '\n' || at_end input)

let end_line input =
  if line_goes_on input then fail input "there is more on this line than expected";
  if at_end input then fail input "the input ends in the middle";
  skip input;
  input.line <- input.line + 1

(* A number of at most 18 digits, so that it fits 62 bits with room to spare. *)
let number input =
  blanks input;
  let rec digits value count =
    match peek input with
    | '0' .. '9' as c ->
        if count = 18 then fail input "a number has more than 18 digits";
        skip input;
        digits ((10 * value) + Char.code c - 48) (count + 1)
    | ' ' | '\t' | '\r' | '\n' | '\000' when count > 0 -> value
    | _ -> fail input (if at_end input then "the input ends in the middle" else "expected a number")
  in
  digits 0 0

let word input =
  blanks input;
  let letters = Buffer.create 32 in
  let rec rest () =
    match peek input with
    | 'a' .. 'z' | '-' as c -> skip input; Buffer.add_char letters c; rest ()
    | _ -> Buffer.contents letters
  in
  rest ()

let rec skip_line input =
  match peek input with
  | '\n' -> end_line input
  | _ -> if not (at_end input) then (skip input; skip_line input)

let expect input expected =
  let found = word input in
  if found <> expected then fail input (Printf.sprintf "expected '%s', found '%s'" expected found)

(* What stands in a row: numbers that must be there, each at most as large as said, and then more of them or none. *)
type columns = { largest : int array; more : int; step : int }

(* Rows of numbers, one for each vertex: those of vertex v stand from first.(v) to before first.(v + 1). *)
type rows = { mutable first : int array; mutable items : int array }

(* An array in which there is room for the k-th item. *)
let room array k = if k < Array.length array then array else Array.append array (Array.make (k + 1) 0)

let read_rows input n columns =
  let rows = { first = [| 0 |]; items = [||] } in
  let count = ref 0 and least = Array.length columns.largest in
  for v = 0 to n - 1 do
    if number input <> v then fail input (Printf.sprintf "expected the row of vertex %d" v);
    let start = !count in
    while line_goes_on input do
      let value = number input and column = !count - start in
      if column < least && value > columns.largest.(column) then fail input (Printf.sprintf "%d is out of range" value);
      rows.items <- room rows.items !count;
      rows.items.(!count) <- value;
      incr count
    done;
    let more = !count - start - least in
    if more < 0 || more > columns.more || more mod columns.step <> 0 then fail input "too few numbers, or too many";
    rows.first <- room rows.first (v + 1);
    rows.first.(v + 1) <- !count;
    end_line input
  done;
  rows

let item rows v k = rows.items.(rows.first.(v) + k)

let optional rows v k = if rows.first.(v + 1) - rows.first.(v) > k then Some (item rows v k) else None

(* The numbers of a row from the k-th on. *)
let tail rows v k =
  let first = rows.first.(v) + k in
  let rec back e list = if e < first then list else back (e - 1) (rows.items.(e) :: list) in
  back (rows.first.(v + 1) - 1) []

(* The numbers of a row, two by two. *)
let pairs rows v =
  let first = rows.first.(v) in
  let rec back e list = if e < first then list else back (e - 2) ((rows.items.(e), rows.items.(e + 1)) :: list) in
  back (rows.first.(v + 1) - 2) []
