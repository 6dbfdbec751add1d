// The worst inputs known, as one organization would send them. Bodies are made once: making them costs more than sending them.
import { randomBytes, randomUUID } from 'node:crypto';
import { crc32, deflateSync, gzipSync } from 'node:zlib';
import { createTransport } from 'nodemailer';
import { password } from './worst-inputs-server.ts';

type Call = (method: string, path: string, body?: unknown, headers?: Record<string, string>) => Promise<Answer>;
export type Target = {
  /** As a person of the organization. */
  call: Call;
  /** As somebody without a session. */
  callAsStranger: Call;
  /** Where reports of this organization are taken. */
  reports: string;
  smtpPort: number;
  returnPath: () => string;
  contactId: string;
};
export type Answer = { status: number; body: { id?: string; columns?: unknown[] } };
export type WorstInput = { name: string; send: (target: Target) => Promise<unknown> };

/** As often as fits. */
const fill = (text: string, length: number) => text.repeat(Math.floor(length / text.length));
const nested = (open: string, close: string, depth: number) => open.repeat(depth) + close.repeat(depth);
const mjml = (head: string, body: string) => `<mjml><mj-head>${head}</mj-head><mj-body>${body}</mj-body></mjml>`;
const id = randomUUID();

const post = (name: string, path: string, body: unknown): WorstInput => {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return { name, send: ({ call }) => call('POST', path, text) };
};

const condition = (no: number) => ({ kind: 'text', field: 'email', op: 'contains', value: `p${no}%_\\` });
const activity = { kind: 'activity', activity: 'email.opened', op: 'didNot', days: 3_650, atLeast: 1_000 };
const widest = { match: 'none', rules: Array.from({ length: 60 }, (_, no) => condition(no)) };
const deepest = {
  match: 'any',
  rules: [
    {
      match: 'none',
      rules: [{ match: 'all', rules: [{ match: 'none', rules: Array.from({ length: 57 }, () => activity) }] }],
    },
  ],
};

const filters: WorstInput[] = [
  post('filter of 60 conditions', '/api/segments/preview', { rules: widest }),
  post('filter of 57 activities, four levels deep', '/api/segments/preview', { rules: deepest }),
  post(
    'filter 2,300 levels deep',
    '/api/segments/preview',
    `{"rules":${nested('{"match":"all","rules":[', ']}', 2_300)}}`,
  ),
  post('filter of 9,000 wrong rules', '/api/segments/preview', {
    rules: { match: 'all', rules: Array.from({ length: 9_000 }, () => [0]) },
  }),
  {
    name: 'filter in an address',
    send: ({ call }) =>
      call(
        'GET',
        `/api/contacts?rules=${encodeURIComponent(JSON.stringify({ match: 'any', rules: widest.rules.slice(0, 50) }))}`,
      ),
  },
  {
    name: 'search of 200 combining characters',
    send: ({ call }) => call('GET', `/api/contacts?search=${encodeURIComponent(`e${'\u0301'.repeat(198)}`)}`),
  },
];

const draft = { name: 'News', subject: 'Hi', recipients: { type: 'segments' } };
const inCampaign = (more: object) => JSON.stringify({ ...draft, ...more });
const json: WorstInput[] = [
  post(
    'JSON of 1,400,000 zeros',
    '/api/campaigns',
    inCampaign({ recipients: { type: 'tags', tagIds: Array(1_400_000).fill(0) } }),
  ),
  post(
    'JSON of 260,000 unknown fields',
    '/api/campaigns',
    Object.fromEntries(Array.from({ length: 260_000 }, (_, no) => [`k${no}`, 0])),
  ),
  post('JSON 1,500,000 levels deep', '/api/campaigns', nested('[', ']', 1_500_000)),
  post(
    'JSON of 1,000,000 empty objects with __proto__',
    '/api/campaigns',
    `{"a":[${'{},'.repeat(1_000_000)}{"__proto__":0}]}`,
  ),
  post(
    '75,000 times the same id',
    '/api/campaigns',
    inCampaign({ recipients: { type: 'segments', contactIds: Array(75_000).fill(id) } }),
  ),
  post('50 times the same id', '/api/campaigns/audience', {
    recipients: { type: 'segments', segmentIds: Array(50).fill(id), contactIds: Array(200).fill(id) },
  }),
  post(
    'text of 1,000,000 combining characters',
    '/api/campaigns',
    inCampaign({ name: `e${'\u0301'.repeat(1_000_000)}`, subject: ' '.repeat(1_000_000) }),
  ),
  post(
    'body of 5,000 unknown fields',
    '/api/contacts',
    Object.fromEntries(Array.from({ length: 5_000 }, (_, no) => [`k${no}`, no])),
  ),
];

const content = (name: string, htmlContent: string): WorstInput => {
  const body = (contactId: string) =>
    inCampaign({ htmlContent, recipients: { type: 'segments', contactIds: [contactId] } });
  let text: string | undefined;
  return {
    name,
    async send({ call, contactId }) {
      const made = await call('POST', '/api/campaigns', (text ??= body(contactId)));
      // Sending compiles; what compiles is refused a connection later.
      if (made.status === 201) await call('POST', `/api/campaigns/${made.body.id}/send`);
    },
  };
};
const contents: WorstInput[] = [
  content('HTML of 100,000 nested lists', fill('<ul><li>a', 1_000_000)),
  content('HTML of 80,000 unclosed tables with styles', fill('<table style="a:b;', 1_000_000)),
  content(
    'MJML whose styles take minutes',
    mjml(
      `<mj-style inline="inline">${'p:nth-last-child(2n+1){a:b}'.repeat(190)}</mj-style>`,
      `<mj-raw>${fill('<p>x</p>', 90_000)}</mj-raw>`,
    ),
  ),
  content('MJML nested 3,000 deep', mjml('', nested('<mj-wrapper>', '</mj-wrapper>', 3_000))),
  content('personalisation with 2,000 blanks in each filter', fill(`{{ email | x${' '.repeat(1_950)}y }}`, 1_000_000)),
  content('personalisation of 20,000 nested conditions', nested('{% if email == "x" %}a', '{% endif %}', 20_000)),
];

/** A grey PNG of any size, made by hand: the program that draws ours refuses such sizes. */
function png(width: number, height: number): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
    const frame = Buffer.alloc(8);
    frame.writeUInt32BE(data.length, 0);
    frame.writeUInt32BE(crc32(body), 4);
    return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.writeUInt8(8, 8);
  const pixels = deflateSync(Buffer.alloc((width + 1) * height), { level: 9 });
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', pixels),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}
/** A JPEG that says it is 4096 x 4096 and repeats a scan of nothing. */
function jpeg(): Buffer {
  const frame = [0xff, 0xc2, 0, 11, 8, 0x10, 0, 0x10, 0, 1, 1, 0x11, 0];
  const scan = [0xff, 0xda, 0, 8, 1, 1, 0, 0, 0, 0];
  return Buffer.concat([
    Buffer.from([0xff, 0xd8, ...frame]),
    Buffer.from(fill('x', 900_000 / 10)).fill(Buffer.from(scan)),
  ]);
}
const svg = `<svg xmlns="http://www.w3.org/2000/svg">${nested('<g>', '</g>', 60_000)}</svg>`;
const webp = Buffer.concat([Buffer.from('RIFF\xff\xff\xff\x7fWEBPVP8L', 'latin1'), randomBytes(900_000)]);
const picture = (name: string, bytes: Buffer): WorstInput => ({
  name,
  send: ({ call }) => call('POST', '/api/qr-codes/logos', bytes),
});
const pictures: WorstInput[] = [
  picture('PNG of 4096 x 4096 pixels in 16 kB', png(4_096, 4_096)),
  picture('PNG of 1 x 16,777,216 pixels', png(1, 16_777_216)),
  picture('JPEG of 90,000 scans', jpeg()),
  picture('WebP of noise', webp),
  picture('SVG 60,000 levels deep', Buffer.from(svg)),
  post('the slowest QR design', '/api/qr-codes/preview', {
    design: { dots: 'dots', corners: 'circle', correction: 'H', quietZone: 8, foreground: '#1D4ED8' },
  }),
];

const csv = (name: string, text: string | Buffer): WorstInput => {
  const bytes = Buffer.from(text);
  return {
    name,
    async send({ call }) {
      const made = await call('POST', '/api/imports', { name: 'people.csv', bytes: bytes.length });
      if (made.status !== 201) return;
      const path = `/api/imports/${made.body.id}`;
      for (let part = 0; part * 4_194_304 < bytes.length; part += 1)
        await call('PUT', `${path}/parts/${part}`, bytes.subarray(part * 4_194_304, (part + 1) * 4_194_304));
      const opened = await call('POST', `${path}/open`, {});
      const columns = (opened.body.columns ?? []).map((_, at) => ({ to: at === 0 ? 'email' : 'skip' }));
      if (opened.status === 200 && columns.length > 0) await call('POST', `${path}/check`, { columns, basis: 'x' });
      await call('POST', `${path}/cancel`);
    },
  };
};
const files: WorstInput[] = [
  csv('CSV with one quote that never ends', `email\n"${'a,'.repeat(2_000_000)}`),
  csv('CSV of 4,000,000 quotes', `email\n${'"'.repeat(4_000_000)}`),
  csv('CSV of one line without an end', `email${'\u0301'.repeat(2_000_000)}`),
  csv('CSV of 2,000,000 rows of one comma', `email,a\n${',\n'.repeat(2_000_000)}`),
  csv(
    'CSV of 200 columns with 20,000 short rows',
    `email${',a'.repeat(199)}\n${`a@b.example${','.repeat(199)}\n`.repeat(19_000)}`,
  ),
];

const bounces = [
  `From: ${'a:b;'.repeat(15_000)}\r\n\r\nx\r\n`,
  `${'a: b\r\n'.repeat(100_000)}\r\nx\r\n`,
  Array.from({ length: 5_000 }, (_, no) => `Content-Type: multipart/mixed; boundary=b${no}\r\n\r\n--b${no}\r\n`).join(
    '',
  ),
  `Content-Type: multipart/report; boundary=b\r\n\r\n${'--b\r\n\r\n'.repeat(100_000)}`,
];
const strange: WorstInput[] = [
  {
    name: 'bounces of nested parts and endless headers',
    async send({ smtpPort, returnPath }) {
      for (const raw of bounces) {
        const transport = createTransport({ host: '127.0.0.1', port: smtpPort, ignoreTLS: true });
        await transport.sendMail({ envelope: { from: '', to: returnPath() }, raw }).catch(() => {});
        transport.close();
      }
    },
  },
  {
    name: 'provider report 150,000 levels deep',
    send: ({ callAsStranger, reports }) =>
      callAsStranger('POST', reports, `{"RecordType":"Bounce","Metadata":${nested('[', ']', 150_000)}}`),
  },
  {
    name: 'gzip bomb as a body',
    send: ({ call }) =>
      call('POST', '/api/campaigns', gzip, { 'content-type': 'application/json', 'content-encoding': 'gzip' }),
  },
  {
    name: 'multipart of 1,000 parts',
    send: ({ call }) => call('POST', '/api/imports', multipart, { 'content-type': 'multipart/form-data; boundary=b' }),
  },
  {
    name: 'address of 15,000 dots and slashes',
    send: ({ call }) => call('GET', `/api/${'%2e%2e%2f'.repeat(1_600)}x?${'a[]=1&'.repeat(150)}`),
  },
  {
    name: '600 cookies',
    send: ({ callAsStranger }) =>
      callAsStranger('GET', '/api/auth/me', undefined, { cookie: 'waggle.session_token=x; '.repeat(600) }),
  },
  post('odd hosts of links', '/api/qr-codes', { name: 'x', targetUrl: `http://${'xn--a.'.repeat(300)}example` }),
  post('odd hosts of domains', '/api/sending/domains', { domain: 'a.'.repeat(5_000) }),
  post('password of signs that may be letters', '/api/profile/password', {
    currentPassword: password,
    password: '4@8({[<369!1|0$5+7%2'.repeat(12),
    confirmPassword: '4@8({[<369!1|0$5+7%2'.repeat(12),
  }),
];
const gzip = gzipSync(Buffer.alloc(50_000_000));
const multipart = fill('--b\r\ncontent-disposition: form-data; name="x"\r\n\r\n\r\n', 60_000);

export const worstInputs: readonly WorstInput[] = [...filters, ...json, ...contents, ...pictures, ...files, ...strange];
