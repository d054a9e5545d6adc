// What the compiler of types does not see. Names that are not there it does see, so no list of globals is needed.

const rules = [
  "array-callback-return", "curly", "default-case-last", "eqeqeq", "no-cond-assign", "no-constant-condition", "no-debugger",
  "no-dupe-else-if", "no-empty", "no-eval", "no-fallthrough", "no-implied-eval", "no-irregular-whitespace", "no-self-compare",
  "no-shadow-restricted-names", "no-unreachable", "no-unsafe-finally", "no-unused-expressions", "no-unused-vars",
  "no-useless-escape", "no-var", "object-shorthand", "prefer-const", "prefer-template", "use-isnan", "valid-typeof",
];

const options = { curly: ["error", "multi-line"], "no-unused-expressions": ["error", { allowShortCircuit: true, allowTernary: true }] };

export default [{ ignores: ["**/vendor/"] }, { files: ["**/*.js"], rules: { ...Object.fromEntries(rules.map((name) => [name, "error"])), ...options } }];
