import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { email, type FilledForms, firstName, startFilledForms } from './filled-forms.ts';

vi.setConfig({ testTimeout: 120_000 });

let house: FilledForms;
beforeAll(async () => {
  house = await startFilledForms({ sends: true });
  await house.tier('system');
});
afterAll(() => house.close());

const note = { id: 'field_4', type: 'textarea', label: 'Message' };
const submit = (formId: string, body: unknown) => house.ask('POST', `/api/forms/${formId}/submit`, body);
const sentTo = (address: string) => house.api.mail.mails.filter(({ to }) => to === address);
const emailTo = (address: string, subject: RegExp) =>
  vi.waitFor(
    () => {
      const mail = sentTo(address).findLast((one) => subject.test(one.subject));
      if (!mail) throw new Error(`${address} has no such email yet.`);
      return mail;
    },
    { timeout: 60_000, interval: 50 },
  );
const own = () => house.admin.user;
const confirmAddress = () =>
  house.rows('update directory.users set email_confirmed_at = now() where id = $1', own().id);

describe('what the team is told', () => {
  test('is every answer as text, to the chosen people alone', async () => {
    await confirmAddress();
    const form = await house.create({
      fields: [firstName, email, note],
      settings: { title: 'Ask', notify: [own().id] },
    });
    const typed = '<script>alert(1)</script>\r\nBcc: victim@all.example';

    await submit(form.id, { field_1: '<b>Eve</b>', field_2: 'eve@told.example', field_4: typed });
    const { html, text, subject } = await emailTo(own().email, /New form submission/);

    expect(subject).toBe('New form submission');
    expect(html).not.toMatch(/<script|<b>Eve/);
    expect(html).toContain('&lt;b&gt;Eve&lt;/b&gt;');
    expect(text).toContain('Message: <script>alert(1)</script>');
    expect(text).toContain('Form: Bread club');
    expect(sentTo('victim@all.example')).toEqual([]);
  });

  test('comes together in a busy hour: ten emails, and nothing is left out', async () => {
    await confirmAddress();
    const form = await house.create({ settings: { title: 'Busy', notify: [own().id] } });
    await house.rows(
      'insert into form_notices (organization_id, form_id, sent) values ($1, $2, 10)',
      own().organizationId,
      form.id,
    );
    for (const name of ['a', 'b', 'c']) await submit(form.id, { field_2: `${name}@busy.example` });
    await house.submissions(form.id, 3);
    await vi.waitFor(async () => {
      const [row] = await house.rows('select waiting, sent from form_notices where form_id = $1', form.id);
      expect(row).toEqual({ waiting: 3, sent: 10 });
    }, 30_000);

    await house.rows(`update form_notices set hour_from = now() - interval '2 hours' where form_id = $1`, form.id);
    await house.rows(`update pgboss.job set start_after = now() where name = 'forms.tell-team' and state = 'created'`);
    const { text } = await emailTo(own().email, /3 new form submissions/);

    for (const name of ['a', 'b', 'c']) expect(text).toContain(`${name}@busy.example`);
  });

  test('goes to people of the team alone', async () => {
    const stranger = '0198b3a0-0000-7000-8000-000000000000';
    const body = { name: 'X', fields: [email], settings: { title: 'X', notify: [stranger] } };

    expect((await house.admin.request('POST', '/api/forms', body)).status).toBe(404);
  });
});

describe('the email that answers', () => {
  const answerEmail = {
    isOn: true,
    subject: 'Thank you, {{ first_name | default: "friend" }}',
    text: 'Hello {{ first_name }}\nSee you.',
  };
  const withAnswer = { fields: [firstName, email], settings: { title: 'Join', answerEmail } };

  test('speaks to the person, from the own sender, once however often the form is sent', async () => {
    const form = await house.create(withAnswer);
    for (let time = 0; time < 5; time += 1)
      await submit(form.id, { field_1: 'Hannah', field_2: 'hannah@answer.example' });
    await house.submissions(form.id, 5);
    const mail = await emailTo('hannah@answer.example', /Thank you/);

    expect(mail.subject).toBe('Thank you, Hannah');
    expect(mail.from).toMatch(/hello@ready\d+\.example/);
    expect(mail.text).toContain('Hello Hannah');
    expect(sentTo('hannah@answer.example')).toHaveLength(1);
  });

  test('carries no link or markup that a stranger typed into a name or a company', async () => {
    const text = `${answerEmail.text}\n{{ company | default: "your company" }}`;
    const form = await house.create({
      fields: [...withAnswer.fields, { id: 'field_4', type: 'text', label: 'Company' }],
      settings: { title: 'Join', answerEmail: { ...answerEmail, text } },
    });
    const typed = 'win at evil.example <img src=x>';
    await submit(form.id, { field_1: typed, field_2: 'victim@answer.example', field_4: typed });
    const mail = await emailTo('victim@answer.example', /Thank you/);

    expect(mail.subject).toBe('Thank you, friend');
    expect(mail.text).toContain('your company');
    expect(`${mail.text}${mail.html}`).not.toMatch(/evil\.example|<img src=x>/);
  });

  test('waits for the confirmation where the form asks for one, and reaches nobody who opted out', async () => {
    const settings = { ...withAnswer.settings, doubleOptIn: true };
    const form = await house.create({ ...withAnswer, settings });
    await house.admin.request('POST', '/api/suppressions', { address: 'out@answer.example' });
    await submit(form.id, { field_2: 'out@answer.example' });
    await submit(form.id, { field_1: 'Ada', field_2: 'ada@answer.example' });
    const { text } = await emailTo('ada@answer.example', /Confirm your subscription/);
    const before = sentTo('ada@answer.example').length;

    const path = /\/t\/f\/\S+/.exec(text)![0];
    await house.ask('POST', path, 'do=confirm', { 'content-type': 'application/x-www-form-urlencoded' });
    await emailTo('ada@answer.example', /Thank you, Ada/);

    expect(before).toBe(1);
    expect(sentTo('out@answer.example')).toEqual([]);
  });

  test('of a form that is deleted meanwhile goes to nobody, and holds up no other', async () => {
    const [gone, other] = [await house.create(withAnswer), await house.create(withAnswer)];
    await submit(gone.id, { field_1: 'Ada', field_2: 'gone@answer.example' });
    await emailTo('gone@answer.example', /Thank you, Ada/);
    const states = () => house.rows('select state, reason from form_emails where form_id = $1', gone.id);
    await vi.waitFor(async () => expect(await states()).toMatchObject([{ state: 'accepted' }]), { timeout: 60_000 });
    // As while the domain has sent what it may on this day.
    await house.rows(
      `update form_emails set state = 'pending', sent_at = null, next_attempt_at = now() + interval '1 hour' where form_id = $1`,
      gone.id,
    );
    await house.admin.request('DELETE', `/api/forms/${gone.id}`);
    await house.rows('update form_emails set next_attempt_at = now() where form_id = $1', gone.id);

    await submit(other.id, { field_1: 'Ben', field_2: 'other@answer.example' });
    await emailTo('other@answer.example', /Thank you, Ben/);

    await vi.waitFor(async () => expect(await states()).toEqual([{ state: 'suppressed', reason: 'form-deleted' }]), {
      timeout: 60_000,
    });
    expect(sentTo('gone@answer.example')).toHaveLength(1);
  });

  test.each([
    ['without words', { isOn: true, subject: '', text: 'Hello' }],
    ['with a merge field that is not closed', { isOn: true, subject: 'Hello', text: 'Hello {{ first_name' }],
    ['with a tag that could reach further', { isOn: true, subject: 'Hello', text: '{% include "x" %}' }],
  ])('cannot be published %s', async (_, answer) => {
    const body = { name: 'X', fields: [email], settings: { title: 'X', answerEmail: answer } };
    const { status, body: problem } = await house.admin.request('POST', '/api/forms', body);

    expect([status, Object.keys(problem.fields)]).toEqual([400, ['answerEmail']]);
  });

  test('comes from nobody else: a client without a sender of its own has none', async () => {
    const client = await house.admin.request('POST', '/api/clients', { name: 'Bakery' });
    const [whole, ofClient] = await Promise.all([
      house.admin.request('GET', '/api/form-sender'),
      house.admin.request('GET', `/api/form-sender?clientId=${client.body.id}`),
    ]);

    expect(whole.body.sender).toMatchObject({ email: expect.stringMatching(/^hello@ready/) });
    expect(ofClient.body).toEqual({ sender: null });
  });
});
