const spaces = String.raw`[ \u000b\u000c\u00a0\u1680\u2000-\u200d\u202f\u205f\u2060\u3000\ufeff]*`;
const signs = String.raw`=+@\t\uff1d\uff0b\uff20\uff0d-`;

/**
 * What makes a spreadsheet read a cell as a formula: = + - @, a tab or the end of a line, or a full-width form of them, as
 * the first sign that is not a space. Apostrophes in front count as part of it, so that a guarded cell is told from one
 * that had an apostrophe before.
 */
const startsFormula = new RegExp(String.raw`^'*${spaces}[\r\n${signs}]`, 'u');

/** The same for every line but the first: some programs cut a cell at its line breaks. */
const laterFormula = new RegExp(String.raw`(?<=[\r\n])'*${spaces}[${signs}]`, 'gu');
const laterGuard = new RegExp(String.raw`(?<=[\r\n])'(?='*${spaces}[${signs}])`, 'gu');
const hasLines = /[\r\n]/;

/** A telephone number: as a formula it would be a number at worst, and with an apostrophe no other program dials it. */
const phone = /^\+[\d ()-]+$/;

export function guardCell(cell: string): string {
  const guarded = startsFormula.test(cell) && !phone.test(cell) ? `'${cell}` : cell;
  return hasLines.test(cell) ? guarded.replace(laterFormula, "'$&") : guarded;
}

/** One apostrophe of each line, and only where guardCell would have put it: unguardCell(guardCell(cell)) is cell. */
export function unguardCell(cell: string): string {
  const bare = cell.startsWith("'") && startsFormula.test(cell) ? cell.slice(1) : cell;
  return hasLines.test(cell) ? bare.replace(laterGuard, '') : bare;
}
