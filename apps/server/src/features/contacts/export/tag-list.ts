/** Tag names in one cell, joined by '; '. A semicolon or a backslash of a name has a backslash in front. */
export const joinTags = (names: readonly string[]): string =>
  names.map((name) => name.replace(/[\\;]/g, '\\$&')).join('; ');

/** The names of a cell; spaces around them and empty ones are dropped. */
export const splitTags = (cell: string): string[] =>
  (cell.match(/(?:\\[^]|[^\\;]|\\$)+/gu) ?? []).map((name) => name.trim().replace(/\\([\\;])/g, '$1')).filter(Boolean);
