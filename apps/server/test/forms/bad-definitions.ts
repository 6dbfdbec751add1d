const email = { id: 'field_1', type: 'email', label: 'Email', required: true };
const day = { id: 'field_2', type: 'radio', label: 'Pickup day', options: ['Wednesday', 'Friday'] };
const settings = { title: 'Join' };
const many = <T>(count: number, make: (at: number) => T): T[] => Array.from({ length: count }, (_, at) => make(at));
const when = (fieldId: string, op = 'isAnswered') => ({ match: 'all', conditions: [{ fieldId, op }] });
const page = (no: number, ...fieldIds: string[]) => ({ id: `page_${no}`, fieldIds });

/** 'Email' as people write it in twenty languages. */
export const emailLabels = [
  'Email',
  'Correo electrónico',
  'Adresse e-mail',
  'E-Mail-Adresse',
  'Indirizzo e-mail',
  'Endereço de e-mail',
  'E-mailadres',
  'E-postadress',
  'Sähköposti',
  'Adres e-mail',
  'E-mailová adresa',
  'Ηλεκτρονικό ταχυδρομείο',
  'Электронная почта',
  'E-posta',
  'البريد الإلكتروني',
  'דואר אלקטרוני',
  'ईमेल',
  'อีเมล',
  'メールアドレス',
  '电子邮件',
] as const;

export type Definition = [what: string, change: object, expected: 'published' | RegExp];

/** What an author, or a program with their key, may send as a form. A refusal names what is wrong. */
export const oddDefinitions = (own: { foreignTag: string; stranger: string }): Definition[] => [
  ['no fields', { fields: [] }, /^form$/],
  ['hidden fields alone', { fields: [{ ...email, type: 'hidden', value: 'x' }] }, /^form$/],
  ['100 fields', { fields: many(100, (at) => ({ ...email, id: `field_${at}`, required: at === 0 })) }, 'published'],
  ['101 fields', { fields: many(101, (at) => ({ ...email, id: `field_${at}` })) }, /^fields$/],
  ['1,000 fields', { fields: many(1_000, (at) => ({ ...email, id: `field_${at}` })) }, /^fields$/],
  ['no options', { fields: [email, { ...day, options: [] }] }, /^field_2$/],
  ['an empty option', { fields: [email, { ...day, options: ['Friday', ' '] }] }, /^field_2$/],
  ['an option twice', { fields: [email, { ...day, options: ['Friday', 'Friday '] }] }, /^field_2$/],
  ['100 options', { fields: [email, { ...day, options: many(100, (at) => `Option ${at}`) }] }, 'published'],
  ['101 options', { fields: [email, { ...day, options: many(101, (at) => `${at}`) }] }, /^fields\.1\.options$/],
  ['10,000 options', { fields: [email, { ...day, options: many(9_000, (at) => `${at}`) }] }, /^fields\.1\.options$/],
  ['an id twice', { fields: [email, { ...day, id: email.id }] }, /^form$/],
  [
    'one id on two pages',
    { fields: [email, day], pages: [page(1, 'field_1'), page(2, 'field_1', 'field_2')] },
    'published',
  ],
  ['a page twice', { fields: [email, day], pages: [page(1, 'field_1'), page(1, 'field_2')] }, /^form$/],
  ['a page without fields', { fields: [email, day], pages: [page(1), page(2, 'field_1', 'field_2')] }, /^form$/],
  ['a page of fields that are not there', { pages: [page(1, 'field_98', 'field_99'), page(2, 'field_1')] }, /^form$/],
  [
    '20 pages',
    { fields: many(20, (at) => ({ ...day, id: `field_${at}` })), pages: many(20, (at) => page(at, `field_${at}`)) },
    'published',
  ],
  ['21 pages', { pages: many(21, (at) => page(at, 'field_1')) }, /^pages$/],
  ['an id called __proto__', { fields: [{ ...email, id: '__proto__' }] }, /^fields\.0\.id$/],
  ['an id called constructor', { fields: [{ ...email, id: 'constructor' }] }, /^fields\.0\.id$/],
  ['an id with SQL', { fields: [{ ...email, id: 'field_1; drop table forms' }] }, /^fields\.0\.id$/],
  ['an unknown type', { fields: [{ ...email, type: 'script' }] }, /^fields\.0\.type$/],
  ['an attribute of HTML', { fields: [{ ...email, onclick: 'alert(1)' }] }, /onclick/],
  ['a label of 301 characters', { fields: [{ ...email, label: 'x'.repeat(301) }] }, /^fields\.0\.label$/],
  ['a label of two lines', { fields: [{ ...email, label: 'two\nlines' }] }, /^fields\.0\.label$/],
  ['no label', { fields: [{ ...email, label: ' ' }] }, /^field_1$/],
  ['half a character', { fields: [{ ...email, label: '\ud800' }] }, /^fields\.0\.label$/],
  ...['<img src=x onerror=alert(1)>', '{{7*7}}', '</title><script>alert(1)</script>', "'; drop table forms; --"].map(
    (label): Definition => [`the label ${label}`, { fields: [{ ...email, label }] }, 'published'],
  ),
  ...emailLabels.map((label): Definition => [
    `the label ${label}`,
    { fields: [{ ...email, label }, day] },
    'published',
  ]),
  ['a condition on itself', { fields: [{ ...email, visibleWhen: when('field_1') }] }, /^field_1$/],
  [
    'conditions in a circle',
    {
      fields: [
        { ...email, visibleWhen: when('field_2') },
        { ...day, visibleWhen: when('field_1') },
      ],
    },
    /^field_1$/,
  ],
  ['a condition on nothing', { fields: [email, { ...day, visibleWhen: when('field_99') }] }, /^field_2$/],
  [
    'a condition on a later page',
    { fields: [email, { ...day, visibleWhen: when('field_1') }], pages: [page(1, 'field_2'), page(2, 'field_1')] },
    /^field_2$/,
  ],
  ['no conditions', { fields: [email, { ...day, visibleWhen: { match: 'all', conditions: [] } }] }, /visibleWhen/],
  [
    'what is shown while nothing is answered',
    { fields: [day, { ...email, visibleWhen: when('field_2', 'isNotAnswered') }] },
    'published',
  ],
  ['a custom field that is not there', { fields: [email, { ...day, fills: 'custom.nowhere' }] }, 'published'],
  ['a custom field called constructor', { fields: [email, { ...day, fills: 'custom.constructor' }] }, 'published'],
  ['a column of the database', { fields: [{ ...email, fills: 'organization_id' }] }, /^fields\.0\.fills$/],
  ['a tag of another organization', { tagIds: [own.foreignTag] }, /^$/],
  ['such a tag on a field', { fields: [{ ...email, tagIds: [own.foreignTag] }] }, /^$/],
  ['a stranger to be told', { settings: { ...settings, notify: [own.stranger] } }, /^$/],
  ['a script to go on to', { settings: { ...settings, redirectUrl: 'javascript:alert(1)' } }, /redirectUrl/],
  [
    'a private address to go on to',
    { settings: { ...settings, redirectUrl: 'https://169.254.169.254/' } },
    /redirectUrl/,
  ],
  ['a script for the head (T09)', { settings: { ...settings, headScript: '<script>' } }, /headScript/],
  ['HTML of its own (T09)', { html: '<script>alert(1)</script>' }, /html/],
  ['a script as a site', { allowedOrigins: ['javascript:alert(1)'] }, /^allowedOrigins\.0$/],
  [
    'a site that ends the policy',
    { allowedOrigins: ["https://a.example; script-src 'unsafe-inline'"] },
    /^allowedOrigins\.0$/,
  ],
  ['every site by a star', { allowedOrigins: ['https://*'] }, /^allowedOrigins\.0$/],
  [
    'a hidden field that nothing fills',
    { fields: [email, { id: 'field_3', type: 'hidden', label: 'Campaign' }] },
    /^field_3$/,
  ],
  [
    'a hidden field that is required and that the address may not fill',
    { fields: [email, { id: 'field_3', type: 'hidden', label: 'Campaign', parameter: 'utm', required: true }] },
    'published',
  ],
  ['no title', { settings: { title: ' ' } }, /^form$/],
  ['fields in a word', { fields: 'all of them' }, /^fields$/],
  ['no definition of a field', { fields: [null] }, /^fields\.0$/],
  [
    'an answer with broken merge fields',
    { settings: { ...settings, answerEmail: { isOn: true, subject: '{{', text: 'x' } } },
    /^answerEmail$/,
  ],
];

export const plainForm = { name: 'Odd', fields: [email, day], settings };
