import type { FileBody } from '@waggle/contracts/endpoint';
import type { Context } from '#platform/context.ts';
import { readContact } from '../contacts.ts';
import { choiceRows } from '../topics/choices.sql.ts';
import * as queries from './queries.ts';

/** Everything that is known about one person, for them to read. */
export async function downloadData(ctx: Context, contactId: string): Promise<FileBody> {
  const { email, phone_e164, tags } = await readContact(ctx, contactId);
  const about: Record<string, unknown> = {};
  for (const table of await queries.tablesAboutContacts(ctx))
    about[table] = await queries.rowsAbout(ctx, table, contactId);
  const data = {
    contacts: [await queries.wholeContact(ctx, contactId)],
    tags: tags.map(({ name }) => name),
    import: await queries.importOf(ctx, contactId),
    suppressions: await queries.suppressionRows(ctx, email, phone_e164),
    topic_choices: await choiceRows(ctx, email.toLowerCase()),
    import_errors: await queries.refusedRows(ctx, email),
    ...about,
  };
  return { name: `contact_${contactId}.json`, type: 'application/json', content: asFile(data) };
}

async function* asFile(data: object): AsyncGenerator<string> {
  yield `${JSON.stringify(data, null, 2)}\n`;
}
