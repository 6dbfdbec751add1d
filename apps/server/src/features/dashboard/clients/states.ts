import type { listClientFigures } from '@waggle/contracts/control-room';
import type { ReplyInput } from '@waggle/contracts/endpoint';
import type { Context } from '#platform/context.ts';
import { findTimezone } from '../../engagement/index.ts';
import { lastThirtyDays } from '../periods.ts';
import { shareAnswer } from '../shared-answer.ts';
import { rateReasons, silentReasons } from './figure-reasons.ts';
import { type ClientFigures, figuresOfClients } from './figures.ts';
import { planReasons } from './plan-reasons.ts';
import { readPlanned } from './planned.ts';
import { type Reason, withoutRepeats } from './reason.ts';
import { sendingReasons } from './sending-reasons.ts';
import { sumsOfAgency } from './sums.ts';

type Client = { id: string; updated_at: Date };

export type ClientStates = {
  figures: ReadonlyMap<string, ClientFigures>;
  /** Worst first; none for a client that needs nobody. */
  reasons: ReadonlyMap<string, readonly Reason[]>;
  sums: ReplyInput<typeof listClientFigures>['sums'];
  at: Date;
};

/** Of all clients at once, for everybody who asks within ten seconds. Clients that were added, changed or switched off meanwhile are seen at once. */
export function readStates(ctx: Context, clients: readonly Client[]): Promise<ClientStates> {
  const changed = Math.max(0, ...clients.map(({ updated_at }) => updated_at.getTime()));
  return shareAnswer(ctx, `clients ${clients.length} ${changed}`, () =>
    computeStates(
      ctx,
      clients.map(({ id }) => id),
    ),
  );
}

async function computeStates(ctx: Context, clientIds: readonly string[]): Promise<ClientStates> {
  const at = ctx.now();
  const [timezone, planned] = await Promise.all([findTimezone(ctx), readPlanned(ctx)]);
  const { days, span, previous } = lastThirtyDays(timezone, at.getTime());
  const [figures, sending] = await Promise.all([
    figuresOfClients(ctx, clientIds, { span, previous }),
    sendingReasons(ctx, planned),
  ]);
  const [rates, sums] = await Promise.all([
    rateReasons(ctx, figures, span),
    sumsOfAgency(ctx, figures, { span, previous }),
  ]);
  const silent = silentReasons(figures, { span, timezone, today: days.at(-1)!, planned });
  const plan = await planReasons(ctx, figures, { limit: sums.limit, timezone, days });
  const found = [...sending, ...rates, ...plan, ...silent].filter(({ clientId }) => figures.has(clientId));
  const byClient = Map.groupBy(found, ({ clientId }) => clientId);
  return {
    figures,
    reasons: new Map([...byClient].map(([id, reasons]) => [id, withoutRepeats(reasons)])),
    sums,
    at,
  };
}
