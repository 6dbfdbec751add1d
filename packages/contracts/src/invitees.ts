import { z } from 'zod';
import { signInAddress } from './fields.ts';

/** Addresses one call invites. */
export const mostInvitees = 50;

const Address = signInAddress();

/** The address as people sign in with it, or null for what is none. */
export const inviteeAddress = (typed: string): string | null => Address.safeParse(typed).data ?? null;

/**
 * What somebody pasted: lines, or commas or semicolons between, each an address with or without a name. Each once, in
 * order; what is no address stays as it was typed, so that the person finds it again.
 */
export function readInvitees(text: string): string[] {
  const found = piecesOf(text).map((piece) => {
    const typed = withoutName(piece);
    return inviteeAddress(typed) ?? typed;
  });
  return [...new Set(found)].filter((typed) => typed !== '');
}

/** 'Raman, Priya' in quotes is one name, so a comma in quotes separates nothing. */
function piecesOf(text: string): string[] {
  const pieces: string[] = [];
  let piece = '';
  let isQuoted = false;
  for (const sign of text) {
    if (sign === '"') isQuoted = !isQuoted;
    // A quote that is never closed must not swallow the lines below it.
    if (sign === '\n') isQuoted = false;
    if (sign === '\n' || (!isQuoted && (sign === ',' || sign === ';'))) {
      pieces.push(piece);
      piece = '';
    } else piece += sign;
  }
  return [...pieces, piece];
}

function withoutName(piece: string): string {
  const [from, to] = [piece.lastIndexOf('<'), piece.lastIndexOf('>')];
  return (from >= 0 && to > from ? piece.slice(from + 1, to) : piece).trim();
}

/** As sent: one that is no address is answered as such and spoils none of the others. */
export const Invitees = z
  .array(z.string().trim().max(320))
  .min(1, 'Enter at least one email address')
  .max(mostInvitees, `Enter up to ${mostInvitees} email addresses`)
  .transform((typed) => [...new Set(typed.map((one) => inviteeAddress(one) ?? one))]);

/** What an invitation to an address would do, or did. */
export const inviteeStates = ['new', 'member', 'invited', 'invalid', 'over-limit'] as const;
export type InviteeState = (typeof inviteeStates)[number];
