import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { simpleParser } from 'mailparser';
import { vi } from 'vitest';
import { createEdge } from '../../src/edge.ts';
import { openDatabase } from '../../src/platform/database/database.ts';
import type { Subscription } from '../../src/platform/events/subscription.ts';
import { createLog } from '../../src/platform/log.ts';
import { publicUrl, startTestApi } from '../harness/test-api.ts';
import { startFakeSmtp } from '../sending/fake-smtp.ts';
import { addPeople, ask, draft, readyAdmin } from '../sending/ready-admin.ts';

export type MailedTenant = Awaited<ReturnType<typeof startMailedTenant>>;

/** Everything a mail can hold: three links, names, the way out and the preferences. */
const newsletter = {
  name: 'Compliance',
  subject: 'News for {{first_name}}',
  htmlContent:
    '<p>Hello {{first_name}} {{last_name}}, we write to {{email}}.</p><a href="https://shop.example/one">One</a>' +
    '<a href="https://shop.example/two?color=red">Two</a><a href="https://shop.example/three">Three</a>' +
    '<a href="{{preferences_url}}">Preferences</a><a href="{{unsubscribe_url}}">Out</a><a href="{{view_in_browser_url}}">Browser</a>',
};

/** Server, worker, edge and a mail server, all real, with one organization that may send as much as it likes. */
export async function startMailedTenant(listeners: readonly Subscription[] = [], env: Record<string, string> = {}) {
  const api = await startTestApi({ workers: true, listeners, env });
  const fakeSmtp = await startFakeSmtp();
  const folder = mkdtempSync(join(tmpdir(), 'waggle-compliance-'));
  const database = openDatabase(api.config);
  const config = { ...api.config, EDGE_DATA: folder };
  const edge = await createEdge(config, database, createLog({ LOG_LEVEL: 'silent' }, 'test'));
  const origin = await edge.app.listen({ host: '127.0.0.1', port: 0 });
  const admin = await readyAdmin(api, fakeSmtp.port);
  await api.db.owner.query(`update sending_domains set warming_since = current_date - 30`);

  return {
    api,
    admin,
    origin,
    received: fakeSmtp.received,
    /** Where an address of a mail leads on this machine. */
    onEdge: (address: string): string => origin + address.slice(publicUrl.length),
    // oxlint-disable-next-line no-explicit-any -- a test knows what it asked for
    rows: async (text: string, ...values: unknown[]): Promise<Record<string, any>[]> =>
      (await api.db.owner.query(text, values)).rows,
    /** Sends a campaign to so many people and waits until all of it has arrived. */
    async mailTo(people: number) {
      const contacts = await addPeople(api, admin, people);
      await api.db.owner.query(
        `update contacts set first_name = 'Adalbert' || i.n, last_name = 'Zyxwvutsky' || i.n, phone = '+49151' || (1000000 + i.n)
         from (select id, row_number() over (order by id) as n from contacts) i where i.id = contacts.id`,
      );
      const { id } = await draft(admin, newsletter);
      await ask(admin, 'POST', `/api/campaigns/${id}/send`);
      const isDone = async () => {
        const { status } = await ask(admin, 'GET', `/api/campaigns/${id}`);
        if (status !== 'COMPLETED') throw new Error(`The campaign is ${status}.`);
      };
      await vi.waitFor(isDone, { timeout: 60_000, interval: 50 });
      return contacts;
    },
    /** Until the worker has understood everything the edge recorded. */
    async settled(): Promise<void> {
      // The edge writes opens and clicks a moment after it has answered.
      await new Promise((resolve) => setTimeout(resolve, 200));
      const isEmpty = async () => {
        const { rowCount } = await api.db.owner.query('select from inbox_events where drained_at is null limit 1');
        if (rowCount !== 0) throw new Error('The inbox is not empty.');
      };
      await vi.waitFor(isEmpty, { timeout: 60_000, interval: 50 });
    },
    async close(): Promise<void> {
      await edge.app.close();
      await edge.close();
      await database.close();
      await api.close();
      await fakeSmtp.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

export type ReadMail = { head: string; uris: string[]; unsubscribe: string };

/** The head with its lines unfolded, and every web address that stands anywhere in the mail. */
export async function readMail(raw: string): Promise<ReadMail> {
  const head = raw.slice(0, raw.indexOf('\r\n\r\n') + 2);
  const unfolded = head.replaceAll(/\r\n[ \t]+/g, ' ');
  const { html, text } = await simpleParser(Buffer.from(raw, 'latin1'), { skipTextToHtml: true, skipImageLinks: true });
  const everything = `${unfolded}\n${String(html).replaceAll('&amp;', '&')}\n${text}`;
  const unsubscribe = /^List-Unsubscribe: <(\S+)>\r$/m.exec(head)?.[1] ?? '';
  return { head: unfolded, unsubscribe, uris: [...new Set(everything.match(/https?:\/\/[^\s"'<>\])]+/g))] };
}
