import { crc32, deflateSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import sharp from 'sharp';
import { longestHold } from '../../../../test/harness/event-loop.ts';
import { type Person, registerAdmin } from '../../../../test/harness/people.ts';
import { startTestApi, type TestApi } from '../../../../test/harness/test-api.ts';
import { startProcessorWatch } from '../../../../test/harness/watch.ts';
import { decodePicture, rasterOfPdf } from './test-harness.ts';

let api: TestApi;
let admin: Person;
beforeAll(async () => {
  api = await startTestApi({ env: { LINK_URL: 'https://go.example' } });
  admin = await registerAdmin(api);
  await api.db.owner.query(`update organizations set subscription_tier = 'core'`);
});
afterAll(() => api.close());

const create = async (fields: object = {}) =>
  (await admin.request('POST', '/api/qr-codes', { name: 'Menu', targetUrl: 'https://www.example.com/', ...fields }))
    .body;

/** Bytes, which the usual caller would read as text. */
const download = async (id: string, query: string) => {
  const url = `/api/qr-codes/${id}/image${query}`;
  const answer = await api.app.inject({ url, headers: { host: 'waggle.test', cookie: admin.cookie } });
  return { status: answer.statusCode, headers: answer.headers, bytes: answer.rawPayload };
};
const upload = (bytes: Uint8Array) => admin.request('POST', '/api/qr-codes/logos', bytes);

const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 4, background: '#C81E3C' } });

describe('the picture of a code', () => {
  test.each([
    ['', 'image/png', 'Menu_qr_code.png'],
    ['?format=svg', 'image/svg+xml; charset=utf-8', 'Menu_qr_code.svg'],
    ['?format=pdf&size=500', 'application/pdf', 'Menu_qr_code.pdf'],
  ])('comes as a file to keep: %s', async (query, type, name) => {
    const { id } = await create();

    const { status, headers } = await download(id, query);

    expect(status).toBe(200);
    expect(headers).toMatchObject({
      'content-type': type,
      'content-disposition': `attachment; filename="${name}"; filename*=UTF-8''${name}`,
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    });
  });

  test('is exactly as many pixels wide and high as asked', async () => {
    const { id } = await create();

    for (const size of [100, 150, 200, 450, 500]) {
      const { width, height, format } = await sharp((await download(id, `?size=${size}`)).bytes).metadata();
      expect({ width, height, format }).toEqual({ width: size, height: size, format: 'png' });
    }
  });

  test('D21: is 200 pixels wide where the size asked for is none of the steps', async () => {
    const { id } = await create();

    for (const size of [99, 130, 137, 200.5, 501, 'x', '', '-200', 'NaN']) {
      const { width } = await sharp((await download(id, `?size=${size}`)).bytes).metadata();
      expect(width, String(size)).toBe(200);
    }
  });

  test('says the short link in every format', async () => {
    const { id, shortUrl } = await create({ design: { dots: 'rounded', corners: 'circle', foreground: '#1D4ED8' } });

    const [png, svg, pdf] = await Promise.all(['', '?format=svg', '?format=pdf'].map((query) => download(id, query)));

    expect(await decodePicture(png!.bytes)).toBe(shortUrl);
    expect(await decodePicture(svg!.bytes)).toBe(shortUrl);
    expect(await decodePicture(await rasterOfPdf(pdf!.bytes))).toBe(shortUrl);
  });

  test('has a name that every system takes, whatever the code is called', async () => {
    const { id } = await create({ name: '50% "off"/\\<é>' });

    const { headers } = await download(id, '');

    expect(headers['content-disposition']).toBe(
      `attachment; filename="50_ _off_______qr_code.png"; filename*=UTF-8''50%25%20_off____%C3%A9__qr_code.png`,
    );
  });

  test('B21 holds the longest address that can be printed here: the short link, never the target', async () => {
    const longest = `https://www.example.com/${'a'.repeat(2_048 - 24)}`;

    const { id, targetUrl, shortUrl } = await create({ targetUrl: longest, design: { correction: 'H' } });

    expect(targetUrl).toBe(longest);
    expect(Buffer.byteLength(shortUrl)).toBeLessThan(100);
    expect(await decodePicture((await download(id, '')).bytes)).toBe(shortUrl);
  });
});

describe('a logo', () => {
  test.each(['png', 'jpeg', 'webp'] as const)(
    'is taken as %s, and kept as a small PNG without a word about its maker',
    async (format) => {
      const sent = await picture(900, 300)
        .withExif({ IFD0: { Copyright: 'Secret Studio' } })
        .toFormat(format)
        .toBuffer();

      const answer = await upload(sent);

      const { rows } = await api.db.owner.query('select * from stored_files where id = $1', [answer.body.id]);
      const kept = await sharp(rows[0].content).metadata();
      expect(answer.status).toBe(201);
      expect(sent.toString('latin1')).toContain('Secret Studio');
      expect(rows[0].content.toString('latin1')).not.toContain('Secret');
      expect(kept).toMatchObject({ format: 'png', width: 256, height: 256 });
      expect(kept.exif).toBeUndefined();
    },
  );

  test('is drawn in the middle of the code in every format, which still reads', async () => {
    const { id: logoId } = (await upload(await picture(64, 64).png().toBuffer())).body;
    const { id, shortUrl } = await create({ design: { logoId, logoShare: 0.3, correction: 'H' } });

    for (const query of ['?size=300', '?format=svg&size=300', '?format=pdf&size=300']) {
      const { bytes } = await download(id, query);
      const raster = query.includes('pdf') ? await rasterOfPdf(bytes) : bytes;
      const { data } = await sharp(raster)
        .extract({ left: 148, top: 148, width: 4, height: 4 })
        .removeAlpha()
        .raw()
        .toBuffer({ resolveWithObject: true });
      expect([...data.subarray(0, 3)], query).toEqual([0xc8, 0x1e, 0x3c]);
      expect(await decodePicture(raster), query).toBe(shortUrl);
    }
  });

  test('of the whole agency is copied to the client whose code it is in, so that the client can draw it', async () => {
    const client = (await admin.request('POST', '/api/clients', { name: 'Bakery' })).body;
    await admin.request('POST', '/api/auth/set-active-client', { clientId: client.id });
    const { id } = await create();
    await admin.request('POST', '/api/auth/set-active-client', { clientId: null });
    const { id: logoId } = (await upload(await picture(64, 64).png().toBuffer())).body;

    const { design } = (await admin.request('PUT', `/api/qr-codes/${id}`, { design: { logoId } })).body;

    const { rows } = await api.db.owner.query('select client_id from stored_files where id = $1', [design.logoId]);
    expect(design.logoId).not.toBe(logoId);
    expect(rows).toEqual([{ client_id: client.id }]);
  });

  test('that no code uses is forgotten a day later, when the next one comes', async () => {
    const png = await picture(8, 8).png().toBuffer();
    const [unused, used] = [(await upload(png)).body.id, (await upload(png)).body.id];
    await create({ clientId: null, design: { logoId: used } });
    await api.db.owner.query(`update stored_files set created_at = now() - interval '25 hours' where id in ($1, $2)`, [
      unused,
      used,
    ]);

    await upload(png);

    const { rows } = await api.db.owner.query('select id from stored_files where id in ($1, $2)', [unused, used]);
    expect(rows).toEqual([{ id: used }]);
  });

  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>';
  test.each([
    ['nothing', Buffer.alloc(0)],
    ['text', Buffer.from('hello')],
    ['SVG', Buffer.from(svg)],
    ['SVG behind a mark', Buffer.from(`\ufeff${svg}`)],
    ['SVG behind a heading', Buffer.from(`<?xml version="1.0"?><!DOCTYPE svg>${svg}`)],
    ['SVG behind spaces', Buffer.from(`\n\n   ${svg}`)],
    ['SVG in the other width', Buffer.from(svg, 'utf16le')],
    ['packed SVG', Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0])],
    ['SVG that calls itself PNG', Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), Buffer.from(svg)])],
    ['SVG that calls itself JPEG', Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), Buffer.from(svg)])],
    [
      'SVG with a picture from elsewhere',
      Buffer.from(svg.replace('<script>', '<image href="file:///etc/passwd"/><script>')),
    ],
    ['SVG that reads a file', Buffer.from(`<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]><svg>&x;</svg>`)],
    ['GIF', Buffer.from('GIF89a\x01\x00\x01\x00\x00\x00\x00;', 'latin1')],
    ['PDF', Buffer.from('%PDF-1.4\n')],
  ])('T27 is not taken from %s', async (_, bytes) => {
    const answer = await upload(bytes);

    expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_input' } });
  });

  test('is not taken when it is cut off, unpacks to more pixels than anybody needs, or is too large', async () => {
    const whole = await sharp({
      create: {
        width: 300,
        height: 300,
        channels: 3,
        background: '#fff',
        noise: { type: 'gaussian', mean: 128, sigma: 60 },
      },
    })
      .png()
      .toBuffer();
    const bomb = await sharp({ create: { width: 9_000, height: 9_000, channels: 3, background: '#fff' } })
      .png()
      .toBuffer();

    const cut = await upload(whole.subarray(0, whole.length / 2));
    const exploding = await upload(bomb);
    const large = await upload(Buffer.alloc(1_048_577));

    expect(cut.body.message).toBe("This image can't be read. Save it as PNG and try again.");
    expect(bomb.length).toBeLessThan(1_048_576);
    expect(exploding.body.message).toBe('This image is too large. Choose one of at most 4096 x 4096 pixels.');
    expect(large.status).toBe(413);
  });

  test('P16: a strip of 1 x 16,777,216 pixels in 32 kB is refused before it is unpacked', async () => {
    const bomb = strip(1, 16_777_216);
    const usedMs = startProcessorWatch();

    const answer = await upload(bomb);

    const used = usedMs();
    expect(bomb.length).toBeLessThan(40_000);
    expect(answer.body.message).toBe('This image is too large. Choose one of at most 4096 x 4096 pixels.');
    expect(used).toBeLessThan(3_000);
  });

  test('P16: drawing previews holds the event loop for less than 100 ms, however many are asked for', async () => {
    const ask = () => admin.request('POST', '/api/qr-codes/preview', { design: {} });
    await ask();

    let answers: { status: number }[] = [];
    const hold = await longestHold(async () => {
      answers = await Promise.all(Array.from({ length: 20 }, ask));
    });

    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 200).length).toBeGreaterThanOrEqual(9);
    expect(statuses.filter((status) => status !== 200 && status !== 429)).toEqual([]);
    expect(hold).toBeLessThan(100);
  });

  test('P16: an organization keeps at most 500 logos', async () => {
    const png = await picture(8, 8).png().toBuffer();
    const other = await registerAdmin(api);
    await api.db.owner.query(`update organizations set subscription_tier = 'core'`);
    await api.db.owner.query(
      `insert into stored_files (organization_id, purpose, content_type, content)
       select $1, 'qr-logo', 'image/png', $2 from generate_series(1, 500)`,
      [other.user.organizationId, png],
    );

    const refused = await other.request('POST', '/api/qr-codes/logos', png);

    expect(refused).toMatchObject({ status: 409, body: { code: 'quota_reached' } });
    expect((await upload(png)).status).toBe(201);
  });
});

/** A grey PNG of any size, made by hand: the program that draws ours refuses such sizes. */
function strip(width: number, height: number): Buffer {
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
  const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
  const pixels = deflateSync(Buffer.alloc((width + 1) * height), { level: 9 });
  return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', pixels), chunk('IEND', Buffer.alloc(0))]);
}
