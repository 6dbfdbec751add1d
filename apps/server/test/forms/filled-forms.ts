import { hash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { proofHeader } from '@waggle/forms/proof';
import { vi } from 'vitest';
import { createEdge } from '../../src/edge.ts';
import { openDatabase } from '../../src/platform/database/database.ts';
import type { Installation } from '../../src/platform/installation/installation.ts';
import { createLog } from '../../src/platform/log.ts';
import { type Person, registerAdmin } from '../harness/people.ts';
import { startTestApi } from '../harness/test-api.ts';
import { readyAdmin } from '../sending/ready-admin.ts';

export type FilledForms = Awaited<ReturnType<typeof startFilledForms>>;

export const firstName = { id: 'field_1', type: 'text', label: 'First name' };
export const email = { id: 'field_2', type: 'email', label: 'Email', required: true };
export const day = { id: 'field_3', type: 'radio', label: 'Pickup day', options: ['Wednesday', 'Friday'] };

/** The proof a program sends along; nothing for a form that is not there. */
export async function prove(origin: string, path: string): Promise<Record<string, string>> {
  const answer = await fetch(`${origin}${path.replace(/\/submit.*$/, '/challenge')}`);
  if (!answer.ok) return {};
  const { challenge, salt, target, most } = (await answer.json()) as Record<string, string> & { most: number };
  for (let number = 0; number <= most; number += 1)
    if (hash('sha256', `${salt}${number}`) === target) return { [proofHeader]: `${challenge}.${number}` };
  throw new Error('The challenge has no answer.');
}

type Options = { limits?: boolean; sends?: boolean; workers?: boolean; installation?: Installation };

/** Server, worker and edge, all real, with one organization that makes forms. With `limits` strangers are who X-Forwarded-For says, with `sends` it has a verified sender. */
export async function startFilledForms({ limits = false, sends = false, workers = true, installation }: Options = {}) {
  const api = await startTestApi({ workers, ...(installation && { installation }) });
  const admin: Person = sends ? await readyAdmin(api) : await registerAdmin(api);
  const { organizationId } = admin.user;
  const folder = mkdtempSync(join(tmpdir(), 'waggle-forms-'));
  const database = openDatabase(api.config);
  const config = {
    ...api.config,
    ...(limits ? { UNSAFE_NO_RATE_LIMITS: false, TRUSTED_PROXIES: ['127.0.0.1'] } : {}),
  };
  const edges: Awaited<ReturnType<typeof createEdge>>[] = [];
  const startEdge = async () => {
    const own = { ...config, EDGE_DATA: join(folder, String(edges.length)) };
    const edge = await createEdge(own, database, createLog({ LOG_LEVEL: 'silent' }, 'test'));
    edges.push(edge);
    return edge.app.listen({ host: '127.0.0.1', port: 0 });
  };
  const origin = await startEdge();
  // oxlint-disable-next-line no-explicit-any -- a test knows what it asked for
  type Row = Record<string, any>;
  const rows = async (text: string, ...values: unknown[]): Promise<Row[]> =>
    (await api.db.owner.query(text, values)).rows;

  return {
    api,
    admin,
    database,
    origin,
    /** One more, beside the first; answers its origin. */
    startEdge,
    rows,
    tier: (tier: string) => rows('update organizations set subscription_tier = $1 where id = $2', tier, organizationId),
    async create(more: object = {}): Promise<Row & { id: string }> {
      const body = { name: 'Bread club', fields: [firstName, email, day], settings: { title: 'Join' }, ...more };
      const answer = await admin.request('POST', '/api/forms', body);
      if (answer.status !== 201) throw new Error(JSON.stringify(answer.body));
      return answer.body as Row & { id: string };
    },
    /** As a stranger's browser asks. */
    async ask(method: string, path: string, body?: unknown, more: Record<string, string> = {}) {
      const isProven = method !== 'POST' || !path.includes('/submit') || proofHeader in more;
      const headers = { ...(isProven ? {} : await prove(origin, path)), ...more };
      const answer = await fetch(`${origin}${path}`, {
        method,
        headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
        ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      });
      const text = await answer.text();
      const isJson = answer.headers.get('content-type')?.includes('json');
      return { status: answer.status, headers: answer.headers, text, body: (isJson ? JSON.parse(text) : {}) as Row };
    },
    /** Waits until so many submissions of the form are kept, and answers them in the order they were sent. */
    submissions: (formId: string, count: number): Promise<Row[]> =>
      vi.waitFor(
        async () => {
          const kept = await rows(
            'select * from form_submissions where form_id = $1 order by submitted_at, id',
            formId,
          );
          if (kept.length < count) throw new Error(`${kept.length} of ${count} submissions are kept.`);
          return kept;
        },
        { timeout: 60_000, interval: 50 },
      ),
    async close() {
      for (const edge of edges) {
        await edge.app.close();
        await edge.close();
      }
      await database.close();
      await api.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
