import { type AutomationDocument } from '@waggle/contracts/automation-document';
import { placeOf, type Program } from '@waggle/automations/program';
import type { Context } from '#platform/context.ts';
import { enqueue } from '#platform/jobs/job.ts';
import { Problem } from '#platform/problem.ts';
import { movePeople } from '../jobs.ts';
import type { AutomationRow } from '../queries.ts';
import { countInside, findOpenMoves, insertMove, type Mapped } from './move-queries.ts';
import { peopleAtSteps } from './plan.ts';

export type Moves = {
  people: 'finish' | 'move';
  moves: readonly { version: number; stepId: string; to: string | null; time: 'keep' | 'count' }[];
};
type Published = { document: AutomationDocument; program: Program; version: number };

/** Says for everybody inside where they go on, or refuses: nobody is left at a step that is gone. */
export async function planMoves(
  ctx: Context,
  { id, client_id }: AutomationRow,
  { document, program, version }: Published,
  { people, moves }: Moves,
): Promise<void> {
  if (people === 'finish') return;
  const standing = await peopleAtSteps(ctx, id, document);
  for (const [from, places] of Map.groupBy(standing, (at) => at.version)) {
    const mapping = places.map(({ stepId, change }): Mapped => {
      const chosen = moves.find((move) => move.version === from && move.stepId === stepId);
      if (!chosen && change === 'removed') throw undecided(stepId);
      const target = chosen ? chosen.to : stepId;
      if (target === null) return { stepId, to: null };
      const step = placeOf(program, target);
      if (step === undefined) throw undecided(stepId);
      return { stepId, to: { step, isSame: target === stepId, time: chosen?.time ?? 'keep' } };
    });
    const moveId = await insertMove(ctx, {
      automationId: id,
      clientId: client_id,
      from,
      to: version,
      mapping,
      ...(await countInside(ctx, id, from)),
    });
    await enqueue(ctx, movePeople, { moveId });
  }
}

/** Two moves of the same people would each take some of them, and neither would know where the others are. */
export async function refuseWhileMoving(ctx: Context, automationId: string, { people }: Moves): Promise<void> {
  if (people === 'finish' || (await findOpenMoves(ctx, automationId)).length === 0) return;
  throw new Problem(
    'wrong_state',
    'People are still moving to the version before. Publish again in a minute, or let people finish their version.',
  );
}

function undecided(stepId: string): Problem {
  const message = 'Choose where people at a removed step go on, or that they leave.';
  return new Problem('invalid_input', message, { fields: { [stepId]: message } });
}
