/** At most two letters: first and last word. */
export function initialsOf(name: string) {
  const words = name
    .trim()
    .split(/[\s@._-]+/u)
    .filter(Boolean);
  const first = words[0]?.at(0) ?? '?';
  const last = words.length > 1 ? (words.at(-1)?.at(0) ?? '') : (words[0]?.at(1) ?? '');
  return (first + last).toUpperCase();
}

/** The same name always gets the same series colour, on every device (FNV-1a). */
export function chartColorOf(name: string, series: readonly number[]) {
  let hash = 0x811c9dc5;
  for (const letter of name) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 0x01000193);
  const spread = (hash ^ (hash >>> 15)) >>> 0;
  return `var(--chart-${series[spread % series.length]})`;
}
