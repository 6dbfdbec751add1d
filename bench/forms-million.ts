// The screen of a form with a million submissions: list, search, figures and drop-off.
import { freePort } from '../apps/server/test/harness/postgres.ts';
import type { Figure } from './figures.ts';
import { createFormsScene, type FormsScene } from './forms-scene.ts';
import { answering, startApi } from './server.ts';
import { measureCalls, openSession } from './signed-in.ts';

const submissions = Number(process.argv[3] ?? 1_000_000);
const goalMs = 120;

export async function run(): Promise<Figure[]> {
  const scene = await createFormsScene();
  const port = await freePort();
  await fill(scene);
  const api = startApi(port, scene.postgres.appUrl(), await freePort());
  try {
    const origin = `http://127.0.0.1:${port}`;
    await answering(`${origin}/healthz`);
    const cookie = await openSession(scene, scene.organizationId);
    const one = `/api/forms/${scene.formId}`;
    const { nextCursor } = await readPage(`${origin}${one}/submissions?limit=50`, cookie);
    return await measureCalls(
      { origin, cookie, goalMs },
      {
        forms: '/api/forms?limit=50',
        list: `${one}/submissions?limit=50`,
        list_further: `${one}/submissions?limit=50&cursor=${encodeURIComponent(nextCursor)}`,
        list_oldest: `${one}/submissions?limit=50&sort=createdAt`,
        search_rare: `${one}/submissions?limit=50&search=okafor424242`,
        search_common: `${one}/submissions?limit=50&search=friday`,
        search_common_and_rare: `${one}/submissions?limit=50&search=friday%20okafor424242`,
        search_nothing: `${one}/submissions?limit=50&search=nothinglikeit`,
        search_prefix: `${one}/submissions?limit=50&search=oka`,
        figures: `${one}/figures`,
        drop_off: `${one}/funnel`,
        spam: `${one}/spam?limit=50`,
      },
    );
  } finally {
    api.kill('SIGKILL');
    await scene.close();
  }
}

async function readPage(url: string, cookie: string): Promise<{ nextCursor: string }> {
  const answer = await fetch(url, { headers: { cookie } });
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}: ${await answer.text()}`);
  return (await answer.json()) as { nextCursor: string };
}

/** Over 90 days, of half as many people; written as the drain writes, many at once. */
async function fill({ owner, formId, organizationId }: FormsScene): Promise<void> {
  const atOnce = 50_000;
  for (let from = 0; from < submissions; from += atOnce)
    await owner.query(
      `insert into form_submissions (organization_id, form_id, id, version, contact_id, answers, outcome, submitted_at, label, way)
       select $1, $2, gen_random_uuid(), 1, md5('contact ' || n / 2)::uuid,
         json_build_object('field_1', 'Hannah', 'field_2', 'Okafor' || n, 'field_3', 'hannah.' || n || '@visitors.example',
           'field_4', 'Country sourdough', 'field_5', (array['Wednesday', 'Friday', 'Saturday'])[n % 3 + 1]),
         'known', now() - n * interval '90 days' / $5, 'human', 'script'
       from generate_series($3::int, $4::int) n`,
      [organizationId, formId, from + 1, Math.min(from + atOnce, submissions), submissions],
    );
  await owner.query('update forms set submissions = $2 where id = $1', [formId, submissions]);
  await owner.query('vacuum analyze');
}
