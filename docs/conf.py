"""How the documentation site is made: Sphinx, with the furo theme and pages in Markdown (MyST)."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent / "_ext"))

from graphgames import __version__

project = "graphgames"
author = "The graphgames developers"
release = version = __version__
html_title = f"graphgames {__version__}"

extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.autosummary", "numpydoc", "generated"]
exclude_patterns = ["_build"]
myst_enable_extensions = ["colon_fence", "deflist"]
myst_heading_anchors = 3
highlight_language = "text"
smartquotes_action = "qe"  # two hyphens are an option
nitpicky = True

html_theme = "furo"
html_static_path = ["_static"]
html_css_files = ["pages.css"]
html_show_sourcelink = False
html_show_copyright = False
html_theme_options = {"navigation_with_keys": True}

autodoc_member_order = "bysource"
autodoc_typehints = "none"
numpydoc_show_class_members = False
default_role = "py:obj"
nitpick_ignore_regex = [("py:obj", r"graphgames\.(formats|games)")]  # rooms, which have no pages
