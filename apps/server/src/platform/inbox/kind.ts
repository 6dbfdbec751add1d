import { z } from 'zod';

/** A kind of event that strangers cause, with what must be known of each. Its feature declares it and drains it. */
export type InboxKind = {
  name: string;
  signals: z.ZodType;
  /** What the inbox does not keep once it is drained: a person's own words belong where an erasure finds them. */
  forgets: readonly string[];
};

export function defineInboxKind(name: string, signals: z.ZodType, forgets: readonly string[] = []): InboxKind {
  if (!/^[a-z][a-z0-9-]{0,39}$/.test(name))
    throw new Error(`The kind "${name}" of the inbox needs a name like "scan".`);
  return { name, signals, forgets };
}

const header = z.string().max(512).optional();

/** What a request says about who sent it, as `Signals` has it. Loose: a newer edge may say more. */
export const requestSignals = z.looseObject({
  // Empty in what the journal of an edge has kept.
  address: z.string().max(100),
  userAgent: header,
  accept: header,
  language: header,
  referrer: header,
  purpose: header,
  fetchMode: header,
  fetchDest: header,
  fetchSite: header,
  fetchUser: header,
  brands: header,
  mobile: header,
  platform: header,
});
