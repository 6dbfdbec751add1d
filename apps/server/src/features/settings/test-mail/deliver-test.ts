import type { Context } from '#platform/context.ts';
import { noteOutcome } from '../connections/queries.ts';
import type { Transport } from '../connections/route.ts';
import { type Settings, wholeOrganization } from '../settings.ts';
import { deliver, type Envelope, type Outcome } from './deliver.ts';

/** One mail somebody waits for; the connection then shows what its server said. */
export async function deliverTest(
  settings: Settings,
  ctx: Context,
  transport: Transport,
  { envelope, message }: { envelope: Envelope; message: Buffer },
): Promise<Outcome> {
  const outcome = await deliver(transport, envelope, message);
  const { connectionId } = transport;
  if (connectionId)
    await noteOutcome(wholeOrganization(settings, ctx), connectionId, outcome.delivered ? null : outcome.answer);
  return outcome;
}
