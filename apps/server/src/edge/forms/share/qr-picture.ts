import { qrSize } from '@waggle/contracts/qr-codes';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { createBoundedCache } from '../../../platform/bounded-cache.ts';
import type { Walls } from '../../hosts/walls.ts';
import { answerPage, type PageName } from '../../pages.ts';
import { shortCodeIn } from '../../short-code.ts';
import type { Targets } from '../../targets.ts';
import type { PublishedForms } from '../published-forms.ts';
import type { FormAddresses } from '../touch/form-addresses.ts';
import { qrPng } from './qr-png.ts';

export type QrPictureParts = {
  forms: PublishedForms;
  walls: Pick<Walls, 'admits'>;
  targets: Pick<Targets, 'find' | 'ask'>;
  addresses: FormAddresses;
  /** Whether this address may ask once more in this second. */
  allow: (address: string) => boolean;
  headers: Record<string, string>;
};

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/**
 * The QR code of a form as a picture for everybody: of its own address, or with `code` of the short link that counts scans.
 * It says nothing that is not on the page it leads to.
 */
export function createQrPicture({ forms, walls, targets, addresses, allow, headers }: QrPictureParts) {
  const drawn = createBoundedCache<Buffer>(500);

  function pictureOf(text: string, size: number): Buffer {
    const key = `${size} ${text}`;
    const known = drawn.get(key) ?? qrPng(text, size);
    drawn.set(key, known);
    return known;
  }

  /** What the picture says, or why there is none. A form that is switched off keeps its picture: it may be on again tomorrow. */
  async function textOf(request: FastifyRequest): Promise<{ text: string } | PageName> {
    const { formId } = request.params as { formId: string };
    const { code } = request.query as { code?: unknown };
    if (!allow(request.ip)) return 'tooMany';
    if (!uuid.test(formId)) return 'unknown';
    if (code === undefined) {
      const form = await forms.find(formId.toLowerCase());
      if (typeof form === 'string') return form;
      return walls.admits(request, form) ? { text: addresses.addressOf(form.id, form) } : 'unknown';
    }
    const shortCode = typeof code === 'string' ? shortCodeIn(`/qr/${code}`) : undefined;
    if (shortCode === undefined) return 'unknown';
    const target = targets.find(shortCode) ?? (await targets.ask(shortCode));
    if (typeof target === 'string') return target;
    const isShown = target.formId === formId.toLowerCase() && walls.admits(request, target);
    return isShown ? { text: addresses.shortUrlOf(shortCode, target) } : 'unknown';
  }

  return async function show(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const found = await textOf(request);
    reply.hijack();
    if (typeof found === 'string')
      return answerPage(reply.raw, found, request.headers['accept-language'], Object.entries(headers).flat());
    const picture = pictureOf(found.text, sizeIn(request));
    reply.raw.writeHead(200, {
      ...headers,
      // What an address shows never changes; a day, so that a deleted form is forgotten.
      'cache-control': 'public, max-age=86400',
      'content-type': 'image/png',
      'content-length': String(picture.length),
      'content-security-policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
      // It is copied to show it on other sites.
      'cross-origin-resource-policy': 'cross-origin',
    });
    reply.raw.end(picture);
  };
}

/** 100 to 500 pixels in steps of 50; any other size gives one of 200. */
function sizeIn(request: FastifyRequest): number {
  const size = Number((request.query as { size?: unknown }).size);
  const isOne = size >= qrSize.min && size <= qrSize.max && size % qrSize.step === 0;
  return isOne ? size : qrSize.default;
}
