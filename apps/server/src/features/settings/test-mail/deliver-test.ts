import type { Context } from '#platform/context.ts';
import { dialFor } from '../connections/destination.ts';
import { noteOutcome } from '../connections/queries.ts';
import type { TransportSettings } from '../connections/route.ts';
import { type Settings, wholeOrganization } from '../settings.ts';
import { deliver, type Envelope, type Outcome } from './deliver.ts';

/** One mail somebody waits for; the connection then shows what its server said. */
export async function deliverTest(
  settings: Settings,
  ctx: Context,
  transport: TransportSettings,
  { envelope, message }: { envelope: Envelope; message: Buffer },
): Promise<Outcome> {
  const outcome = await deliver(transport, dialFor(settings, transport), envelope, message);
  await noteTest(settings, ctx, transport, outcome);
  return outcome;
}

export async function noteTest(
  settings: Settings,
  ctx: Context,
  { connectionId }: TransportSettings,
  outcome: Outcome,
) {
  if (connectionId)
    await noteOutcome(wholeOrganization(settings, ctx), connectionId, outcome.delivered ? null : outcome.answer);
}
