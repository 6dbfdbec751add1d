/** Where a piece of SQL that may hold a semicolon begins, and how it ends. */
const quoted: readonly [begins: RegExp, ends: (opening: string) => string][] = [
  [/^--/, () => '\n'],
  [/^\/\*/, () => '*/'],
  [/^'/, () => "'"],
  [/^"/, () => '"'],
  [/^\$\w*\$/, (opening) => opening],
];

/** The statements of a file, without comments around them. Those of a file outside a transaction are sent one by one. */
export function statementsOf(sql: string): string[] {
  const statements: string[] = [];
  let statement = '';
  for (let at = 0; at < sql.length;) {
    const piece = quotedAt(sql, at) ?? sql[at]!;
    at += piece.length;
    if (piece.startsWith('--') || piece.startsWith('/*')) statement += '\n';
    else if (piece === ';') statements.push(statement);
    else statement += piece;
    if (piece === ';') statement = '';
  }
  return [...statements, statement].map((text) => text.trim()).filter((text) => text !== '');
}

function quotedAt(sql: string, at: number): string | undefined {
  for (const [begins, ends] of quoted) {
    const opening = begins.exec(sql.slice(at, at + 64))?.[0];
    if (opening === undefined) continue;
    const closing = ends(opening);
    const end = sql.indexOf(closing, at + opening.length);
    return end < 0 ? sql.slice(at) : sql.slice(at, end + closing.length);
  }
  return undefined;
}
