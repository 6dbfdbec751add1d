/**
 * First and last name of one cell. "Keller, Ann" says its order; otherwise the first word is the first name, so that
 * "María García López" and "Ludwig van Beethoven" keep their last names whole.
 */
export function splitName(cell: string): [first: string | null, last: string | null] {
  const [before = '', after, more] = cell.split(',').map(spaced);
  if (after !== undefined && more === undefined) return [after || null, before || null];
  const whole = spaced(cell);
  const cut = whole.indexOf(' ');
  return cut === -1 ? [whole || null, null] : [whole.slice(0, cut), whole.slice(cut + 1)];
}

const spaced = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();
