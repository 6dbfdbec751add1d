import { parseDocument } from 'htmlparser2';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { day, email, type FilledForms, firstName, startFilledForms } from './filled-forms.ts';

let house: FilledForms;
beforeAll(async () => {
  house = await startFilledForms();
  await house.tier('system');
});
afterAll(() => house.close());

type Element = { name?: string; attribs?: Record<string, string>; children?: Element[] };
const elementsOf = (nodes: Element[] = []): { name: string; attribs: Record<string, string> }[] =>
  nodes.flatMap(({ name, attribs, children }) => [
    ...(name && attribs ? [{ name, attribs }] : []),
    ...elementsOf(children),
  ]);

/** A page as a browser without scripts has it. */
function pageOf({ status, headers, text: html }: Awaited<ReturnType<FilledForms['ask']>>) {
  const all = elementsOf(parseDocument(html).children as unknown as Element[]);
  const typed = all.filter(({ name, attribs }) => name === 'input' && attribs['type'] === 'hidden');
  return {
    status,
    headers,
    html,
    all,
    text: html.replaceAll(/<style>.*?<\/style>/gs, '').replaceAll(/<[^>]*>/g, ' '),
    asks: all.flatMap(({ attribs }) =>
      attribs['type'] !== 'hidden' && attribs['name']?.startsWith('field_') ? attribs['name'] : [],
    ),
    hidden: Object.fromEntries(typed.map(({ attribs }) => [attribs['name']!, attribs['value']!])),
  };
}
const open = async (path: string, headers: Record<string, string> = {}) =>
  pageOf(await house.ask('GET', path, undefined, headers));
const post = async (formId: string, fields: Record<string, string>) => {
  const type = { 'content-type': 'application/x-www-form-urlencoded' };
  return pageOf(await house.ask('POST', `/forms/${formId}`, new URLSearchParams(fields).toString(), type));
};

const time = {
  id: 'field_4',
  type: 'select',
  label: 'Friday pickup time',
  required: true,
  options: ['Before noon', 'After 4 PM'],
  visibleWhen: { match: 'all', conditions: [{ fieldId: 'field_3', op: 'is', value: 'Friday' }] },
};
const consent = {
  id: 'field_5',
  type: 'consent',
  label: 'Email me the weekly bake list',
  help: 'Unsubscribe with one click.',
};
const pages = [
  { id: 'page_1', title: 'About you', fieldIds: ['field_1', 'field_2'] },
  { id: 'page_2', title: 'Your loaf', fieldIds: ['field_3', 'field_4', 'field_5'] },
];

describe('the page of a form', () => {
  test('is whole without a script, in the brand and with the words of its author', async () => {
    const settings = {
      title: 'Join the bread club',
      description: 'One loaf.\nEvery week.',
      submitText: 'Save my loaf',
    };
    const { id } = await house.create({ fields: [{ ...firstName, half: true }, email, day, consent], settings });

    const page = await open(`/forms/${id}`);

    expect(page.status).toBe(200);
    expect(page.asks).toEqual(['field_1', 'field_2', 'field_3', 'field_3', 'field_5']);
    for (const words of [
      'Join the bread club',
      'One loaf.',
      'Every week.',
      'Save my loaf',
      'Pickup day',
      'Fields marked * are required.',
    ])
      expect(page.text).toContain(words);
    // The one script is our own file with its data, and the page above is whole without it.
    expect(page.all.filter(({ name }) => name === 'script').map(({ attribs }) => attribs)).toEqual([
      { src: '/forms/page.js', defer: '' },
      { type: 'application/json', id: 'waggle-form' },
    ]);
    expect(page.headers.get('set-cookie')).toBeNull();
    expect(page.headers.get('x-frame-options')).toBeNull();
    expect(page.headers.get('content-security-policy')).toMatch(
      /^default-src 'none';.*form-action 'self'; frame-ancestors \*$/,
    );
  });

  test('is sent, thanks, and goes on after two seconds', async () => {
    const { id } = await house.create({ settings: { title: 'Join', redirectUrl: 'https://maple.example/welcome' } });
    const { hidden } = await open(`/forms/${id}`);

    const sent = await post(id, {
      ...hidden,
      field_1: 'Hannah',
      field_2: 'hannah@pages.example',
      field_3: 'Friday',
      go: 'on',
    });

    const thanks = pageOf(await house.ask('GET', `/forms/${id}?sent=1`));
    expect(sent.text).toContain('Thank You!');
    expect(thanks.text).toContain('Thank you for your submission!');
    expect(thanks.text).toContain('Redirecting you shortly...');
    expect(thanks.html).toContain('<meta http-equiv="refresh" content="2;url=https://maple.example/welcome">');
    const [kept] = await house.submissions(id, 1);
    expect(kept).toMatchObject({ outcome: 'created', answers: { field_1: 'Hannah', field_3: 'Friday' } });
  });

  test('keeps what was typed and says at each field what is wrong, in the language of the visitor', async () => {
    const { id } = await house.create();
    const { hidden } = await open(`/forms/${id}`);
    const wrong = await post(id, { ...hidden, field_1: 'Hannah "H"', field_2: 'hannah@gmail', go: 'on' });
    const french = await open(`/forms/${id}`, { 'accept-language': 'fr' });

    expect(wrong.status).toBe(400);
    expect(wrong.text).toContain('Please enter a valid email address');
    const field = (name: string) => wrong.all.find(({ attribs }) => attribs['name'] === name)!.attribs;
    expect(field('field_1')['value']).toBe('Hannah "H"');
    expect(field('field_2')).toMatchObject({
      value: 'hannah@gmail',
      'aria-invalid': 'true',
      'aria-describedby': 'field_2-error',
    });
    expect(french.text).toContain('Les champs marqués d’un * sont obligatoires.');
  });

  test('goes page by page, on and back, and shows a field when its condition is met', async () => {
    const { id } = await house.create({ fields: [firstName, email, day, time, consent], pages });
    const first = await open(`/forms/${id}`);
    const missing = await post(id, { ...first.hidden, field_1: 'Theo', field_2: '', go: 'on' });
    const second = await post(id, { ...first.hidden, field_1: 'Theo', field_2: 'theo@pages.example', go: 'on' });
    const friday = await post(id, { ...second.hidden, field_3: 'Friday', field_5: 'true', go: 'on' });
    const unchosen = await post(id, { ...friday.hidden, field_3: 'Friday', field_4: '', field_5: 'true', go: 'on' });
    const back = await post(id, {
      ...friday.hidden,
      field_3: 'Friday',
      field_4: 'After 4 PM',
      field_5: 'true',
      go: 'back',
    });
    const again = await post(id, { ...back.hidden, field_1: 'Theo', field_2: 'theo@pages.example', go: 'on' });
    const sent = await post(id, {
      ...again.hidden,
      field_3: 'Friday',
      field_4: 'After 4 PM',
      field_5: 'true',
      go: 'on',
    });

    expect([first.asks, first.text.includes('Step 1 of 2')]).toEqual([['field_1', 'field_2'], true]);
    expect([missing.status, missing.text.includes('Email is required')]).toEqual([400, true]);
    expect([second.asks, second.text.includes('Your loaf')]).toEqual([['field_3', 'field_3', 'field_5'], true]);
    expect([friday.status, friday.asks.includes('field_4'), friday.text.includes('is required')]).toEqual([
      200,
      true,
      false,
    ]);
    expect(unchosen.text).toContain('Friday pickup time is required');
    expect([back.asks, back.hidden['field_4']]).toEqual([['field_1', 'field_2'], 'After 4 PM']);
    expect(again.asks).toContain('field_4');
    expect(sent.text).toContain('Thank You!');
    const [kept] = await house.submissions(id, 1);
    expect(kept!['answers']).toEqual({
      field_1: 'Theo',
      field_2: 'theo@pages.example',
      field_3: 'Friday',
      field_4: 'After 4 PM',
      field_5: true,
    });
  });

  test('takes values of hidden fields from its address', async () => {
    const hidden = { id: 'field_6', type: 'hidden', label: 'Campaign', parameter: 'utm_campaign', value: 'none' };
    const { id } = await house.create({ fields: [email, hidden] });
    expect((await open(`/forms/${id}?utm_campaign=spring&field_2=x`)).hidden['field_6']).toBe('spring');
    expect((await open(`/forms/${id}`)).hidden['field_6']).toBe('none');
  });

  test('stays in the frames its author named (T35)', async () => {
    const { id } = await house.create({ allowedOrigins: ['https://maple.example/shop', 'bakery.example'] });
    const policy = (await open(`/forms/${id}`)).headers.get('content-security-policy');
    expect(policy).toContain("frame-ancestors 'self' https://maple.example https://bakery.example");
  });

  test('says what the specification says when there is no form', async () => {
    const { id } = await house.create();
    await open(`/forms/${id}`);
    await house.admin.request('PUT', `/api/forms/${id}`, { isActive: false });
    await vi.waitFor(
      async () => expect((await open(`/forms/${id}`)).text).toContain('This form is currently inactive.'),
      { timeout: 30_000 },
    );
    const none = await open('/forms/');
    const unknown = await open('/forms/0197e5a0-0000-7000-8000-000000000001');
    expect([
      none.text.includes('Form Not Found'),
      none.html.includes('The form you&#39;re looking for doesn&#39;t exist.'),
    ]).toEqual([true, true]);
    expect([
      unknown.status,
      unknown.text.includes('Form Not Available'),
      unknown.text.includes('This form could not be found.'),
    ]).toEqual([404, true, true]);
  });
});

test('T07: nothing a person wrote becomes an element or an attribute', async () => {
  const evil = `"><img src=x onerror=alert(1)><script>alert(2)</script>'</textarea></title></style>`;
  const fields = ['text', 'email', 'phone', 'textarea', 'select', 'radio', 'checkbox', 'consent'].map((type, at) => ({
    id: `field_${at + 1}`,
    type,
    label: evil,
    placeholder: evil,
    help: evil,
    options: type === 'select' || type === 'radio' ? [evil] : [],
  }));
  const settings = { title: evil, description: evil, submitText: evil.slice(0, 60), thankYouMessage: evil };
  const { id } = await house.create({
    fields,
    settings,
    pages: [
      { id: 'page_1', title: evil, fieldIds: ['field_1'] },
      { id: 'page_2', title: evil, fieldIds: fields.slice(1).map((field) => field.id) },
    ],
  });
  const first = await open(`/forms/${id}`);
  const wrong = await post(id, { ...first.hidden, page: '1', field_1: evil, field_2: evil, field_4: evil, go: 'on' });
  const pagesSeen = [first, wrong, await open(`/forms/${id}?sent=1`)];
  const allowed = new Set(
    'html head meta title style body main div p h1 h2 form input label span select option fieldset legend textarea button progress footer svg path'.split(
      ' ',
    ),
  );
  for (const page of pagesSeen) {
    const others = page.all.filter(({ name, attribs }) => !allowed.has(name) && attribs['id'] !== 'waggle-form');
    expect(others).toEqual([{ name: 'script', attribs: { src: '/forms/page.js', defer: '' } }]);
    expect(page.all.flatMap(({ attribs }) => Object.keys(attribs)).filter((name) => name.startsWith('on'))).toEqual([]);
  }
});
