import { chromium } from '@playwright/test';
import { compileContent, type Draft } from '@waggle/email/content/compile';
import { aDraft } from '@waggle/email/content/draft.fixture';
import { simpleParser } from 'mailparser';
import { expect } from 'vitest';
import { startProcessorWatch } from '../../../../test/harness/watch.ts';
import { loadMjml } from './load-mjml.ts';
import type { FrozenContent } from './mailing.ts';
import type { Recipient } from './recipient.ts';
import { aRecipient, mailingOf } from './test-harness.ts';

/** Milliseconds of the process itself for one input; the clock on the wall would count what else the machine does. */
const longest = 1_000;
const parts = ['subject', 'previewText', 'html', 'text'];

export type Judged = {
  codes: string[];
  /** Null where the author is asked to change something. */ html: string | null;
};

/**
 * What holds for any content: no exception, no hang, every problem names its part and a line of it, and what is accepted
 * becomes one mail with the usual headers and nothing else.
 */
export async function judge(
  change: Partial<Draft>,
  recipient: Partial<Recipient> = {},
  frozen: Partial<FrozenContent> = {},
): Promise<Judged> {
  const draft = aDraft(change);
  // To load it costs half a second, which is no fault of the first input.
  await loadMjml();
  const usedMs = startProcessorWatch();
  const { problems } = await compileContent(draft, 'https://mail.example.com/', loadMjml);
  expect(usedMs()).toBeLessThan(longest);

  for (const { part, line, message } of problems) {
    expect(parts).toContain(part);
    const lines = draft[part].split(/\r\n?|\n/).length;
    expect(line).toBeGreaterThanOrEqual(1);
    expect(line).toBeLessThanOrEqual(lines);
    expect(message).not.toBe('');
  }
  const codes = problems.map(({ code }) => code);
  if (problems.some(({ severity }) => severity === 'error')) return { codes, html: null };

  const { message } = (await mailingOf(draft, frozen)).compose(aRecipient(recipient));
  expectOneMail(message);
  return { codes, html: (await simpleParser(message)).html || '' };
}

const usualHeaders = [
  'To',
  'Subject',
  'Date',
  'Message-ID',
  'List-Unsubscribe',
  'From',
  'List-Unsubscribe-Post',
  'List-Id',
  'Feedback-ID',
  'MIME-Version',
  'Content-Type',
];

/** Lines end with CRLF alone and begin with no dot, so that no server finds the end of the mail too early. */
function expectOneMail(message: Buffer): void {
  const text = message.toString('latin1');
  const end = text.indexOf('\r\n\r\n');
  const headers = text.slice(0, end).split(/\r\n(?![ \t])/);
  const body = text.slice(end + 4).split('\r\n');

  expect(headers.map((line) => line.slice(0, line.indexOf(':')))).toEqual(usualHeaders);
  expect(text.slice(0, end)).toMatch(/^[\t\r\n\x20-\x7e]*$/);
  expect(
    Math.max(
      ...text
        .slice(0, end)
        .split('\r\n')
        .map(({ length }) => length),
    ),
  ).toBeLessThanOrEqual(998);
  expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
  expect(body.filter((line) => line.startsWith('.') || line.length > 76)).toEqual([]);
}

/** What a browser would run or load beyond pictures, page by page; reading is the browser's own. */
export async function dangersIn(pages: readonly string[]): Promise<string[]> {
  const browser = await chromium.launch({
    executablePath: '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu'],
  });
  try {
    const page = await browser.newPage();
    return await page.evaluate(findDangers, pages);
  } finally {
    await browser.close();
  }
}

/** Runs in the browser. */
function findDangers(pages: readonly string[]): string[] {
  const active =
    'script,iframe,frame,frameset,object,embed,applet,form,base,link,meta[http-equiv],svg,math,template,textarea';
  return pages.flatMap((html) => {
    // oxlint-disable-next-line no-explicit-any -- the server's types know no browser
    const read = new (globalThis as any).DOMParser().parseFromString(html, 'text/html');
    const found: string[] = Array.from(read.querySelectorAll(active), ({ outerHTML }) => outerHTML);
    for (const element of read.querySelectorAll('*'))
      for (const { name, value } of element.attributes) {
        const address = [...value].filter((letter) => letter > ' ').join('');
        const leads = ['href', 'src', 'background', 'poster', 'xlink:href', 'action'].includes(name);
        if (name.startsWith('on') || name === 'srcdoc') found.push(`${name}="${value}"`);
        if (leads && /^(?:javascript|vbscript|data|file|blob):/i.test(address)) found.push(`${name}="${value}"`);
        if (name === 'style' && /expression\s*\(|javascript:|@import/i.test(value)) found.push(value);
      }
    // The way out must be there to be clicked, not inside of something of the author's.
    const wayOut = read.querySelector('a[href*="/t/u/"]');
    if (!wayOut) found.push('no way to unsubscribe');
    else if (wayOut.closest('a') !== wayOut || read.body.lastElementChild === null) found.push('way out is covered');
    return found.map((what) => `${what.slice(0, 200)} in ${html.slice(html.indexOf('<body'), 600)}`);
  });
}
