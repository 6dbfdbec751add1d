import type { EffectOf } from '@waggle/automations/walk';
import type { Context } from '#platform/context.ts';
import { enterPeople } from '../../entries/enter.ts';

/** Lets people into other automations. One that has ended or lets them in once only leaves them out, and they go on here. */
export async function enterOthers(ctx: Context, asked: EffectOf<'enter'>[]): Promise<void> {
  const own = asked.filter(({ intoId, automationId }) => intoId !== automationId);
  for (const group of Map.groupBy(own, ({ intoId, depth }) => `${intoId}/${depth}`).values()) {
    const { intoId, depth } = group[0]!;
    const contactIds = group.map(({ contactId }) => contactId);
    await enterPeople(ctx, { automationId: intoId, contactIds, via: 'step', depth });
  }
}
