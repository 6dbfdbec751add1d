/** Shorter names are parts of too many words. */
const shortest = 3;

const isPartOfWord = (sign: string | undefined): boolean => sign !== undefined && /[\p{L}\p{N}]/u.test(sign);

/** Names in a text that stand as words of their own become another. Letters count as they are written. */
export function replaceNames(text: string, names: readonly string[], by: string): string {
  const sought = names.filter((name) => name.length >= shortest && name !== by);
  let result = '';
  let from = 0;
  for (let found = next(text, sought, 0); found; found = next(text, sought, from)) {
    const { at, name } = found;
    const end = at + name.length;
    const isWord = !isPartOfWord(text[at - 1]) && !isPartOfWord(text[end]);
    result += text.slice(from, at) + (isWord ? by : name);
    from = end;
  }
  return result + text.slice(from);
}

/** The first of them from there on; of two at one place the longer. */
function next(text: string, names: readonly string[], from: number): { at: number; name: string } | undefined {
  return names
    .map((name) => ({ at: text.indexOf(name, from), name }))
    .filter(({ at }) => at >= 0)
    .toSorted((one, other) => one.at - other.at || other.name.length - one.name.length)[0];
}
