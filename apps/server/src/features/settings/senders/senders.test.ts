import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Person, registerAdmin } from '../../../../test/harness/people.ts';
import { startTestApi, type TestApi } from '../../../../test/harness/test-api.ts';

let api: TestApi;
let admin: Person;
beforeAll(async () => {
  api = await startTestApi();
  admin = await registerAdmin(api);
  await admin.request('POST', '/api/sending/domains', { domain: 'shop.example' });
});
afterAll(() => api.close());

let count = 0;
const fresh = () => `sender${(count += 1)}@shop.example`;
const create = (body: object, person = admin) => person.request('POST', '/api/sending/senders', body);
const list = async (person = admin) => (await person.request('GET', '/api/sending/senders')).body.items;

async function clientOf(person: Person, name: string): Promise<string> {
  return (await person.request('POST', '/api/clients', { name })).body.id;
}
const lookAt = (person: Person, clientId: string | null) =>
  person.request('POST', '/api/auth/set-active-client', { clientId });

describe('a sender', () => {
  test('is on one of the domains, and says whether mail can leave from it', async () => {
    const answer = await create({ fromName: 'Maple & Rye', fromEmail: 'Hello@Shop.example' });

    expect(answer).toMatchObject({
      status: 201,
      body: {
        fromName: 'Maple & Rye',
        fromEmail: 'hello@shop.example',
        replyTo: null,
        isDefault: false,
        isReady: false,
      },
    });
  });

  test.each(['a@other.example', 'a@news.shop.example', 'a@notshop.example', 'a@shop.example.evil.example'])(
    'is refused on %s',
    async (fromEmail) => {
      const answer = await create({ fromName: 'Shop', fromEmail });

      expect(answer).toMatchObject({ status: 400, body: { fields: { fromEmail: expect.any(String) } } });
    },
  );

  test('keeps what a change leaves out', async () => {
    const { body } = await create({
      fromName: 'Shop',
      fromEmail: fresh(),
      replyTo: 'desk@else.example',
      isDefault: true,
    });

    const changed = await admin.request('PUT', `/api/sending/senders/${body.id}`, { fromName: 'Shop two' });

    expect(changed.body).toEqual({ ...body, fromName: 'Shop two' });
  });

  test('has an address of its own', async () => {
    const fromEmail = fresh();
    await create({ fromName: 'One', fromEmail });

    const again = await create({ fromName: 'Two', fromEmail: fromEmail.toUpperCase() });

    expect(again).toMatchObject({ status: 400, body: { code: 'already_exists' } });
  });

  test('is the default alone, however many become it at once', async () => {
    const made = await Promise.all(
      Array.from({ length: 10 }, () => create({ fromName: 'Shop', fromEmail: fresh(), isDefault: true })),
    );

    const defaults = (await list()).filter(({ isDefault }: { isDefault: boolean }) => isDefault);

    expect(new Set(made.map(({ status }) => status))).toEqual(new Set([201]));
    expect(defaults).toHaveLength(1);
  });

  test('of a client may use the domain of the organization, and each client has a default', async () => {
    const person = await registerAdmin(api);
    const [x, y] = [await clientOf(person, 'X'), await clientOf(person, 'Y')];
    await person.request('POST', '/api/sending/domains', { domain: 'agency.example' });
    await lookAt(person, x);
    await person.request('POST', '/api/sending/domains', { domain: 'x.example' });

    const own = await create({ fromName: 'X', fromEmail: 'a@x.example', isDefault: true }, person);
    const shared = await create({ fromName: 'X', fromEmail: 'x@agency.example' }, person);
    await lookAt(person, y);
    const foreign = await create({ fromName: 'Y', fromEmail: 'b@x.example' }, person);
    const other = await create({ fromName: 'Y', fromEmail: 'y@agency.example', isDefault: true }, person);
    const seenByY = await list(person);
    await lookAt(person, null);
    const all = await create({ fromName: 'X too', fromEmail: 'c@x.example' }, person);

    expect([own.body.clientId, shared.body.clientId, other.body.clientId, all.body.clientId]).toEqual([x, x, y, x]);
    expect(foreign.status).toBe(400);
    expect(seenByY).toHaveLength(1);
    expect((await list(person)).filter(({ isDefault }: { isDefault: boolean }) => isDefault)).toHaveLength(2);
  });
});

/** What turns one header or command into two, or an address into another. */
const injections = [
  '\r\nBcc: victim@example.com',
  '\nBcc: victim@example.com',
  '\rBcc: victim@example.com',
  '\r\n\r\nA body of my own',
  '\0',
  'a\0b',
  '\r\n.\r\nMAIL FROM:<evil@example.com>',
  '\r\nRCPT TO:<victim@example.com>',
  '\nSubject: other',
  '\u2028Bcc: victim@example.com',
  '\u2029Bcc: victim@example.com',
  '\u0085Bcc: victim@example.com',
  '\u000bBcc: victim@example.com',
  '\u000cBcc: victim@example.com',
  '\u001b[2J',
  '\u007f',
  '\u0000\r\nX: y',
  '\r\n X: folded',
  '\r\n\tX: folded',
  '\n\n<script>',
  'name\r',
  'na\rme',
  'na\nme',
  '\ud800',
  '\udfffx',
  'x\u0001',
  'x\u0008\u0008',
  '=?utf-8?q?=0d=0aBcc:?=\r\n',
  'a,b\r\n',
  '"quoted\r\nname"',
];

describe('T28 CR, LF, NUL and their kin', () => {
  const fields = ['fromName', 'fromEmail', 'replyTo'] as const;

  test('are refused in every field of a sender, new or changed', async () => {
    const { body: kept } = await create({ fromName: 'Shop', fromEmail: fresh() });
    const answers: { where: string; status: number }[] = [];
    for (const injection of injections)
      for (const field of fields) {
        const good = { fromName: 'Shop', fromEmail: fresh(), replyTo: 'desk@shop.example' };
        // In the middle, because blanks at the ends are cut off before anything is judged.
        const bad = field === 'fromName' ? `Sh${injection}op` : `de${injection}sk@shop.example`;
        const where = `${field} ${JSON.stringify(injection)}`;
        answers.push({ where, status: (await create({ ...good, [field]: bad })).status });
        const change = await admin.request('PUT', `/api/sending/senders/${kept.id}`, { [field]: bad });
        answers.push({ where: `PUT ${where}`, status: change.status });
      }

    expect(injections).toHaveLength(30);
    expect(answers).toHaveLength(30 * fields.length * 2);
    expect(answers.filter(({ status }) => status !== 400)).toEqual([]);
  });

  test('are in no sender whatever was typed', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary', maxLength: 120 }), async (fromName) => {
        const answer = await create({ fromName, fromEmail: fresh() });
        if (answer.status === 201) expect(answer.body.fromName).toMatch(/^[^\p{Cc}\p{Cs}\u2028\u2029]+$/u);
        else expect(answer.status).toBe(400);
      }),
      { numRuns: 60 },
    );
  });
});

/** Addresses that parsers read differently. */
const twoFaced = [
  '"a@evil.example"@shop.example',
  '"a b"@shop.example',
  'a(comment)@shop.example',
  'a@shop.example(comment)',
  '(x)a@shop.example',
  'a@[127.0.0.1]',
  'a@shop.example, b@evil.example',
  'a@shop.example;b@evil.example',
  'a@evil.example <a@shop.example>',
  '<a@shop.example>',
  'Name <a@shop.example>',
  'a@evil.example@shop.example',
  'a@@shop.example',
  '@evil.example:a@shop.example',
  'a%evil.example@shop.example x',
  'a\\@evil.example@shop.example',
  'a @shop.example',
  'a@ shop.example',
  'a@shop.example.',
  'a@.shop.example',
  'a@shop..example',
  'a@-shop.example',
  'mailto:a@shop.example',
  'xyz@shop.example?bcc=b@evil.example',
  'group: a@shop.example;',
  'a@shop.example\u200b',
  'а@shop.example',
  'a@ѕhop.example',
  'a@shop。example',
  `${'a'.repeat(65)}@shop.example`,
];

describe('T29 an address that could be read as another one', () => {
  test('is refused as from and as reply-to', async () => {
    const answers = await Promise.all(
      twoFaced.flatMap((address) => [
        create({ fromName: 'Shop', fromEmail: address }),
        create({ fromName: 'Shop', fromEmail: fresh(), replyTo: address }),
      ]),
    );

    expect(answers).toHaveLength(60);
    expect(answers.filter(({ status }) => status !== 400)).toEqual([]);
  });
});

describe('T30 a long address', () => {
  test('is refused before any parser sees it', async () => {
    const bodies = [
      `${'a'.repeat(60_000)}@shop.example`,
      `${'a.'.repeat(30_000)}@shop.example`,
      `a@${'a.'.repeat(30_000)}example`,
    ];
    await create({ fromName: 'Warm', fromEmail: bodies[0] });

    const times: number[] = [];
    for (const fromEmail of bodies) {
      const before = process.cpuUsage();
      const answer = await create({ fromName: 'Shop', fromEmail });
      const { user, system } = process.cpuUsage(before);
      times.push((user + system) / 1_000);
      expect(answer.status).toBe(400);
    }
    const megabyte = await create({ fromName: 'Shop', fromEmail: 'a'.repeat(1_048_576) });

    expect(Math.min(...times)).toBeLessThan(20);
    expect(megabyte.status).toBe(413);
  });
});
