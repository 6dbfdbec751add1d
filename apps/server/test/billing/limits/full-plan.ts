import type { Person } from '../../harness/people.ts';
import type { Answer, TestApi } from '../../harness/test-api.ts';

/** People of an organization written by the superuser, whatever its plan takes. */
export async function fill(
  api: TestApi,
  { user }: Person,
  contacts: number,
  { status = 'active', name = status }: { status?: string; name?: string } = {},
): Promise<{ id: string; email: string }[]> {
  const { rows } = await api.db.owner.query(
    `insert into contacts (organization_id, email, status)
     select $1, $4::text || n || '@house.example', $3 from generate_series(1, $2::int) n returning id, email`,
    [user.organizationId, contacts, status, name],
  );
  return rows;
}

export const setTier = (api: TestApi, { user }: Person, tier: string) =>
  api.db.owner.query('update organizations set subscription_tier = $1 where id = $2', [tier, user.organizationId]);

/** The counter of contacts, and what it must equal. */
export async function counts(api: TestApi, { user }: Person): Promise<{ counted: number; recounted: number }> {
  const { rows } = await api.db.owner.query(
    `select (select counted::int from contact_counts where organization_id = $1) as counted,
       (select count(*)::int from contacts where organization_id = $1 and status in ('active', 'lead')) as recounted`,
    [user.organizationId],
  );
  return rows[0];
}

/** On a slow machine some find no connection in time, and ask again. */
export async function patiently(ask: () => Promise<Answer>): Promise<Answer> {
  const answer = await ask();
  return answer.status === 503 ? patiently(ask) : answer;
}

/** So many calls at the same moment. */
export const atOnce = (times: number, ask: (at: number) => Promise<Answer>): Promise<Answer[]> =>
  Promise.all(Array.from({ length: times }, (_, at) => patiently(() => ask(at))));

/** How many calls ended in each way. */
export const outcomes = (answers: readonly Answer[]): Record<string, number> => {
  const ends = answers.map(({ status, body }) => (status < 400 ? String(status) : `${status} ${body.code}`));
  return Object.fromEntries([...Map.groupBy(ends, (end) => end)].map(([end, all]) => [end, all.length]));
};
