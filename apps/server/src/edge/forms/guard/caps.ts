import { clientNetwork } from '../../../platform/client-network.ts';

/** Above `most` it looks like spam and is kept as such; above `end` nothing more is taken. */
type Cap = { most: number; end: number; windowMs: number };

const minute = 60_000;
/**
 * A mobile carrier has thousands of people behind one address, and all of them did the proof of work; whoever sends without
 * a script did none.
 */
const caps = {
  network: { most: 240, end: 2_400, windowMs: minute },
  plainNetwork: { most: 20, end: 200, windowMs: minute },
  plainForm: { most: 120, end: 6_000, windowMs: minute },
  /** One email address, over all forms. */
  address: { most: 10, end: 100, windowMs: 60 * minute },
} as const satisfies Record<string, Cap>;
/** Submissions of one email address in a day that may cause emails to it; of all others the team reads, and the address hears nothing. */
const emailsOfOneAddress = 3;
/** Submissions to one form in a minute after which its challenges cost more. */
const busy = 3_000;
/** Keys a window remembers. A million made-up addresses must not fill the memory: then all counts of the window begin again. */
const mostKeys = 100_000;

function createWindow(windowMs: number, now: () => number) {
  let end = 0;
  let counts = new Map<string, number>();
  const present = () => {
    if (now() >= end || counts.size > mostKeys) {
      end = now() + windowMs;
      counts = new Map();
    }
    return counts;
  };
  return {
    hit(key: string): number {
      const count = (present().get(key) ?? 0) + 1;
      counts.set(key, count);
      return count;
    },
    count: (key: string): number => present().get(key) ?? 0,
  };
}

/** The /24 of an IPv4 address and the /64 of an IPv6 one: what one customer can change without another contract. */
export const networkOf = (address: string): string =>
  clientNetwork(address).replace(/^(\d+\.\d+\.\d+)\.\d+$/, '$1.0/24');

export type Counted = { address: string; formId: string; emails: readonly string[]; isPlain: boolean };
export type Load = { over: readonly string[]; isTooMuch: boolean; isQuiet: boolean };
const calm: Load = { over: [], isTooMuch: false, isQuiet: false };

/** Counted in this process alone, and forgotten with it: the guard beside it needs no memory. */
export function createCaps(off: boolean, now: () => number = Date.now) {
  const windows = new Map(Object.entries(caps).map(([name, { windowMs }]) => [name, createWindow(windowMs, now)]));
  const days = createWindow(24 * 60 * minute, now);
  const forms = createWindow(minute, now);

  function count({ address, formId, emails, isPlain }: Counted): Load {
    if (off) return calm;
    forms.hit(formId);
    const network = networkOf(address);
    const keys: [keyof typeof caps, string][] = [
      ['network', network],
      ...(isPlain
        ? (
            [
              ['plainNetwork', network],
              ['plainForm', formId],
            ] as const
          ).map((pair): [keyof typeof caps, string] => [...pair])
        : []),
      ...emails.map((email): [keyof typeof caps, string] => ['address', email.toLowerCase()]),
    ];
    const counts = keys.map(([name, key]) => ({ name, count: windows.get(name)!.hit(key) }));
    return {
      over: [...new Set(counts.filter(({ name, count }) => count > caps[name].most).map(({ name }) => name))],
      isTooMuch: counts.some(({ name, count }) => count > caps[name].end),
      isQuiet: emails.some((email) => days.hit(email.toLowerCase()) > emailsOfOneAddress),
    };
  }

  return { count, isBusy: (formId: string): boolean => !off && forms.count(formId) > busy };
}
