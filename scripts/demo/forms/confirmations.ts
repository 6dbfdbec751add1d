import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { pathOf } from '../../../apps/server/src/platform/tracking/token.ts';
import { call } from '../caller.ts';
import type { Demo } from '../demo.ts';
import { browserOf } from '../readers.ts';
import { inTurns } from './browser.ts';
import type { ShownForm } from './visitors.ts';

/** Most people press the link in the email that asks them to confirm; some never do. */
export async function confirmSignUps(demo: Demo, forms: readonly ShownForm[]): Promise<void> {
  await until('emails of forms left', async () => (await countEmails(demo, forms)).open === 0);
  const asking = forms
    .filter(({ plan }) => plan.definition.settings.doubleOptIn)
    .flatMap(({ senders }) => senders)
    .filter(({ confirms }) => confirms);
  const links = linksIn(demo);
  await inTurns(asking, async ({ name, email = '' }) => {
    const link = links.get(email);
    if (link === undefined) throw new Error(`Nobody asked ${email} to confirm.`);
    const { status } = await call(demo.server, 'POST', new URL(link).pathname, {
      headers: { ...browserOf(name), 'content-type': 'application/x-www-form-urlencoded' },
      body: 'do=confirm',
    });
    if (status !== 200) throw new Error(`${link} answered ${status}.`);
  });
  await until('people confirmed', async () => (await countEmails(demo, forms)).confirmed >= asking.length);
}

function linksIn({ mail, server }: Demo): Map<string, string> {
  const pattern = new RegExp(`href="(${server.publicUrl}${pathOf.confirm}[^"]+)"`);
  return new Map(
    mail.mails.flatMap(({ to, html }): [string, string][] => {
      const link = pattern.exec(html)?.[1];
      return link === undefined ? [] : [[to, link]];
    }),
  );
}

async function countEmails({ database }: Demo, forms: readonly ShownForm[]) {
  const sums = { open: 0, confirmed: 0 };
  for (const [organizationId, some] of Map.groupBy(forms, (form) => form.organizationId)) {
    const { rows } = await sql<typeof sums>`
      select count(*) filter (where state in ('pending', 'claimed', 'offering'))::int as open, count(confirmed_at)::int as confirmed
      from form_emails where organization_id = ${organizationId} and form_id = any(${some.map(({ id }) => id)}::uuid[])`.execute(
      database.tenant({ organizationId }),
    );
    sums.open += rows[0]?.open ?? 0;
    sums.confirmed += rows[0]?.confirmed ?? 0;
  }
  return sums;
}

/** The worker does its part within seconds; on a busy machine within two minutes. */
export async function until(what: string, holds: () => Promise<boolean>): Promise<void> {
  for (const deadline = Date.now() + 120_000; !(await holds()); await pause(200))
    if (Date.now() > deadline) throw new Error(`Two minutes are over, and not all ${what}.`);
}
