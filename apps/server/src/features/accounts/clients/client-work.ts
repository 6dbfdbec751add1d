import type { FormsChoice } from '@waggle/contracts/clients';
import type { Context } from '#platform/context.ts';

/** A feature with things of a client that go on by themselves. Each adds itself when it is made. */
export type ClientWork = {
  kind: 'campaigns' | 'automations' | 'reports' | 'forms' | 'codes';
  /** How many go on now, for a context that sees the whole organization. */
  count: (ctx: Context, clientId: string) => Promise<number>;
  /** Stops them in the transaction that archives the client. Left out by what goes on. */
  stop?: (ctx: Context, clientId: string, choice: { forms: FormsChoice }) => Promise<void>;
};
