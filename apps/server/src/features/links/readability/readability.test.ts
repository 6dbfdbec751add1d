import { cornerStyles, corrections, dotStyles, QrDesign } from '@waggle/contracts/qr-design';
import { qrSize } from '@waggle/contracts/qr-codes';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { isNightly } from '../../../../test/harness/cases.ts';
import { type Person, registerAdmin } from '../../../../test/harness/people.ts';
import { startTestApi, type TestApi } from '../../../../test/harness/test-api.ts';
import { say } from '../../../../test/matrix/say.ts';
import { draw } from '../images/drawing.ts';
import { toPdf } from '../images/pdf.ts';
import { toPng } from '../images/png.ts';
import { toSvg } from '../images/svg.ts';
import { decodePicture, rasterOfPdf } from '../images/test-harness.ts';
import { decode } from './decode.ts';
import { asSeenAtWorst } from './decode-stress.ts';
import { measure } from './readability.ts';

/** Thousands of pictures on a machine that may be busy with other tests. */
vi.setConfig({ testTimeout: 1_200_000 });

const text = 'https://go.fernhill.example/qr/12Hm4pWx7R';
const sizes = Array.from(
  { length: (qrSize.max - qrSize.min) / qrSize.step + 1 },
  (_, at) => qrSize.min + at * qrSize.step,
);
/** Black on white, a brand's blue on its own tint, a grey at the limit, dark on a middling ground, corners of their own. */
const colours = [
  {},
  { foreground: '#1D4ED8', background: '#DBEAFE' },
  { foreground: '#7F7F7F' },
  { foreground: '#000000', background: '#808080' },
  { foreground: '#166534', cornerColor: '#B91C1C', background: '#FEFCE8' },
];
const shares = [0, 0.1, 0.15, 0.2, 0.25, 0.3, 0.35, 0.4];

let logo: Buffer;
beforeAll(async () => {
  logo = await sharp({ create: { width: 256, height: 256, channels: 4, background: '#C81E3C' } })
    .png()
    .toBuffer();
});

const drawn = (fields: Partial<QrDesign>, withLogo: boolean) => {
  const design = QrDesign.parse(fields);
  return { design, drawing: draw(text, design, withLogo ? logo : null) };
};

/** The largest logo the meter lets through at that correction. */
async function largestShare(correction: QrDesign['correction']): Promise<number> {
  const passing = [];
  for (const logoShare of shares.slice(1)) {
    const { design, drawing } = drawn({ correction, logoShare, dots: 'dots', corners: 'circle' }, true);
    if ((await measure(drawing, design, text)).scans) passing.push(logoShare);
  }
  return Math.max(...passing);
}

/** Every style x corner x correction x size x logo x pair of colours. 89 shares no factor with any of their numbers. */
const every = isNightly ? 1 : 89;

describe('a design that the meter lets through', () => {
  test('is read by another decoder, in every format', async () => {
    const largest = new Map<string, number>();
    for (const correction of corrections) largest.set(correction, await largestShare(correction));
    const combinations = dotStyles.flatMap((dots) =>
      cornerStyles.flatMap((corners) =>
        corrections.flatMap((correction) =>
          [0, 0.1, largest.get(correction)!].flatMap((logoShare) =>
            colours.flatMap((pair) =>
              sizes.map((size) => ({ size, logoShare, fields: { dots, corners, correction, ...pair } })),
            ),
          ),
        ),
      ),
    );
    const unread: string[] = [];
    let [pngs, others] = [0, 0];

    for (const [at, { size, logoShare, fields }] of combinations.entries()) {
      if (at % every > 0) continue;
      const share = logoShare > 0 ? { logoShare } : {};
      const { design, drawing } = drawn({ ...fields, ...share }, logoShare > 0);
      const judge = (format: string, found: string | null) => {
        if (found !== text) unread.push(`${format} ${JSON.stringify({ size, logoShare, ...fields })}`);
      };
      if (!(await measure(drawing, design, text)).scans) unread.push(`refused ${JSON.stringify(fields)} ${logoShare}`);
      judge('png', await decodePicture(await toPng(drawing, size)));
      pngs += 1;
      if (pngs % 10 > 0) continue;
      judge('svg', await decodePicture(Buffer.from(toSvg(drawing, size))));
      judge('pdf', await decodePicture(await rasterOfPdf(await toPdf(drawing, size))));
      others += 1;
    }

    say(
      `qr: ${pngs} of ${combinations.length} designs as PNG, ${others} as SVG and PDF, ${unread.length} unread; largest logos ${JSON.stringify([...largest])}`,
    );
    expect(unread).toEqual([]);
  });
});

describe('a design that the meter refuses', () => {
  test.each<[string, Partial<QrDesign>, boolean]>([
    ['contrast', { foreground: '#BBBBBB' }, false],
    ['contrast', { foreground: '#DDDDDD' }, false],
    ['contrast', { foreground: '#FFFF00' }, false],
    ['contrast', { foreground: '#FFFFFF', background: '#000000' }, false],
    ['contrast', { cornerColor: '#F5F5F5' }, false],
    ['quiet-zone', { quietZone: 0 }, false],
    ['logo', { correction: 'L', logoShare: 0.2 }, true],
    ['logo', { correction: 'M', logoShare: 0.3 }, true],
    ['logo', { correction: 'Q', logoShare: 0.4 }, true],
    ['logo', { correction: 'H', logoShare: 0.4 }, true],
  ])('for its %s (%j) is not read in poor light from afar', async (check, fields, withLogo) => {
    const { design, drawing } = drawn(fields, withLogo);

    const { scans, checks } = await measure(drawing, design, text);

    expect(scans).toBe(false);
    expect(checks.filter(({ passed }) => !passed).map((failed) => failed.check)).toEqual([check, 'decodes']);
    expect(await decode(await asSeenAtWorst(drawing))).not.toBe(text);
  });

  test('keeps a margin before that: an edge of 3 and a contrast of 3 are refused although they read', async () => {
    for (const fields of [{ quietZone: 3 }, { foreground: '#949494' }]) {
      const { design, drawing } = drawn(fields, false);
      const { scans, checks } = await measure(drawing, design, text);
      expect([scans, checks.find(({ check }) => check === 'decodes')?.passed]).toEqual([false, true]);
    }
  });
});

describe('the designer', () => {
  let api: TestApi;
  let admin: Person;
  beforeAll(async () => {
    api = await startTestApi();
    admin = await registerAdmin(api);
    await api.db.owner.query(`update organizations set subscription_tier = 'core'`);
  });
  afterAll(() => api.close());
  const create = (design: object) =>
    admin.request('POST', '/api/qr-codes', { name: 'Menu', targetUrl: 'https://www.example.com/', design });

  test.each([
    [{ foreground: '#CCCCCC' }, 'These colors are too similar. Choose a darker code or a lighter background.'],
    [
      { foreground: '#FFFFFF', background: '#000000' },
      "Many phones can't read a light code on a dark background. Swap the two colors.",
    ],
    [{ quietZone: 1 }, 'The margin is too small. Leave at least 4 modules around the code.'],
  ])('saves nothing that phones may not read: %j', async (design, message) => {
    const { id } = (await create({})).body;

    const made = await create(design);
    const changed = await admin.request('PUT', `/api/qr-codes/${id}`, { design, name: 'Other' });

    for (const { status, body } of [made, changed])
      expect([status, body]).toEqual([400, { code: 'invalid_input', message, fields: { design: message } }]);
    expect((await admin.request('GET', `/api/qr-codes/${id}`)).body).toMatchObject({
      name: 'Menu',
      design: { quietZone: 4 },
    });
  });

  test('shows a drawing and what the meter found, for a saved code its own drawing', async () => {
    const { id, shortUrl } = (await create({})).body;
    const preview = async (body: object) => (await admin.request('POST', '/api/qr-codes/preview', body)).body;

    const own = await preview({ design: { quietZone: 3 }, qrCodeId: id });
    const example = await preview({ design: {} });

    expect(await decodePicture(Buffer.from(own.svg))).toBe(shortUrl);
    expect((await decodePicture(Buffer.from(example.svg)))?.length).toBe(shortUrl.length);
    expect(own.readability.checks[1]).toEqual({ check: 'quiet-zone', passed: false, found: 3, needed: 4 });
    expect(example.readability).toMatchObject({ scans: true, smallestPrintMm: expect.any(Number) });
    const { printSizes, smallestPrintMm } = example.readability;
    expect(printSizes[0]).toEqual({ distanceCm: 25, widthMm: smallestPrintMm });
    expect(printSizes.map(({ distanceCm }: { distanceCm: number }) => distanceCm)).toEqual([
      25, 50, 100, 200, 500, 1_000,
    ]);
  });
});
