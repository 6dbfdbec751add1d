/**
 * A small riddle whose answer is quickly checked: which number, written behind the salt, has this SHA-256? Who asks it has
 * signed it; `text` is what goes back with the number.
 */
export type Challenge = { text: string; salt: string; target: string; most: number };

/** Header of a request with the answer, and that of the signed page it was made on. */
export const proofHeader = 'waggle-proof';
export const pageHeader = 'waggle-page';
/** Says that a field was filled in which people do not see. */
export const trapHeader = 'waggle-trap';
/** Name of that field. No browser fills it in by itself. */
export const trapName = 'fax_for_letters';

/** `<id>.<most>.<target>.<signature>`; undefined for anything else. */
export function readChallenge(text: string): Challenge | undefined {
  const [id, most, target, signature, ...rest] = text.split('.');
  if (!id || !most || !target || !signature || rest.length > 0) return undefined;
  return { text, salt: `${id}.`, target, most: Number(most) };
}

export const proofOf = ({ text }: Challenge, number: number): string => `${text}.${number}`;
