import type { BrowserContext, Page, Request } from '@playwright/test';
import { linkOrigin, origin } from './addresses.ts';

/** Another machine than ours: where a mail is read, as a mail program would show it. */
export const mailbox = 'http://mailbox.example/';

export type Watch = {
  /** Every script of a payload that ran: its number and the page. */
  runs: string[];
  /** Requests to anybody but us. */
  leaving: { url: string; type: string; cookie: string }[];
  /** Shows mails in frames of one page; nothing there is stopped by a policy. */
  openMails(page: Page, mails: readonly string[]): Promise<void>;
};

/** Sees what runs and what leaves in every page and frame of a browser. Whoever is asked for a script gives one. */
export async function watchScripts(context: BrowserContext): Promise<Watch> {
  const runs: string[] = [];
  const leaving: Watch['leaving'] = [];
  let mails: readonly string[] = [];
  await context.exposeBinding('ran', ({ frame }, no: number) => void runs.push(`${no} at ${frame.url()}`));
  context.on('dialog', (dialog) => {
    runs.push(`dialog ${dialog.message()}`);
    void dialog.dismiss();
  });
  context.on('request', (request) => {
    const { host } = new URL(request.url());
    if (/^https?:/.test(request.url()) && !isOurs(request) && host !== 'mailbox.example')
      void request.allHeaders().then(
        ({ cookie = '' }) => leaving.push({ url: request.url(), type: request.resourceType(), cookie }),
        () => leaving.push({ url: request.url(), type: request.resourceType(), cookie: '' }),
      );
  });
  await context.route(/^https?:\/\/(?!127\.0\.0\.1)/, (route) => {
    const { host, pathname } = new URL(route.request().url());
    const no = /\d+/.exec(pathname)?.[0] ?? '';
    if (host === 'mailbox.example')
      return route.fulfill({ contentType: 'text/html; charset=utf-8', body: pageOf(mails, no) });
    if (pathname.endsWith('.js')) return route.fulfill({ contentType: 'text/javascript', body: `ran(${no})` });
    return route.fulfill({ contentType: pathname.endsWith('.css') ? 'text/css' : 'image/png', body: '' });
  });

  await context.addInitScript(provoke);
  async function openMails(page: Page, shown: readonly string[]): Promise<void> {
    mails = shown;
    await page.goto(mailbox);
    // A payload may lead its own frame elsewhere, or never finish loading; mails do neither.
    const provoked = () => page.evaluate(() => Number(document.body.dataset['provoked'] ?? 0));
    for (const deadline = Date.now() + 10_000; Date.now() < deadline && (await provoked()) < shown.length;)
      await page.waitForTimeout(100);
    await page.waitForTimeout(300);
  }
  return { runs, leaving, openMails };
}

const isOurs = (request: Request): boolean => [origin, linkOrigin].includes(new URL(request.url()).origin);

const pageOf = (mails: readonly string[], no: string): string =>
  no === '' ? mails.map((_, at) => `<iframe src="/${at}"></iframe>`).join('') : mails[Number(no)]!;

/** Runs in every page: in a mail, what a person would set off by moving over it and clicking what is no web address. */
function provoke(): void {
  if (location.hostname !== 'mailbox.example' || window === top) return;
  const act = () => {
    for (const element of document.querySelectorAll('*')) {
      for (const type of ['mouseover', 'focus', 'toggle', 'animationstart'])
        element.dispatchEvent(new Event(type, { bubbles: true }));
      const address = element.getAttribute('href') ?? element.getAttribute('xlink:href') ?? '';
      if (element.matches('a, area, math, button') && !/^(?:https?|mailto|tel):/i.test(address))
        element.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }));
    }
    const { dataset } = top!.document.body;
    dataset['provoked'] = String(Number(dataset['provoked'] ?? 0) + 1);
  };
  addEventListener('load', () => setTimeout(act, 50));
}

/** Elements that would run a script when they are touched, in the page as it stands. */
export const handlersIn = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    Array.from(document.querySelectorAll('*')).flatMap((element) =>
      Array.from(element.attributes)
        .filter(
          ({ name, value }) =>
            name.startsWith('on') ||
            name === 'srcdoc' ||
            (/^(?:href|src|action|formaction|xlink:href)$/.test(name) &&
              /^[\0-\x20]*(?:javascript|vbscript|data:text)/i.test(value)),
        )
        .map(({ name, value }) => `${element.tagName} ${name}=${value}`),
    ),
  );

/** Those of the texts that a person can read on the page, in its fields too. */
export const textsOn = (page: Page, texts: readonly string[]): Promise<string[]> =>
  page.evaluate((wanted) => {
    const fields = Array.from(document.querySelectorAll<HTMLInputElement>('input, textarea'), ({ value }) => value);
    const seen = [document.body.textContent, ...fields].join('\n');
    return wanted.filter((text) => seen.includes(text));
  }, texts);
