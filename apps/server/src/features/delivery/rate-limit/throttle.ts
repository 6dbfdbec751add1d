import type { Outcome } from '../outcome.ts';

/** Mails a second; slower than this no server wants it. */
export const slowest = 0.2;

/** Taken for the rate of a worker that has sent too little to measure one. */
const assumedRate = 10;

const windowMs = 2_000;

/** A server that refuses one mail in twenty is used to the full: those few come again, and the rate stays. */
const tolerated = 1 / 20;
/** Fewer than that is chance: the rate may still grow. */
const unheeded = 1 / 40;

/** Who says "too fast": our server, or, told through it, the receiving domain. */
export function throttleIn(outcome: Outcome): 'connection' | 'receiver' | null {
  if (outcome.kind !== 'refused' || !outcome.passing) return null;
  if (outcome.code === 421 || outcome.code === 454 || outcome.code === 429) return 'connection';
  if (outcome.code === 450 && outcome.stage === 'message') return 'connection';
  return outcome.stage === 'recipient' || outcome.stage === 'message' ? 'receiver' : null;
}

type Count = { since: number; taken: number; refused: number };

/** How many of a worker's mails a server took lately: in this window of two seconds and the one before. */
export class Share {
  #now: Count = { since: 0, taken: 0, refused: 0 };
  #before: Count = this.#now;
  #first = 0;

  add(accepted: boolean, at: number): void {
    this.#first ||= at;
    if (at - this.#now.since > windowMs) {
      this.#before = at - this.#now.since > 2 * windowMs ? { since: 0, taken: 0, refused: 0 } : this.#now;
      this.#now = { since: at, taken: 0, refused: 0 };
    }
    if (accepted) this.#now.taken += 1;
    else this.#now.refused += 1;
  }

  /** Mails a second. */
  observed(at: number): number {
    const seconds = Math.max(0.5, (at - this.#now.since) / 1_000);
    return Math.max(assumedRate, mailsOf(this.#now) / seconds, mailsOf(this.#before) / (windowMs / 1_000));
  }

  /** By what a rate is multiplied after a refusal: by what was taken, halved at most. Null while so few are refused that it stays. */
  get cut(): number | null {
    return this.#taken >= 1 - tolerated ? null : Math.max(0.5, this.#taken);
  }

  /** Whether so few are refused that the rate may grow all the same. */
  get isUnheeded(): boolean {
    return this.#taken >= 1 - unheeded;
  }

  get #taken(): number {
    return (this.#now.taken + this.#before.taken) / Math.max(1, this.#mails);
  }

  /** Whether it has seen enough to be believed: what is refused right after a cut was on its way before. */
  says(at: number): boolean {
    return at - this.#first >= 1_000 && this.#mails >= 5;
  }

  get #mails(): number {
    return mailsOf(this.#now) + mailsOf(this.#before);
  }
}

const mailsOf = ({ taken, refused }: Count): number => taken + refused;
