import type { EffectOf } from '@waggle/automations/walk';
import { giveTags, holdTags, takeTags } from '#features/contacts/index.ts';
import type { Context } from '#platform/context.ts';

type Asked = EffectOf<'tag'>;
type Tagging = { contact: { id: string; client_id: string | null }; tagIds: string[] };

/** Tags that are deleted since, or of another client, are left out. Of two steps that contradict each other the later one counts. */
export async function changeTags(ctx: Context, asked: Asked[]): Promise<void> {
  // Tags before contacts: a merge of tags holds them first.
  const held = await holdTags(ctx, [...new Set(asked.flatMap(({ add, remove }) => [...add, ...remove]))]);
  for (const group of Map.groupBy(asked, ({ automationId, depth }) => `${automationId}/${depth}`).values()) {
    const { automationId, depth } = group[0]!;
    const { given, taken } = sorted(group, held);
    await giveTags(ctx, given, { automationId, depth });
    await takeTags(ctx, taken, { automationId, depth });
  }
}

function sorted(
  asked: readonly Asked[],
  held: ReadonlyMap<string, string | null>,
): Record<'given' | 'taken', Tagging[]> {
  const last = new Map<string, { effect: Asked; tagId: string; has: boolean }>();
  for (const effect of asked) {
    for (const tagId of effect.add) last.set(`${effect.contactId}/${tagId}`, { effect, tagId, has: true });
    for (const tagId of effect.remove) last.set(`${effect.contactId}/${tagId}`, { effect, tagId, has: false });
  }
  const own = [...last.values()].filter(({ effect, tagId }) => held.get(tagId) === effect.clientId);
  const taggings = (has: boolean): Tagging[] =>
    own
      .filter((each) => each.has === has)
      .map(({ effect, tagId }) => ({ contact: { id: effect.contactId, client_id: effect.clientId }, tagIds: [tagId] }));
  return { given: taggings(true), taken: taggings(false) };
}
