/** Longest key; the pattern in the contract and in the database says the same. */
const longest = 40;

/** Letters, digits and underlines, beginning with a letter: never the name of something objects have by themselves. */
export function keyOf(label: string, taken: ReadonlySet<string>): string {
  const plain = label
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^a-z0-9]+/g, '_')
    .replaceAll(/^_|_$/g, '');
  const slug = (/^[a-z]/.test(plain) ? plain : `field_${plain}`).slice(0, longest).replace(/_$/, '');
  for (let at = 1; ; at += 1) {
    const suffix = at === 1 ? '' : `_${at}`;
    const key = `${slug.slice(0, longest - suffix.length)}${suffix}`;
    if (!taken.has(key) && !(key in Object.prototype)) return key;
  }
}
