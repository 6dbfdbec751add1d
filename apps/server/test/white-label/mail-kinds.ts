import { planNeeds } from '@waggle/contracts/billing';
import type { Locale } from '@waggle/contracts/fields';
import { notificationKinds } from '@waggle/contracts/notifications';
import type { MailProduct } from '@waggle/email/mail-product';
import { type RenderedMail, renderSystemMail } from '@waggle/email/system-mail';
import { changeMail, takenMail } from '#features/accounts/email-change/mails.ts';
import { confirmationMail, invitationMail, resetMail } from '#features/accounts/mails.ts';
import { noticeMail as securityNotice } from '#features/accounts/security-notices/notice-mail.ts';
import { noticeKinds } from '#features/accounts/security-notices/words.ts';
import { planQuestionMail } from '#features/billing/questions/mails.ts';
import { noticeMail as formNotice } from '#features/forms/notices/tell-team.ts';
import { notificationMail } from '#features/notifications/mails.ts';
import { domainNewsMail, recordsMail } from '#features/settings/domains/mail/mails.ts';
import { testWords } from '#features/settings/test-mail/words.ts';

const publicUrl = 'https://mail.example';
const link = `${publicUrl}/x`;
const brand = { name: 'Fernhill Studio', accent: '#8a4f16', logoUrl: null, postalAddress: '1 Fern Hill Road' };

type Composed = RenderedMail & { subject: string };
type Compose = (locale: Locale, product: MailProduct) => Composed;

const named = <Name extends string>(prefix: string, names: readonly Name[], of: (name: Name) => Compose) =>
  Object.fromEntries(names.map((name) => [`${prefix} ${name}`, of(name)]));

/** Emails to people of an organization, by the file that composes them: every kind there is. */
export const memberMails: Record<string, Record<string, Compose>> = {
  'accounts/mails.ts': {
    reset: (locale, product) => resetMail(locale, { name: 'Ann', link, product }),
    confirmation: (locale, product) => confirmationMail(locale, { link, product }),
    invitation: (locale, product) =>
      invitationMail(locale, { organization: 'Fernhill', inviter: 'Ann', role: 'USER', product, brand, link }),
  },
  'accounts/email-change/mails.ts': {
    'change at the old address': (locale, product) =>
      changeMail(locale, 'old', { link, newEmail: 'a@b.example', product }),
    'change at the new address': (locale, product) =>
      changeMail(locale, 'new', { link, newEmail: 'a@b.example', product }),
    'address that is taken': (locale, product) => takenMail(locale, { link, product }),
  },
  'accounts/security-notices/notice-mail.ts': named(
    'notice',
    noticeKinds,
    (kind) => (locale, product) =>
      securityNotice(
        {
          kind,
          locale,
          email: 'a@b.example',
          name: 'Ann',
          at: '2026-03-01T12:00:00.000Z',
          device: 'Firefox',
          address: null,
          role: null,
          passkeys: [],
        },
        { publicUrl, timezone: 'UTC', product },
      ),
  ),
  'notifications/mails.ts': named(
    'notification',
    notificationKinds.filter((kind) => kind !== 'domain' && kind !== 'new-sign-in'),
    (kind) => (locale, product) =>
      notificationMail(
        locale,
        {
          id: '',
          kind,
          recordId: 'id',
          name: 'Spring',
          clientId: null,
          clientName: null,
          facts: {},
          createdAt: '',
          readAt: null,
        },
        { name: 'Ann', publicUrl, product },
      ),
  ),
  'settings/domains/mail/mails.ts': {
    records: (locale, product) =>
      recordsMail(locale, {
        domain: 'b.example',
        records: [{ type: 'TXT', name: 'b.example', value: 'v=spf1' }],
        product,
      }),
    ...named(
      'domain',
      ['verified', 'failing'],
      (news) => (locale, product) =>
        domainNewsMail(locale, news, { name: 'Ann', domain: 'b.example', lost: ['TXT b.example'], publicUrl, product }),
    ),
  },
  'settings/test-mail/compose.ts': {
    test: (locale, product) => {
      const tested = { product, brand, records: [], through: 'mail.b.example', publicUrl };
      const { subject, ...parts } = testWords(locale, { domain: 'b.example', fromEmail: 'ann@b.example' }, tested);
      return { subject, ...renderSystemMail({ locale, ...parts }) };
    },
  },
  'forms/notices/tell-team.ts': {
    submissions: (locale, product) =>
      formNotice(locale, { id: 'form', name: 'Newsletter' }, { waiting: 2, blocks: [], publicUrl, product }),
  },
  'billing/questions/mails.ts': named(
    'question about',
    planNeeds,
    (need) => (locale, product) => planQuestionMail({ asker: 'Ben', need, link }, { name: 'Ann', locale, product }),
  ),
};

/** Files that compose other emails, and why these never have an organization's own product. */
export const otherMails: Record<string, string> = {
  'billing/dunning/notice-mail.ts': 'Payments are the operator’s.',
  'billing/questions/mails.ts': 'A request for a plan goes to the operator.',
  'forms/emails/compose.ts': 'Recipients see the brand of the client.',
  'accounts/create-accounts.ts': 'Where nobody has the address, nobody gets the email.',
  'accounts/white-label/product.ts': 'Says which product is in force.',
};
