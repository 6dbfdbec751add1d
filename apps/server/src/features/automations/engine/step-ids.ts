import { type Program, stepIdOf } from '@waggle/automations/program';
import type { Context } from '#platform/context.ts';
import { versionOf } from '../live/live-automations.ts';
import type { Place } from './place.ts';

/** The ids of the steps at which people stand; null for the end of the program. */
export async function findStepIds(ctx: Context, places: readonly Place[]): Promise<(place: Place) => string | null> {
  const programs = new Map<string, Program>();
  for (const { automationId, version } of places) {
    const key = `${automationId}/${version}`;
    if (!programs.has(key)) programs.set(key, (await versionOf(ctx, automationId, version)).program);
  }
  return ({ automationId, version, step }) => stepIdOf(programs.get(`${automationId}/${version}`)!, step);
}
