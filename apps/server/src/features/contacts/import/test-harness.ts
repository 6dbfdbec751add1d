import { type ImportPlan, importLimits } from '@waggle/contracts/imports';
import { vi } from 'vitest';
import type { Person } from '../../../../test/harness/people.ts';
import type { TestApi } from '../../../../test/harness/test-api.ts';

export type Plan = Partial<ImportPlan>;

/** The calls a person's browser makes, one after the other. */
export function importer(admin: Pick<Person, 'request'>) {
  const steps = {
    async create(name: string, bytes: number, kind = 'contacts'): Promise<string> {
      const answer = await admin.request('POST', '/api/imports', { name, bytes, kind });
      if (answer.status !== 201) throw new Error(JSON.stringify(answer.body));
      return answer.body.id as string;
    },
    async upload(content: string | Uint8Array, kind = 'contacts'): Promise<string> {
      const bytes = Buffer.from(content as string);
      const id = await steps.create('people.csv', bytes.length, kind);
      for (let part = 0; part * importLimits.partBytes < bytes.length; part += 1) {
        const piece = bytes.subarray(part * importLimits.partBytes, (part + 1) * importLimits.partBytes);
        const answer = await admin.request('PUT', `/api/imports/${id}/parts/${part}`, new Uint8Array(piece));
        if (answer.status !== 204) throw new Error(JSON.stringify(answer.body));
      }
      return id;
    },
    open: (id: string, body: object = {}) => admin.request('POST', `/api/imports/${id}/open`, body),
    async opened(content: string | Uint8Array, kind = 'contacts') {
      const answer = await steps.open(await steps.upload(content, kind));
      if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
      return answer.body;
    },
    check: (id: string, plan: object) => admin.request('POST', `/api/imports/${id}/check`, plan),
    /** Checked with the guessed columns. */
    async checked(content: string | Uint8Array, plan: Plan = {}, kind = 'contacts') {
      const { id, columns } = await steps.opened(content, kind);
      const guessed = columns.map(({ guess }: { guess: object }) => guess);
      const answer = await steps.check(id, { columns: guessed, ...plan });
      if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
      return steps.until(id, (state) => state !== 'checking');
    },
    read: async (id: string) => (await admin.request('GET', `/api/imports/${id}`)).body,
    until: (id: string, holds: (state: string) => boolean) =>
      vi.waitFor(
        async () => {
          const body = await steps.read(id);
          if (!holds(body.state)) throw new Error(`still ${body.state} at ${body.position}`);
          return body;
        },
        { timeout: 60_000, interval: 25 },
      ),
    async start(id: string) {
      const answer = await admin.request('POST', `/api/imports/${id}/start`);
      if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
      return steps.until(id, (state) => state !== 'running');
    },
    async imported(content: string | Uint8Array, plan: Plan = {}, kind = 'contacts') {
      const { id } = await steps.checked(content, plan, kind);
      return steps.start(id);
    },
    async undo(id: string) {
      const answer = await admin.request('POST', `/api/imports/${id}/undo`);
      if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
      return steps.until(id, (state) => state !== 'undoing');
    },
  };
  return steps;
}

export const sumOf = (counts: Record<string, number>) => Object.values(counts).reduce((sum, count) => sum + count, 0);

/** Everybody of an organization, as the superuser sees them. */
export async function peopleOf(api: TestApi, { user }: Person) {
  const { rows } = await api.db.owner.query(
    `select c.*, coalesce((select array_agg(t.name order by t.name) from contact_tags ct join tags t on t.id = ct.tag_id
       where ct.contact_id = c.id), '{}') as tag_names
     from contacts c where organization_id = $1 order by email_folded, client_id nulls first`,
    [user.organizationId],
  );
  return rows;
}
