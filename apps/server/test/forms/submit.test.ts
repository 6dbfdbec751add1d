import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { day, email, type FilledForms, firstName, startFilledForms } from './filled-forms.ts';

let house: FilledForms;
beforeAll(async () => {
  house = await startFilledForms();
  await house.tier('system');
});
afterAll(() => house.close());

const submit = (formId: string, body: unknown, headers?: Record<string, string>) =>
  house.ask('POST', `/api/forms/${formId}/submit`, body, headers);

describe('a published form', () => {
  test('says what it asks, and nothing of what becomes of the answers', async () => {
    const tag = await house.admin.request('POST', '/api/tags', { name: 'Bread club' });
    const { id } = await house.create({
      tagIds: [tag.body.id],
      fields: [{ ...email, tagIds: [tag.body.id], fills: 'email' }],
      settings: { title: 'Join', notify: [house.admin.user.id] },
    });

    const { status, headers, body } = await house.ask('GET', `/api/forms/${id}`);

    expect(status).toBe(200);
    expect(Object.keys(body).toSorted()).toEqual(['fields', 'id', 'isActive', 'pages', 'settings', 'version']);
    expect(JSON.stringify(body)).not.toMatch(/tagIds|fills|organization|client/);
    expect(body['settings']).toEqual({
      title: 'Join',
      description: '',
      submitText: 'Submit',
      thankYouMessage: 'Thank you for your submission!',
      redirectUrl: '',
    });
    const page = await house.ask('GET', `/forms/${id}`);
    expect(page.text).not.toMatch(/notify|answerEmail|doubleOptIn/);
    for (const secret of [house.admin.user.id, tag.body.id]) expect(page.text).not.toContain(secret);
    expect([headers.get('set-cookie'), headers.get('cache-control')]).toEqual([null, 'no-store']);
  });

  test('is filled in: submission, contact, tags and timeline are there, once', async () => {
    const all = await house.admin.request('POST', '/api/tags', { name: 'All forms' });
    const friday = await house.admin.request('POST', '/api/tags', { name: 'Answered day' });
    const { id } = await house.create({
      tagIds: [all.body.id],
      fields: [firstName, email, { ...day, tagIds: [friday.body.id] }],
    });

    const answer = await submit(id, {
      field_1: ' Hannah ',
      field_2: 'hannah@forms.example',
      field_3: 'Friday',
      email: 'x@y.example',
    });

    expect([answer.status, answer.body]).toEqual([
      200,
      { thankYouMessage: 'Thank you for your submission!', redirectUrl: '' },
    ]);
    const [kept] = await house.submissions(id, 1);
    expect(kept).toMatchObject({
      version: 1,
      outcome: 'created',
      answers: { field_1: 'Hannah', field_2: 'hannah@forms.example', field_3: 'Friday' },
    });
    const contact = await house.admin.request('GET', `/api/contacts/${kept!['contact_id']}`);
    expect(contact.body).toMatchObject({
      email: 'hannah@forms.example',
      firstName: 'Hannah',
      source: 'form',
      status: 'lead',
    });
    expect(contact.body.tags.map(({ name }: { name: string }) => name).toSorted()).toEqual([
      'All forms',
      'Answered day',
    ]);
    const lines = await house.rows(
      'select type, ref_id, data from contact_activity where contact_id = $1 and type = $2',
      kept!['contact_id'],
      'form.submitted',
    );
    expect(lines).toEqual([
      { type: 'form.submitted', ref_id: id, data: { name: 'Bread club', submissionId: kept!['id'] } },
    ]);
    const timeline = await house.admin.request('GET', `/api/contacts/${kept!['contact_id']}/activity`);
    expect(timeline.body.items).toContainEqual(
      expect.objectContaining({ type: 'form.submitted', subject: { id, name: 'Bread club' } }),
    );
    const draft = await house.admin.request('GET', `/api/forms/${id}/draft`);
    const versions = await house.admin.request('GET', `/api/forms/${id}/versions`);
    expect([draft.body.submissions, versions.body.items[0].submissions]).toEqual([1, 1]);
  });

  test('fills in what is missing of somebody known, and overwrites nothing', async () => {
    const works = {
      field: { id: 'field_5', type: 'text', label: 'Where do you work?', fills: 'company' },
      answer: 'Lindqvist Design',
    };
    const known = await house.admin.request('POST', '/api/contacts', {
      email: 'theo@forms.example',
      firstName: 'Theodor',
    });
    const { id } = await house.create({
      fields: [firstName, email, { id: 'field_4', type: 'text', label: 'Last name' }, works.field],
    });

    await submit(id, { field_1: 'Theo', field_2: 'THEO@forms.example', field_4: 'Lindqvist', field_5: works.answer });

    const [kept] = await house.submissions(id, 1);
    expect(kept).toMatchObject({ outcome: 'known', contact_id: known.body.id });
    const { body } = await house.admin.request('GET', `/api/contacts/${known.body.id}`);
    expect(body).toMatchObject({
      email: 'theo@forms.example',
      firstName: 'Theodor',
      lastName: 'Lindqvist',
      company: 'Lindqvist Design',
    });
  });

  test('says the same to whoever opted out, who stays so', async () => {
    const gone = await house.admin.request('POST', '/api/contacts', { email: 'gone@forms.example' });
    await house.admin.request('POST', '/api/suppressions', {
      channel: 'email',
      addresses: ['gone@forms.example'],
      reason: 'unsubscribed',
    });
    await house.rows(`update contacts set status = 'unsubscribed' where id = $1`, gone.body.id);
    const { id } = await house.create();

    const answer = await submit(id, { field_2: 'gone@forms.example' });

    expect([answer.status, answer.body['thankYouMessage']]).toEqual([200, 'Thank you for your submission!']);
    const [kept] = await house.submissions(id, 1);
    expect(kept!['outcome']).toBe('blocked');
    const [contact] = await house.rows('select status from contacts where id = $1', gone.body.id);
    expect(contact).toEqual({ status: 'unsubscribed' });
  });

  test('keeps what was sent without an address, and when the plan is full', async () => {
    const { id } = await house.create({ fields: [firstName, { ...email, required: false }] });
    await submit(id, { field_1: 'Nobody' });
    await house.submissions(id, 1);
    await house.rows(
      `insert into contacts (organization_id, email, status) select $1, 'full' || n || '@forms.example', 'active' from generate_series(1, 110) n`,
      house.admin.user.organizationId,
    );
    await house.tier('lite');
    try {
      expect((await submit(id, { field_2: 'one.more@forms.example' })).status).toBe(200);
      const kept = await house.submissions(id, 2);
      expect(kept.map(({ outcome, contact_id }) => [outcome, contact_id])).toEqual([
        ['no-address', null],
        ['over-limit', null],
      ]);
    } finally {
      await house.tier('system');
    }
  });

  test('outlives its contact, and goes with the person when they are erased, and with the form', async () => {
    const { id } = await house.create();
    const count = async () =>
      (await house.rows('select count(*)::int from form_submissions where form_id = $1', id))[0];
    await submit(id, { field_2: 'erased@forms.example' });
    const [kept] = await house.submissions(id, 1);
    const events = await house.rows(`select payload::text from inbox_events where subject_id = $1`, id);
    expect(JSON.stringify(events)).not.toContain('erased@forms.example');

    expect((await house.admin.request('DELETE', `/api/contacts/${kept!['contact_id']}`)).status).toBe(200);
    expect(await count()).toEqual({ count: 1 });
    await submit(id, { field_2: 'erased@forms.example' });
    const [, again] = await house.submissions(id, 2);
    const erased = await house.admin.request('POST', `/api/contacts/${again!['contact_id']}/erase`, {
      email: 'erased@forms.example',
    });

    expect([erased.status, await count()]).toEqual([204, { count: 0 }]);
    expect((await house.admin.request('GET', `/api/forms/${id}/draft`)).body.submissions).toBe(0);
    await house.admin.request('DELETE', `/api/forms/${id}`);
    await vi.waitFor(async () => expect((await house.ask('GET', `/api/forms/${id}`)).status).toBe(404), {
      timeout: 30_000,
    });
  });

  test('goes along when two contacts are merged', async () => {
    const { id } = await house.create();
    for (const name of ['one', 'other']) await submit(id, { field_2: `${name}@forms.example` });
    const [one, other] = await house.submissions(id, 2);
    await house.admin.request('POST', `/api/contacts/${one!['contact_id']}/merge`, { otherId: other!['contact_id'] });
    const owners = await house.rows('select distinct contact_id from form_submissions where form_id = $1', id);
    expect(owners).toEqual([{ contact_id: one!['contact_id'] }]);
  });
});

describe('consent (C14)', () => {
  const box = { id: 'field_5', type: 'consent', label: 'Email me the weekly bake list', help: 'Unsubscribe any time.' };
  const consentOf = async (address: string) =>
    (await house.rows('select email_consent from contacts where email = $1', address))[0]!['email_consent'];
  const proofs = (address: string) =>
    house.rows(
      `select channel, state, text_shown, source, source_id from consents where contact_id = (select id from contacts where email = $1)`,
      address,
    );

  test('who leaves the box empty, or is not asked, gets no email; who ticks it does, with the words as proof', async () => {
    const { id } = await house.create({ fields: [email, box] });
    const { id: without } = await house.create({ fields: [email] });
    await submit(id, { field_2: 'empty@consent.example' });
    await submit(id, { field_2: 'ticked@consent.example', field_5: true });
    await submit(without, { field_2: 'unasked@consent.example' });
    await house.submissions(id, 2);
    await house.submissions(without, 1);

    const states = await Promise.all(
      ['empty', 'ticked', 'unasked'].map((name) => consentOf(`${name}@consent.example`)),
    );
    expect(states).toEqual(['not_asked', 'granted', 'not_asked']);
    expect(await proofs('ticked@consent.example')).toEqual([
      {
        channel: 'email',
        state: 'granted',
        text_shown: 'Email me the weekly bake list\nUnsubscribe any time.',
        source: 'form',
        source_id: id,
      },
    ]);
    expect(await proofs('empty@consent.example')).toEqual([]);
  });

  test('a box that a stranger ticks takes no withdrawal back, and an empty one takes nothing away', async () => {
    const { id } = await house.create({ fields: [email, box] });
    for (const state of ['withdrawn', 'confirmed'])
      await house.rows(
        `insert into contacts (organization_id, email, status, email_consent) values ($1, $2, 'active', $3)`,
        house.admin.user.organizationId,
        `${state}@consent.example`,
        state,
      );
    await submit(id, { field_2: 'withdrawn@consent.example', field_5: true });
    await submit(id, { field_2: 'confirmed@consent.example' });
    await house.submissions(id, 2);

    expect([await consentOf('withdrawn@consent.example'), await consentOf('confirmed@consent.example')]).toEqual([
      'withdrawn',
      'confirmed',
    ]);
    expect(await proofs('withdrawn@consent.example')).toEqual([]);
  });
});

test('submissions are listed newest first, page by page, with how many there are', async () => {
  const { id } = await house.create();
  for (const name of ['first', 'second', 'third']) {
    await submit(id, { field_1: name, field_2: `${name}@list.example`, field_3: 'Friday' });
    await house.submissions(id, 1);
  }
  const all = await house.submissions(id, 3);
  await house.admin.request('DELETE', `/api/contacts/${all[0]!['contact_id']}`);

  const newest = await house.admin.request('GET', `/api/forms/${id}/submissions?limit=2`);
  const rest = await house.admin.request(
    'GET',
    `/api/forms/${id}/submissions?limit=2&cursor=${newest.body.nextCursor}`,
  );

  const names = ({ body }: typeof newest) =>
    body.items.map(({ data }: { data: Record<string, string> }) => data['field_1']);
  expect([names(newest), names(rest), newest.body.total, rest.body.nextCursor]).toEqual([
    ['third', 'second'],
    ['first'],
    3,
    null,
  ]);
  expect(newest.body.items[0]).toEqual({
    id: all[2]!['id'],
    createdAt: (all[2]!['submitted_at'] as Date).toISOString(),
    data: { field_1: 'third', field_2: 'third@list.example', field_3: 'Friday' },
    contactId: all[2]!['contact_id'],
    version: 1,
    outcome: 'created',
    touch: null,
  });
  expect(rest.body.items[0].contactId).toBeNull();
});

describe('what visitors are told', () => {
  test('by field, in their language', async () => {
    const { id } = await house.create();
    const wrong = { field_2: 'hannah@gmail', field_3: 'Sunday' };
    const english = await submit(id, wrong);
    const french = await submit(id, {}, { 'accept-language': 'fr-CH, fr;q=0.9' });
    expect([english.status, english.body]).toEqual([
      400,
      {
        code: 'invalid_input',
        message: 'Please enter a valid email address',
        fields: { field_2: 'Please enter a valid email address', field_3: 'Choose one of the options' },
      },
    ]);
    expect(french.body['message']).toBe('Email : ce champ est obligatoire');
  });

  test('of a form that is off, gone or never was', async () => {
    const { id } = await house.create();
    await house.ask('GET', `/api/forms/${id}`);
    await house.admin.request('PUT', `/api/forms/${id}`, { isActive: false });
    const off = await vi.waitFor(
      async () => {
        const answer = await submit(id, { field_2: 'a@b.example' });
        if (answer.status === 200) throw new Error('still on');
        return answer;
      },
      { timeout: 30_000 },
    );
    expect([off.status, off.body['message']]).toEqual([410, 'This form is currently inactive.']);
    for (const odd of ['0197e5a0-0000-7000-8000-000000000001', 'nonsense', '%00', '../contacts'])
      expect((await house.ask('GET', `/api/forms/${odd}`)).status).toBe(404);
    const draft = await house.create({ publish: false });
    expect((await house.ask('GET', `/api/forms/${draft.id}`)).status).toBe(404);
  });

  test('of a form that changed while they filled it in: the version before is taken for a day', async () => {
    const { id } = await house.create();
    await house.admin.request('PUT', `/api/forms/${id}`, { fields: [email] });
    await vi.waitFor(async () => expect((await house.ask('GET', `/api/forms/${id}`)).body['version']).toBe(2), {
      timeout: 30_000,
    });

    const before = await house.ask('POST', `/api/forms/${id}/submit?version=1`, {
      field_2: 'v1@forms.example',
      field_3: 'Friday',
    });
    const now = await house.ask('POST', `/api/forms/${id}/submit?version=2`, { field_2: 'v2@forms.example' });
    const never = await house.ask('POST', `/api/forms/${id}/submit?version=3`, { field_2: 'v3@forms.example' });

    expect([before.status, now.status, never.status]).toEqual([200, 200, 409]);
    const kept = await house.submissions(id, 2);
    expect(kept.map(({ version, answers }) => [version, Object.keys(answers as object)])).toEqual([
      [1, ['field_2', 'field_3']],
      [2, ['field_2']],
    ]);
  });
});

test('B09, T32: what is no answer is refused, and nothing of it is kept', async () => {
  const { id } = await house.create();
  const good = { field_2: 'good@forms.example' };
  const deep = `${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`;
  const odd = [
    '__proto__',
    'constructor',
    'prototype',
    'toString',
    'valueOf',
    'hasOwnProperty',
    '__defineGetter__',
    'field_99',
    'field_2 ',
    'FIELD_2',
    '',
  ];
  const bodies: [unknown, number][] = [
    ...odd.map((key) => [`{"field_2":"a@b.example",${JSON.stringify(key)}:"x"}`, 400] as [unknown, number]),
    [{ ...good, field_2: ['good@forms.example'] }, 400],
    [{ ...good, field_2: { toString: 'x' } }, 400],
    [{ ...good, field_2: 1e21 }, 400],
    [`{"field_2":1e400}`, 400],
    [`{"field_2":-0}`, 400],
    [`{"field_2":NaN}`, 400],
    [{ ...good, field_1: 'x'.repeat(501) }, 400],
    [{ ...good, field_1: 'two\nlines' }, 400],
    [{ ...good, field_1: 'nul\u0000' }, 400],
    [{ ...good, field_3: 'Friday x' }, 400],
    [Object.fromEntries(Array.from({ length: 10_000 }, (_, at) => [`field_${at + 10}`, 'x'])), 400],
    [deep, 400],
    ['[]', 400],
    ['null', 400],
    ['"text"', 400],
    ['', 400],
    ['{', 400],
    [`{"field_1":"${'x'.repeat(262_145)}"}`, 413],
  ];
  for (const [body, status] of bodies) {
    const shown = (typeof body === 'string' ? body : JSON.stringify(body)).slice(0, 60);
    expect((await submit(id, body)).status, shown).toBe(status);
  }
  for (const type of ['text/plain', 'multipart/form-data; boundary=x', 'application/xml'])
    expect((await submit(id, JSON.stringify(good), { 'content-type': type })).status).toBe(415);
  expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  expect((await submit(id, good)).status).toBe(200);
  expect(await house.submissions(id, 1)).toHaveLength(1);
});
