/** What a semicolon within does not end. */
const whole = [
  /--.*/,
  /\/\*[\s\S]*?\*\//,
  /\b[eE]'(?:[^'\\]|\\[\s\S]|'')*'/,
  /'(?:[^']|'')*'/,
  /"(?:[^"]|"")*"/,
  // The body of a function.
  /(?<![\w$])(\$\w*\$)[\s\S]*?\1/,
];
const statement = new RegExp(`(?:${whole.map(({ source }) => source).join('|')}|[^;])+`, 'g');
const comment = /--.*|\/\*[\s\S]*?\*\//g;

/**
 * The statements of a script, in their order, with the comments before them. A database spread over servers takes only one
 * at a time. Does not know comments within comments, nor BEGIN ATOMIC.
 */
export const statementsOf = (sql: string): string[] =>
  (sql.match(statement) ?? []).map((each) => each.trim()).filter((each) => each.replace(comment, '').trim());
