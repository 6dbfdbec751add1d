import type { EffectOf } from '@waggle/automations/walk';
import { setFields } from '#features/contacts/index.ts';
import type { Context } from '#platform/context.ts';

/** Sets custom fields. What does not fit its field is left out: nobody is there to be asked. */
export async function changeFields(ctx: Context, asked: EffectOf<'field'>[]): Promise<void> {
  for (const group of Map.groupBy(asked, ({ automationId, depth }) => `${automationId}/${depth}`).values()) {
    const { automationId, depth } = group[0]!;
    await setFields(ctx, group, { automationId, depth });
  }
}
