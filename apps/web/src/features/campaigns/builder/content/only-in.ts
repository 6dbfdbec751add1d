/** Lines of a text, each with whether the other text lacks it. Blank ones and blanks at the ends never count. */
export function onlyIn(text: string, other: string): { line: string; isOnly: boolean }[] {
  const known = new Set(other.split('\n').map((line) => line.trim()));
  return text
    .trimEnd()
    .split('\n')
    .map((line) => ({ line, isOnly: line.trim() !== '' && !known.has(line.trim()) }));
}
