import { delimiters } from '@waggle/contracts/imports';

export type Delimiter = (typeof delimiters)[number];

const mostRows = 20;

/** The sign that cuts the first rows into the same number of cells, and into the most of them. */
export function detectDelimiter(text: string): Delimiter {
  const scores = delimiters.map((delimiter) => ({ delimiter, score: score(cellCounts(text, delimiter)) }));
  return scores.reduce((best, next) => (next.score > best.score ? next : best)).delimiter;
}

/** Cells of each of the first rows; quoted ones may hold the delimiter and line breaks. */
function cellCounts(text: string, delimiter: string): number[] {
  const counts: number[] = [];
  let cells = 1;
  let length = 0;
  let quoted = false;
  for (let at = 0; at < text.length && counts.length < mostRows; at += 1) {
    const sign = text[at];
    if (sign === '"') quoted = !quoted;
    else if (!quoted && sign === delimiter) cells += 1;
    else if (!quoted && (sign === '\n' || sign === '\r')) {
      if (length > 0) counts.push(cells);
      cells = 1;
      length = 0;
      continue;
    }
    length += 1;
  }
  if (length > 0 && counts.length < mostRows) counts.push(cells);
  return counts;
}

function score([header = 1, ...rows]: number[]): number {
  if (header === 1) return 0;
  const alike = rows.filter((cells) => cells === header).length;
  return ((alike + 1) / (rows.length + 1)) * 1_000 + Math.min(header, 200);
}
