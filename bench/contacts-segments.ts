// Segments as people save them, counted again and again.
import type pg from 'pg';
import type { Figure } from './figures.ts';

type Scene = { origin: string; cookie: string; owner: pg.Client; organizationId: string; tags: string[] };

/** Paths that count: ten saved segments, and one of a custom field alone, which no index can serve. */
export async function segmentCounts({ origin, cookie, owner, organizationId, tags }: Scene) {
  await owner.query(
    `insert into contact_fields (organization_id, key, label, type, position) values ($1, 'plan', 'Plan', 'text', 1)
     on conflict do nothing`,
    [organizationId],
  );
  const save = async (name: string, rules: object[]): Promise<string> => {
    const answer = await fetch(`${origin}/api/segments`, {
      method: 'POST',
      headers: { cookie, 'content-type': 'application/json' },
      body: JSON.stringify({ name: `${name} (${Date.now()})`, rules: { match: 'all', rules } }),
    });
    if (!answer.ok) throw new Error(`saving "${name}" answered ${answer.status}: ${await answer.text()}`);
    const { id } = (await answer.json()) as { id: string };
    return `/api/segments/${id}/count`;
  };
  const saved = new Map<string, string>();
  for (const [name, rules] of Object.entries(typical(tags))) saved.set(name, await save(name, rules));
  const custom = await save('custom field', [{ kind: 'custom', key: 'plan', op: 'is', value: 'pro' }]);
  return { saved, custom };
}

function typical(tags: string[]): Record<string, object[]> {
  const has = (...places: number[]) => ({ kind: 'tag', op: 'hasAnyOf', tagIds: places.map((place) => tags[place]) });
  const active = { kind: 'status', op: 'isAnyOf', values: ['active'] };
  const form = { kind: 'source', op: 'isAnyOf', values: ['form'] };
  const added = (days: number) => ({ kind: 'date', field: 'createdAt', op: 'inLast', days });
  const did = (activity: string, days: number, atLeast = 1) => ({
    kind: 'activity',
    activity,
    op: 'did',
    days,
    atLeast,
  });
  const didNot = (activity: string, days: number) => ({ kind: 'activity', activity, op: 'didNot', days });
  return {
    'any of three tags': [has(5, 6, 7)],
    'tag and status': [has(4), active],
    'active, new in 90 days': [active, added(90)],
    'opened twice in 30 days': [did('email.opened', 30, 2)],
    'tag, not clicked in 14 days': [has(3), didNot('email.clicked', 14)],
    'from a form, new in 30 days': [form, added(30)],
    'tag, opened in 7 days': [has(5), did('email.opened', 7)],
    complained: [{ kind: 'status', op: 'isAnyOf', values: ['complained'] }],
    'tag and last name': [{ kind: 'text', field: 'lastName', op: 'is', value: 'Haas' }, has(6)],
    'tag and custom field': [{ kind: 'custom', key: 'plan', op: 'is', value: 'pro' }, has(7)],
  };
}

/** Each counted once, by itself, with nothing remembered. */
export async function countedAlone(
  { origin, cookie }: Pick<Scene, 'origin' | 'cookie'>,
  paths: Iterable<[name: string, path: string]>,
): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const [segment, path] of paths) {
    const before = performance.now();
    const answer = await fetch(`${origin}${path}`, { headers: { cookie } });
    const { count } = (await answer.json()) as { count: number };
    const ms = Math.round(performance.now() - before);
    figures.push({ values: { segment, rows: count, alone_ms: ms, goal: 'none' }, ok: answer.ok });
  }
  return figures;
}
