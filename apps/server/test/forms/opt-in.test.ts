import { createHash, randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { Recipients } from '@waggle/contracts/campaigns';
import { countAudience } from '#features/campaigns/audience/audience.ts';
import { backgroundContext } from '#platform/background-context.ts';
import { mayWriteTo } from '#features/forms/emails/limits.ts';
import { createRateLimits } from '#platform/rate-limits.ts';
import { casesOf } from '../harness/cases.ts';
import { email, type FilledForms, firstName, startFilledForms } from './filled-forms.ts';

vi.setConfig({ testTimeout: 180_000 });

let house: FilledForms;
beforeAll(async () => {
  house = await startFilledForms({ sends: true });
  await house.tier('system');
});
afterAll(() => house.close());

const box = { id: 'field_5', type: 'consent', label: 'Email me the weekly bake list', help: 'Unsubscribe any time.' };
const doubleOptIn = { settings: { title: 'Join', doubleOptIn: true }, fields: [firstName, email, box] };
const submit = (formId: string, body: unknown, headers?: Record<string, string>) =>
  house.ask('POST', `/api/forms/${formId}/submit`, body, headers);
const sentTo = (address: string) => house.api.mail.mails.filter(({ to }) => to === address);
const emailTo = (address: string) =>
  vi.waitFor(
    () => {
      const [mail] = sentTo(address);
      if (!mail) throw new Error(`${address} has no email yet.`);
      return mail;
    },
    { timeout: 60_000, interval: 50 },
  );
const contactOf = async (address: string) =>
  (await house.rows('select * from contacts where email = $1', address))[0] as Record<string, any>;
const consentBecomes = (address: string, state: string) =>
  vi.waitFor(async () => expect((await contactOf(address))['email_consent']).toBe(state), { timeout: 60_000 });

/** Somebody fills in a form with double opt-in; answers the path of the link in their email. */
async function asked(address: string, headers: Record<string, string> = {}) {
  const form = await house.create(doubleOptIn);
  await submit(form.id, { field_2: address, field_5: true }, headers);
  const { text } = await emailTo(address);
  return { form, path: /\/t\/f\/\S+/.exec(text)![0] };
}

/** As the page sends it. */
const press = (path: string, body = 'do=confirm') =>
  house.ask('POST', path, body, { 'content-type': 'application/x-www-form-urlencoded' });

const audience = async () => {
  const ctx = backgroundContext(house.database, house.admin.user.organizationId, 'test');
  return countAudience(ctx, { clientId: null, topicId: null }, Recipients.parse({ type: 'all' }));
};

describe('a form with double opt-in', () => {
  test('asks by email, in the name of its own verified sender, and nobody writes to them before they confirm', async () => {
    const before = await audience();
    const { form } = await asked('hannah@opt.example');
    const after = await audience();

    const message = await emailTo('hannah@opt.example');
    const contact = await contactOf('hannah@opt.example');
    const unconfirmed = ({ leftOut }: typeof after) =>
      leftOut.find(({ reason }) => reason === 'unconfirmed')?.people ?? 0;
    expect(contact).toMatchObject({ email_consent: 'pending', status: 'lead', source: 'form' });
    expect(after.recipients).toBe(before.recipients);
    expect(unconfirmed(after)).toBe(unconfirmed(before) + 1);
    expect(message.subject).toBe('Confirm your subscription');
    expect(message.from).toMatch(/hello@ready\d+\.example/);
    expect(message.html).toContain('Email me the weekly bake list');
    // Strangers learn nothing of what becomes of it.
    expect((await house.ask('GET', `/api/forms/${form.id}`)).body['settings']).not.toHaveProperty('doubleOptIn');
  });

  test('C4: a link that is only looked at confirms nothing; its button does, once', async () => {
    const { path, form } = await asked('looked@opt.example');
    const looks = [
      () => house.ask('GET', path),
      () => house.ask('HEAD', path),
      () => house.ask('GET', path, undefined, { 'sec-purpose': 'prefetch' }),
      () => house.ask('GET', `${path}?do=confirm`),
      () => press(path, ''),
      () => press(path, 'do=nothing'),
    ];
    const answers = [];
    for (let at = 0; at < casesOf(1_000); at += 1) answers.push((await looks[at % looks.length]!()).status);
    const state = (await contactOf('looked@opt.example'))['email_consent'];
    const page = await house.ask('GET', path);

    const confirmed = [await press(path), await press(path)];
    await consentBecomes('looked@opt.example', 'confirmed');

    const { id } = await contactOf('looked@opt.example');
    const proofs = await house.rows('select * from consents where contact_id = $1 order by created_at, id', id);
    const text = `${box.label}\n${box.help}`;
    const proof = {
      source: 'form',
      source_id: form.id,
      text_shown: text,
      text_version: 1,
      text_hash: createHash('sha256').update(text).digest(),
      ip_hash: expect.any(Buffer),
    };
    expect(new Set(answers)).toEqual(new Set([200]));
    expect(state).toBe('pending');
    expect(page.text).toContain('<form method="post"><button name="do" value="confirm">Confirm</button></form>');
    expect(page.headers.get('set-cookie')).toBeNull();
    expect(confirmed.map(({ status }) => status)).toEqual([200, 200]);
    expect(proofs).toMatchObject([
      { ...proof, state: 'pending' },
      { ...proof, state: 'confirmed' },
    ]);
    expect(JSON.stringify(proofs)).not.toContain('127.0.0.1');
    await vi.waitFor(
      async () =>
        expect(
          await house.rows(`select from inbox_events where kind = 'form-confirmation' and drained_at is null`),
        ).toEqual([]),
      30_000,
    );
    expect(await house.rows('select from consents where contact_id = $1', id)).toHaveLength(2);
  });

  test('takes no opt-out back, and confirms no other address', async () => {
    const { path } = await asked('left@opt.example');
    const { path: moved } = await asked('old@opt.example');
    const left = await contactOf('left@opt.example');
    const old = await contactOf('old@opt.example');
    await house.admin.request('POST', '/api/suppressions', { address: 'left@opt.example' });
    await house.admin.request('PUT', `/api/contacts/${old['id']}`, { email: 'new@opt.example' });

    await press(path);
    await press(moved);
    const { path: last } = await asked('last@opt.example');
    await press(last);
    // The drain goes in the order in which things happened.
    await consentBecomes('last@opt.example', 'confirmed');

    expect(await contactOf('left@opt.example')).toMatchObject({ status: 'unsubscribed', email_consent: 'pending' });
    expect(await contactOf('new@opt.example')).toMatchObject({ id: old['id'], email_consent: 'pending' });
    expect(await house.rows(`select from consents where contact_id = $1 and state = 'confirmed'`, left['id'])).toEqual(
      [],
    );
  });

  test('asks nobody who left the box empty, and nobody who opted out', async () => {
    await house.admin.request('POST', '/api/suppressions', { address: 'out@opt.example' });
    const form = await house.create(doubleOptIn);
    await submit(form.id, { field_2: 'out@opt.example', field_5: true });
    await submit(form.id, { field_2: 'empty@opt.example' });
    await house.submissions(form.id, 2);
    await asked('after@opt.example');

    expect(await contactOf('empty@opt.example')).toMatchObject({ email_consent: 'not_asked' });
    expect([...sentTo('out@opt.example'), ...sentTo('empty@opt.example')]).toEqual([]);
  });

  test('ends nothing for who could be written to before: a stranger may have typed their address', async () => {
    const body = { email: 'known@opt.example', consent: 'granted', basis: 'Fair' };
    await house.admin.request('POST', '/api/contacts', body);
    const { path } = await asked('known@opt.example');
    const state = (await contactOf('known@opt.example'))['email_consent'];
    await press(path);

    await consentBecomes('known@opt.example', 'confirmed');
    expect(state).toBe('granted');
  });

  test.each([
    ['es', 'Confirme su suscripción', 'Confirmar'],
    ['fr', 'Confirmez votre inscription', 'Confirmer'],
  ])('speaks the language of the visitor: %s', async (language, subject, button) => {
    const headers = { 'accept-language': `${language}-XX,en;q=0.5` };
    const { path } = await asked(`${language}@opt.example`, headers);
    const page = await house.ask('GET', path, undefined, headers);

    expect((await emailTo(`${language}@opt.example`)).subject).toBe(subject);
    expect(page.text).toContain(`>${button}</button>`);
  });

  test('knows forged links and old ones', async () => {
    const { path } = await asked('old-link@opt.example');
    const forged = await house.ask('GET', `${path.slice(0, -2)}xx`);
    const { id } = await contactOf('old-link@opt.example');
    await house.rows(`update form_emails set created_at = now() - interval '31 days' where contact_id = $1`, id);

    await press(path);
    const { path: last } = await asked('later-link@opt.example');
    await press(last);
    await consentBecomes('later-link@opt.example', 'confirmed');

    expect(forged.status).toBe(404);
    expect((await contactOf('old-link@opt.example'))['email_consent']).toBe('pending');
  });
});

/**
 * Somebody whose email found no sender. One that is still at work is trusted for a minute, so on a busy machine those of a few
 * submissions leave before it is asked for again.
 */
async function heldAddress(formId: string): Promise<string> {
  for (let at = 0; ; at += 1) {
    const address = `wait-${at}@opt.example`;
    await submit(formId, { field_2: address, field_5: true });
    const reason = await vi.waitFor(
      async () => {
        const contact = await contactOf(address);
        const [row] = await house.rows('select state, reason from form_emails where contact_id = $1', contact?.['id']);
        if (row?.['state'] === 'accepted' || row?.['reason'] === 'no-sender') return row['reason'];
        throw new Error(`The email is ${row?.['state']}: ${row?.['reason']}.`);
      },
      { timeout: 60_000, interval: 50 },
    );
    if (reason === 'no-sender') return address;
  }
}

describe('without a verified sender', () => {
  test('nothing leaves and the team is told; it leaves once there is one', async () => {
    await house.rows('update directory.users set email_confirmed_at = now() where id = $1', house.admin.user.id);
    const form = await house.create(doubleOptIn);
    await house.rows(`update sending_domains set state = 'failing'`);
    const address = await heldAddress(form.id);
    const events = await house.rows(`select payload from outbox_events where name = 'form.emails-held'`);
    const isQuiet = sentTo(address).length;
    await vi.waitFor(
      async () => {
        const { body } = await house.admin.request('GET', '/api/notifications');
        expect(body.items).toContainEqual(expect.objectContaining({ kind: 'form-emails-held', recordId: form.id }));
      },
      { timeout: 60_000 },
    );

    await house.rows(`update sending_domains set state = 'verified'`);
    await house.rows(
      `update form_emails set next_attempt_at = now() where form_id = $1 and state = 'pending'`,
      form.id,
    );
    await emailTo(address);

    expect(isQuiet).toBe(0);
    expect(events.map(({ payload }) => payload)).toContainEqual({ formId: form.id, clientId: null });
  });

  test('a form that sends email is refused with what is missing, until it sends none', async () => {
    const { id, draftVersion } = await house.create({ ...doubleOptIn, publish: false });
    const answerEmail = { isOn: true, subject: 'Thanks', text: 'We got it.' };
    await house.rows(`update sending_domains set state = 'failing'`);
    const refusals = await Promise.all([
      house.admin.request('POST', '/api/forms', { name: 'New', ...doubleOptIn }),
      house.admin.request('POST', '/api/forms', { name: 'New', ...doubleOptIn, settings: { title: 'X', answerEmail } }),
      house.admin.request('POST', `/api/forms/${id}/publish`, { draftVersion }),
      house.admin.request('PUT', `/api/forms/${id}`, { fields: doubleOptIn.fields }),
    ]);
    const without = await house.admin.request('PUT', `/api/forms/${id}`, { settings: { title: 'Join' } });
    await house.rows(`update sending_domains set state = 'verified'`);
    const withSender = await house.admin.request('PUT', `/api/forms/${id}`, { settings: doubleOptIn.settings });

    expect(refusals.map(({ status }) => status)).toEqual([400, 400, 400, 400]);
    expect(refusals.map(({ body }) => Object.keys(body.fields))).toEqual([
      ['doubleOptIn'],
      ['answerEmail'],
      ['doubleOptIn'],
      ['doubleOptIn'],
    ]);
    for (const { body } of refusals) expect(body.message).toMatch(/Add a sender on a verified domain in Settings/);
    expect([without.status, without.body.version, withSender.status, withSender.body.version]).toEqual([
      200, 1, 200, 2,
    ]);
  });
});

describe('a sender that is lost later', () => {
  test('keeps nobody from correcting a published form, and nothing more may be sent', async () => {
    const { id } = await house.create(doubleOptIn);
    await house.rows(`update sending_domains set state = 'failing'`);
    const [firstField, ...others] = doubleOptIn.fields;
    const corrected = await house.admin.request('PUT', `/api/forms/${id}`, {
      fields: [{ ...firstField!, label: 'Your first name' }, ...others],
    });
    const more = await house.admin.request('PUT', `/api/forms/${id}`, {
      settings: { ...doubleOptIn.settings, answerEmail: { isOn: true, subject: 'Thanks', text: 'We got it.' } },
    });
    await house.rows(`update sending_domains set state = 'verified'`);

    expect([corrected.status, corrected.body.version]).toEqual([200, 2]);
    expect([more.status, Object.keys(more.body.fields)]).toEqual([400, ['answerEmail']]);
  });
});

describe('T39 nobody fills a mailbox by means of forms', () => {
  test('one address in many forms gets one email a day of an organization', async () => {
    const forms = await Promise.all(Array.from({ length: 5 }, () => house.create(doubleOptIn)));
    const times = casesOf(1_000);
    for (let at = 0; at < times; at += 1)
      await submit(forms[at % forms.length]!.id, { field_2: 'victim@opt.example', field_5: true });
    for (const { id } of forms) await house.submissions(id, times / forms.length);
    await emailTo('victim@opt.example');

    const { id } = await contactOf('victim@opt.example');
    expect(await house.rows('select from form_emails where contact_id = $1', id)).toHaveLength(1);
    expect(sentTo('victim@opt.example')).toHaveLength(1);
  });

  test('and three of the whole installation', async () => {
    const pool = new pg.Pool({ connectionString: house.api.config.DATABASE_URL });
    const limits = createRateLimits(pool, false);
    const asks = await Promise.all(
      Array.from({ length: 8 }, () => {
        const ctx = backgroundContext(house.database, randomUUID(), 'test');
        return mayWriteTo(ctx, limits, { email: 'Victim@all.example', formId: randomUUID(), isConfirmed: false });
      }),
    );
    await pool.end();

    expect(asks.filter(Boolean)).toHaveLength(3);
  });
});
