import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { email, type FilledForms, firstName, startFilledForms } from '../../../../test/forms/filled-forms.ts';
import { type Entry, type FormSendsEntry, packSend } from '#platform/installation/entries.ts';
import { unguarded } from '#platform/installation/installation.ts';
import { doubtFormEmails, listFormEmails, replayFormEmails } from './restore.ts';

vi.setConfig({ testTimeout: 120_000 });

let house: FilledForms;
const noted: Entry[] = [];
beforeAll(async () => {
  const note = (entry: Entry) => noted.push(entry) > 0;
  house = await startFilledForms({ sends: true, installation: { ...unguarded, note } });
}, 120_000);
afterAll(() => house.close());

const box = { id: 'field_5', type: 'consent', label: 'Email me the weekly bake list' };
const organizationId = () => house.admin.user.organizationId;
const waiting = async (states: readonly string[]) => {
  const ids: string[] = [];
  for (const state of states)
    ids.push(
      (
        await house.rows(
          `insert into form_emails (organization_id, form_id, submission_id, version, kind, contact_id, address_hash, receiver, locale, state, next_attempt_at)
           values ($1, new_id(), new_id(), 1, 'answer', new_id(), sha256('one'), 'kept.example', 'en', $2, now() + interval '1 day') returning id`,
          organizationId(),
          state,
        )
      )[0]!['id'] as string,
    );
  return ids;
};
const statesOf = async (ids: readonly string[]) => {
  const rows = await house.rows('select id, state from form_emails where id = any($1)', ids);
  return ids.map((id) => rows.find((row) => row['id'] === id)?.['state']);
};

test('P5: an email of a form that left after the backup does not leave again', async () => {
  const form = await house.create({ settings: { title: 'Join', doubleOptIn: true }, fields: [firstName, email, box] });
  const sent = () => house.api.mail.mails.filter(({ to }) => to === 'once@left.example').length;
  const row = async () =>
    (await house.rows('select id, state from form_emails where form_id = $1', form.id))[0] as {
      id: string;
      state: string;
    };
  await house.ask('POST', `/api/forms/${form.id}/submit`, { field_2: 'once@left.example', field_5: true });
  await vi.waitFor(async () => expect((await row()).state).toBe('accepted'), { timeout: 60_000, interval: 50 });

  // As the backup has it; the look for due emails comes before the journal is read.
  await house.rows(
    `update form_emails set state = 'pending', sent_at = null, next_attempt_at = now() + interval '1 hour' where form_id = $1`,
    form.id,
  );
  await replayFormEmails(
    house.database,
    noted.filter((entry): entry is FormSendsEntry => entry.k === 'form-sends'),
  );

  expect(sent()).toBe(1);
  expect(await row()).toMatchObject({ state: 'accepted' });
});

test('P5: what a journal says of emails of forms holds in order, also when it is read twice', async () => {
  const ids = await waiting(['pending', 'pending', 'offering', 'pending', 'accepted']);
  const [accepted, unsure, refused, putOff, known] = ids as [string, string, string, string, string];
  const entries: FormSendsEntry[] = [
    [packSend('o', accepted, accepted), packSend('o', unsure, unsure), packSend('o', putOff, putOff)],
    [packSend('a', accepted), packSend('f', refused), packSend('o', known, known)],
    [packSend('p', putOff)],
  ].map((sends) => ({ k: 'form-sends', organizationId: organizationId(), sends }));

  for (const entry of entries) await replayFormEmails(house.database, [entry]);
  await replayFormEmails(house.database, entries);

  expect(await statesOf(ids)).toEqual(['accepted', 'uncertain', 'failed', 'pending', 'accepted']);
});

test('P5: with a journal missing, emails of forms that wait are in doubt', async () => {
  const ids = await waiting(['pending', 'claimed', 'accepted']);
  const before = (await listFormEmails(house.database)).find((row) => row.organizationId === organizationId())!;
  const doubted = await doubtFormEmails(house.database);

  expect(await statesOf(ids)).toEqual(['uncertain', 'uncertain', 'accepted']);
  expect(doubted).toBe(before.waiting);
  expect(await listFormEmails(house.database)).toEqual([]);
});
