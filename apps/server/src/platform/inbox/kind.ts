import { z } from 'zod';

/** A kind of event that strangers cause, with what must be known of each. Its feature declares it and drains it. */
export type InboxKind = { name: string; signals: z.ZodType };

export function defineInboxKind(name: string, signals: z.ZodType): InboxKind {
  if (!/^[a-z][a-z0-9-]{0,39}$/.test(name))
    throw new Error(`The kind "${name}" of the inbox needs a name like "scan".`);
  return { name, signals };
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
