import type { Duration } from '@waggle/contracts/automation-document';
import type { SendingWindow } from '@waggle/contracts/sending-window';
import type { Context } from '#platform/context.ts';
import { Problem } from '#platform/problem.ts';

/** One email of a sequence: the step it is, the draft it is written as, and how long to wait before it. */
export type SequenceEmail = { id: string; campaignId: string; wait: Duration | null };

export type StartedSequence = {
  /** Of the campaign and of what goes on behind it. */
  id: string;
  clientId: string | null;
  name: string;
  emails: readonly SequenceEmail[];
  window: SendingWindow | null;
};

/** What leads people through the emails of a sequence. Automations come later in the list of features and hand it in. */
export type SequenceEngine = {
  /** Refuses what the plan does not include. */
  requireRoom(ctx: Context): Promise<void>;
  /** Freezes what the emails say, and is ready for people. Asks what Send asks. */
  open(ctx: Context, sequence: StartedSequence): Promise<void>;
  /** Whether it lets people in, until the transaction ends; not while it is paused or being resumed. */
  isOpen(ctx: Context, id: string): Promise<boolean>;
  /** Who was ever inside is left out. */
  enter(ctx: Context, id: string, people: { contactIds: readonly string[]; at: Date }): Promise<void>;
  figures(ctx: Context, id: string): Promise<{ entered: number; inside: number; stuck: number }>;
  hasPeopleInside(ctx: Context, id: string): Promise<boolean>;
  pause(ctx: Context, id: string): Promise<void>;
  /** Everybody waits as much longer as it was paused. */
  resume(ctx: Context, id: string): Promise<void>;
  /** Whoever is inside leaves. */
  end(ctx: Context, id: string): Promise<void>;
  remove(ctx: Context, id: string): Promise<void>;
};

/** The one there is. Programs that make campaigns without automations, such as the command line, have none. */
export function engineOf({ sequences }: { sequences: readonly SequenceEngine[] }): SequenceEngine {
  const [engine] = sequences;
  if (!engine) throw new Problem('wrong_state', 'This is a sequence. Use the dashboard or the API for it.');
  return engine;
}
