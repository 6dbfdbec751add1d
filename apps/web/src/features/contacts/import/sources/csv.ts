/** Rows as CSV that any reader takes: every cell in quotes, so that no separator has to be looked for. */
export const toCsv = (rows: Iterable<readonly string[]>): Blob => {
  const lines: string[] = [];
  for (const row of rows) lines.push(`${row.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',')}\r\n`);
  return new Blob(lines, { type: 'text/csv' });
};
