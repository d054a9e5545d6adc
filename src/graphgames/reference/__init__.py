"""The reference checker: every condition of every certificate once more, in plain Python, for people to read.

It shares nothing with the rest of graphgames: it reads game and solution by itself (`reading`, `arena`), needs the
standard library alone, computes with Python's integers and fractions, and loops over vertices and edges one by one. A
kind of certificate is a file; a condition is a function that says in its docstring what must hold; the file opens with
the proof that the conditions suffice. Speed is not the point: `graphgames.verify` is the fast checker.

``python -m graphgames.reference GAME SOLUTION`` checks a solution, and so does ``graphgames verify --reference``.
"""
