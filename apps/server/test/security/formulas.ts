/** How many different ways a cell can begin a formula. */
export const starts = ['=', '+', '-', '@', '\t', '\r', '\n', '＝', '＋', '－', '＠'];
export const fronts = ['', ' ', '\u00a0', "'", "''", "' ", ' \u3000', '\ufeff', '\u200b'];
export const payloads = starts.flatMap((start) => fronts.map((front) => `${front}${start}cmd|' /C calc'!A0`));
/** What a spreadsheet would run, said once more in other words. A telephone number makes a number at worst. */
export const runs = (cell: string) =>
  !(cell.startsWith('+') && cell.length > 1 && cell.slice(1).replaceAll(/[0-9 ()-]/g, '') === '') &&
  (starts.includes(cell.replace(/^[\s\u200b-\u200d\u2060\ufeff]+(?=[^\s])/u, '').charAt(0)) ||
    starts.includes(cell.charAt(0)));
