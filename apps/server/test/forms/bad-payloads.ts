/** A form with a field of every type, and fields whose answers become parts of a contact. */
export const everyField = [
  { id: 'field_1', type: 'text', label: 'First name' },
  { id: 'field_2', type: 'email', label: 'Email', required: true },
  { id: 'field_3', type: 'radio', label: 'Pickup day', options: ['Wednesday', 'Friday'] },
  { id: 'field_4', type: 'textarea', label: 'Message' },
  { id: 'field_5', type: 'phone', label: 'Phone' },
  { id: 'field_6', type: 'checkbox', label: 'Sliced' },
  { id: 'field_7', type: 'consent', label: 'Email me the weekly bake list' },
  { id: 'field_8', type: 'select', label: 'Size', options: ['Small', 'Large'] },
  { id: 'field_9', type: 'hidden', label: 'Campaign', parameter: 'utm_campaign', value: 'none' },
  {
    id: 'field_10',
    type: 'text',
    label: 'Pickup time',
    required: true,
    visibleWhen: { match: 'all', conditions: [{ fieldId: 'field_3', op: 'is', value: 'Friday' }] },
  },
  { id: 'field_11', type: 'text', label: 'Last name' },
  { id: 'field_12', type: 'text', label: 'Other phone', fills: 'phone' },
  { id: 'field_13', type: 'textarea', label: 'Nickname', fills: 'firstName' },
  { id: 'field_14', type: 'textarea', label: 'Note', fills: 'custom.note' },
] as const;

const json = 'application/json';
const deep = (open: string, close: string) => `${open.repeat(10_000)}1${close.repeat(10_000)}`;
const good = { field_2: 'good@payload.example' };
const withGood = (more: object) => JSON.stringify({ ...good, ...more });
/** A key that JSON.stringify would take for something else. */
const withKey = (key: string, value = '"x"') => `{"field_2":"good@payload.example",${JSON.stringify(key)}:${value}}`;
const repeated = (count: number, make: (at: number) => string) => Array.from({ length: count }, (_, at) => make(at));

/** Spellings by which a key reaches what every object inherits. */
export const prototypeKeys = [
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'valueOf',
  'hasOwnProperty',
  'isPrototypeOf',
  'propertyIsEnumerable',
  'toLocaleString',
  'toJSON',
  'then',
  '__defineGetter__',
  '__defineSetter__',
  '__lookupGetter__',
  '__lookupSetter__',
  '__proto__.polluted',
  '__proto__[polluted]',
  'constructor.prototype.polluted',
  'constructor[prototype][polluted]',
  '["__proto__"]["polluted"]',
] as const;

export type Call = [what: string, body: string | Buffer, status: number, type?: string | null];

/** What a program may post to /api/forms/{id}/submit. */
export const badCalls: Call[] = [
  ...[...prototypeKeys, 'field_99', 'field_2 ', 'FIELD_2', 'field_02', 'field_1e1', '', '0', 'length', '🐝'].map(
    (key): Call => [`the key ${key}`, withKey(key), 400],
  ),
  ['a planted prototype', withKey('__proto__', '{"polluted":true}'), 400],
  ['a planted constructor', withKey('constructor', '{"prototype":{"polluted":true}}'), 400],
  ['nothing that is required', '{}', 400],
  ...([null, '', '   ', false, 0, [], {}] as unknown[]).map((value): Call => [
    `${JSON.stringify(value)} for what is required`,
    JSON.stringify({ field_2: value }),
    400,
  ]),
  ['nothing in a field that its answer brings up', withGood({ field_3: 'Friday' }), 400],
  ...([1, true, [], ['x'], {}, { toString: 'x' }, 1e21] as unknown[]).map((value): Call => [
    `${JSON.stringify(value)} for a text`,
    withGood({ field_1: value }),
    400,
  ]),
  ['a list of one address', JSON.stringify({ field_2: ['good@payload.example'] }), 400],
  ...(['maybe', 2, [], {}] as unknown[]).map((value): Call => [
    `${JSON.stringify(value)} for a box`,
    withGood({ field_6: value }),
    400,
  ]),
  ['a choice that is not offered', withGood({ field_3: 'Sunday' }), 400],
  ['the number of a choice', withGood({ field_8: 0 }), 400],
  ...['1e400', '-0', '-1e400', 'NaN', 'Infinity', 'undefined', '0x10', '01'].map((value): Call => [
    `the number ${value}`,
    withKey('field_1', value),
    400,
  ]),
  ...['NaN', '1e400', '-0', 'null', 'undefined'].map((text): Call => [
    `the text ${text}`,
    withGood({ field_1: text }),
    200,
  ]),
  ['500 characters', withGood({ field_1: 'x'.repeat(500), field_11: 'y'.repeat(500) }), 200],
  ['501 characters', withGood({ field_1: 'x'.repeat(501) }), 400],
  ['5,000 characters', withGood({ field_4: 'x'.repeat(5_000) }), 200],
  ['5,001 characters', withGood({ field_4: 'x'.repeat(5_001) }), 400],
  ['500 characters for a phone number', withGood({ field_12: '1'.repeat(500) }), 200],
  ['5,000 characters for a name', withGood({ field_13: 'x'.repeat(5_000) }), 200],
  ['5,000 characters for a custom field', withGood({ field_14: 'x'.repeat(5_000) }), 200],
  ['a name of two lines', withGood({ field_13: 'Han\nnah\tB' }), 200],
  ['an address of 255 characters', JSON.stringify({ field_2: `${'a'.repeat(64)}@${'b.'.repeat(94)}ex` }), 400],
  ['an address of 254 characters', JSON.stringify({ field_2: `${'a'.repeat(64)}@${'b.'.repeat(93)}exa` }), 200],
  ['NUL', withGood({ field_1: 'a\u0000b' }), 400],
  ['half a character', withKey('field_1', String.raw`"\ud800"`), 400],
  ['two halves in the wrong order', withKey('field_1', String.raw`"\udc00\ud800"`), 400],
  ['a line break in a line', withGood({ field_1: 'two\nlines' }), 400],
  ['a line separator', withGood({ field_1: 'two\u2028lines' }), 400],
  ['lines and tabs in a text of several lines', withGood({ field_4: 'a\r\nb\tc' }), 200],
  ['letters from right to left, and none that are seen', withGood({ field_1: '\u202eevil\u200b\ufeff' }), 200],
  ['emoji', withGood({ field_1: '👩‍👩‍👧‍👦'.repeat(20) }), 200],
  ['10,000 levels of lists', deep('[', ']'), 400],
  ['10,000 levels of objects', deep('{"a":', '}'), 400],
  ['10,000 levels in a field', `{"field_2":${deep('[', ']')}}`, 400],
  ['10,000 keys', `{${repeated(10_000, (at) => `"field_${at + 100}":"x"`).join()}}`, 400],
  ['10,000 commas', ','.repeat(10_002), 400],
  ['a key twice, the last one good', `{"field_2":1,"field_2":"good@payload.example"}`, 200],
  ['a key twice, the last one wrong', `{"field_2":"good@payload.example","field_2":1}`, 400],
  ['a key 2,000 times', `{${repeated(2_000, () => `"field_2":"good@payload.example"`).join()}}`, 200],
  ...['[]', 'null', '"text"', '7', 'true', '', '{', '}', "{'field_2':1}", '{"field_2":"a@b.example",}', '/**/{}'].map(
    (body): Call => [`the body ${body}`, body, 400],
  ),
  ['a mark before the text', `\ufeff${JSON.stringify(good)}`, 400],
  ['UTF-16', Buffer.from(JSON.stringify(good), 'utf16le'), 400],
  ['bytes that are no UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d]), 400],
  ['256 KB', JSON.stringify(good).padEnd(262_144), 200],
  ['256 KB and a byte', JSON.stringify(good).padEnd(262_145), 413],
  ['256 KB in one answer', withGood({ field_4: 'x'.repeat(262_000) }), 400],
  ['a named charset', JSON.stringify(good), 200, `${json}; charset=utf-8`],
  ['what a page would send', 'field_2=good%40payload.example', 400, 'application/x-www-form-urlencoded'],
  ...['text/plain', 'application/xml', 'application/octet-stream', 'text/json', `x${json}`].map((type): Call => [
    type,
    JSON.stringify(good),
    415,
    type,
  ]),
  [
    'multipart',
    '--x\r\ncontent-disposition: form-data; name=field_2\r\n\r\na@b.example\r\n--x--',
    415,
    'multipart/form-data; boundary=x',
  ],
  ['no type', Buffer.from(JSON.stringify(good)), 415, null],
];

export type Post = [what: string, change: (body: string) => string, isKept: boolean, type?: string];
const also = (more: string) => (body: string) => `${body}&${more}`;
const without = (name: string) => (body: string) => body.replace(new RegExp(`(^|&)${name}=[^&]*`), '');
const instead = (name: string, value: string) => (body: string) => `${without(name)(body)}&${name}=${value}`;

/** What a browser may post to /forms/{id}, beginning with what its page would send. */
export const badPosts: Post[] = [
  ...prototypeKeys.map((key): Post => [`the key ${key}`, also(`${encodeURIComponent(key)}=x`), true]),
  ['unknown fields', also('field_99=x&FIELD_2=y&=z&&&'), true],
  ['an address twice, the first one good', also('field_2=nothing'), true],
  ['lists and objects', (body) => body.replace('field_2=', 'field_2[]=x&field_2[a]=x&field_2='), true],
  ['an address as a list', (body) => body.replace('field_2=', 'field_2[]='), false],
  ['no address', without('field_2'), false],
  ['blanks for an address', instead('field_2', '+++'), false],
  ['a choice that is not offered', also('field_3=Sunday'), false],
  ['a box that is neither', also('field_6=maybe'), false],
  ['half an escape', also('field_1=%zz%'), true],
  ['NUL', also('field_1=a%00b'), false],
  ['half a character', also('field_1=%ed%a0%80'), true],
  ['bytes that are no UTF-8', also('field_1=%ff%fe'), true],
  ['501 characters', also(`field_1=${'x'.repeat(501)}`), false],
  ['5,000 lines', also(`field_4=${'%0d%0a'.repeat(4_999)}x`), true],
  ['10,000 keys', also(repeated(10_000, (at) => `k${at}=x`).join('&')), true],
  ['256 KB and a byte', (body) => also(`x=${'x'.repeat(262_145 - body.length)}`)(body), false],
  ['page 99', instead('page', '99'), true],
  ['page -1', instead('page', '-1'), true],
  ['page 1e9', instead('page', '1e9'), true],
  ['no page', without('page'), true],
  ['nothing shown', instead('shown', ''), false],
  ['version 0', instead('version', '0'), false],
  ['version 1.0', instead('version', '1.0'), false],
  ['version 99999999999', instead('version', '99999999999'), false],
  ['no version', without('version'), true],
  ['no token', without('token'), false],
  ['a made-up token', instead('token', 'x.y.z'), false],
  ['a token of 100,000 characters', instead('token', 'x'.repeat(100_000)), false],
  ['back', instead('go', 'back'), false],
  ['nothing', () => '', false],
  ['JSON', () => JSON.stringify(good), false, json],
  ['JSON in the words of a page', () => JSON.stringify(good), false],
  ['text', (body) => body, false, 'text/plain'],
  ['multipart', () => '--x\r\n\r\n--x--', false, 'multipart/form-data; boundary=x'],
];
