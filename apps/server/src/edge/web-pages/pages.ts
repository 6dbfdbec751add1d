import { setTimeout as pause } from 'node:timers/promises';
import type { Database } from '../../platform/database/database.ts';
import { createFairQueue } from '../../platform/fair-queue.ts';
import type { LinkKey } from '../../platform/tracking/mac.ts';
import type { Claims } from '../../platform/tracking/token.ts';
import { createThreadPool } from '../../platform/threads/thread-pool.ts';
import { findPublicEmail, findSentEmail } from './queries.ts';
import type { PersonalPage } from './render.ts';

/** Pages under way at a time, whatever strangers try: each may be a megabyte. One organization never has all places. */
const mostAtOnce = 40;
const mostOfOne = 10;
/** A newsletter goes out and a mail gateway opens every link of it at once: so many wait so long for a place, which costs no memory. */
const waiting = { waitingPerKey: 40, mostWaiting: 400, waitMs: 2_000 };

/** What an author wrote decides how long it takes: a megabyte 100 ms, and redirects must not wait for it. */
const threads = createThreadPool({
  entry: 'web-pages',
  most: 2,
  deadlineMs: 3_000,
  heapMegabytes: 128,
  waitingPerKey: mostOfOne,
  tooComplex: "This email can't be shown.",
});

/** Milliseconds a page waits for the database and the thread. */
const patienceMs = 4_000;

/** The HTML of a page and the mark of its client; `gone` where there is none any more, `unavailable` when nobody could be asked in time. */
export type WebPage = { html: string; clientMark: Buffer } | 'gone' | 'unavailable';

/** Web pages of emails: for the person an email went to, and for everybody. */
export type WebPages = {
  /** The email as it was sent to the contact the claims lead to. Its links begin with the host name it is shown at. */
  personal(claims: Claims, linkKey: LinkKey, origin?: string): Promise<WebPage>;
  /** The email of the campaign for everybody. */
  public(claims: Claims): Promise<WebPage>;
};

export function createWebPages(database: Database, publicUrl: string): WebPages {
  const places = createFairQueue({ most: mostAtOnce, mostPerKey: mostOfOne, ...waiting });

  type Rendered = { html: string | null; clientMark: Buffer };

  async function within({ organizationId }: Claims, render: () => Promise<Rendered | null>): Promise<WebPage> {
    const rendered = places
      .run(organizationId, render)
      .then((page): WebPage =>
        !page || page.html === null ? 'gone' : { html: page.html, clientMark: page.clientMark },
      )
      .catch((): WebPage => 'unavailable');
    return Promise.race([rendered, pause(patienceMs, 'unavailable' as const, { ref: false })]);
  }

  return {
    personal: (claims, linkKey, origin = publicUrl) =>
      within(claims, async () => {
        const email = await findSentEmail(database, claims);
        if (!email) return null;
        const page = { email, claims, linkKey, publicUrl: origin } satisfies PersonalPage;
        const html = await threads.run<string | null>(claims.organizationId, 'personal', page);
        return { html, clientMark: email.clientMark };
      }),
    public: (claims) =>
      within(claims, async () => {
        const email = await findPublicEmail(database, claims);
        if (!email) return null;
        const { clientMark, ...page } = email;
        return { html: await threads.run<string>(claims.organizationId, 'public', page), clientMark };
      }),
  };
}
