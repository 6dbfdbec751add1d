import { Locale } from '@waggle/contracts/fields';
import { z } from 'zod';
import { job } from '#platform/jobs/job.ts';

const mail = { class: 'transactional', attempts: 8 } as const;

const domainNews = ['verified', 'failing'] as const;
export type DomainNews = (typeof domainNews)[number];
const News = z.object({ domainId: z.uuid(), news: z.enum(domainNews) });

export const sendRecords = job(
  'settings.send-records',
  z.object({ domainId: z.uuid(), email: z.string(), locale: Locale }),
  mail,
);

/** Finds who hears of it. Apart from the emails, so that one that fails is not a reason to send the others again. */
export const announceDomain = job('settings.announce-domain', News, mail);

export const sendDomainNews = job('settings.send-domain-news', News.extend({ userId: z.uuid() }), mail);
