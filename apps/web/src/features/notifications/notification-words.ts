import type { LinkProps } from '@tanstack/react-router';
import type { Notification } from '@waggle/contracts/notifications';
import type { TFunction } from 'i18next';
import { CirclePause, Gauge, Globe, Send, Shield, TriangleAlert, Upload, Workflow } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '#lib/format.ts';
import { translateSentence } from '#lib/i18n.ts';
import type { Icon } from '#ui/icon.ts';

type Tone = 'neutral' | 'success' | 'warning';
type Words = {
  icon: Icon;
  tone: Tone;
  /** Stands behind the name of the record, or alone. */
  title: string;
  text: string;
  /** Where it leads. */
  link?: Pick<LinkProps, 'to' | 'search'>;
};

type Told = Pick<Notification, 'recordId' | 'facts'> & {
  t: TFunction<'notifications'>;
  number: (value: number | undefined) => string;
};

/** Where a campaign says what became of it. */
const reportOf = (campaignId: string | null) => ({ to: `/dashboard/campaigns/${campaignId}` as never });

const words: Record<Notification['kind'], (told: Told) => Words> = {
  'import-finished': ({ facts, recordId, t, number }) => ({
    icon: Upload,
    tone: facts.state === 'failed' ? 'warning' : 'neutral',
    title: t(facts.state === 'failed' ? 'import.failed' : 'import.done'),
    text:
      facts.state === 'failed'
        ? t('import.failedText')
        : t('import.text', {
            imported: number(facts.imported),
            duplicates: number(facts.duplicates),
            errors: number(facts.errors),
          }),
    link: { to: '/dashboard/contacts/imports', search: { import: recordId } as never },
  }),
  domain: ({ facts: { news }, t }) => ({
    icon: Globe,
    tone: news === 'verified' ? 'success' : 'warning',
    title: t(news === 'verified' ? 'domain.verified' : 'domain.failing'),
    text: t(news === 'verified' ? 'domain.verifiedText' : 'domain.failingText'),
    link: { to: '/dashboard/settings/domains' },
  }),
  'host-stopped': ({ t }) => ({
    icon: Globe,
    tone: 'warning',
    title: t('host.stopped'),
    text: t('host.stoppedText'),
    link: { to: '/dashboard/settings/hosts' },
  }),
  'campaign-held': ({ facts, recordId, t }) => ({
    icon: CirclePause,
    tone: 'warning',
    title: t('campaign.held'),
    text: translateSentence(facts.reason ?? ''),
    link: reportOf(recordId),
  }),
  'campaign-failing': ({ facts, recordId, t, number }) => ({
    icon: TriangleAlert,
    tone: 'warning',
    title: t('campaign.failing'),
    text: t('campaign.failingText', { failed: number(facts.failed), answered: number(facts.answered) }),
    link: reportOf(recordId),
  }),
  'form-emails-held': ({ t }) => ({
    icon: CirclePause,
    tone: 'warning',
    title: t('form.held'),
    text: t('form.heldText'),
    link: { to: '/dashboard/settings/sending' },
  }),
  'automation-note': ({ facts, recordId, t, number }) => ({
    icon: Workflow,
    tone: 'neutral',
    title: t('automation.note', { automation: facts.automation ?? '' }),
    text: [facts.note, facts.others && t('automation.others', { count: facts.others, number: number(facts.others) })]
      .filter(Boolean)
      .join(' '),
    link: { to: '/dashboard/contacts', search: { contact: recordId } as never },
  }),
  'campaign-finished': ({ facts, recordId, t, number }) => ({
    icon: Send,
    tone: 'neutral',
    title: t('campaign.finished'),
    text: t('campaign.sent', { sent: number(facts.sent) }),
    link: reportOf(recordId),
  }),
  'plan-nearly-full': ({ facts: { percent = 0, limit }, t, number }) => ({
    icon: Gauge,
    tone: 'warning',
    title: t(percent >= 100 ? 'plan.full' : 'plan.nearly', { percent }),
    text: t(percent >= 100 ? 'plan.fullText' : 'plan.nearlyText', { percent, limit: number(limit) }),
    link: { to: '/dashboard/contacts' },
  }),
  'new-sign-in': ({ facts, t }) => ({
    icon: Shield,
    tone: 'neutral',
    title: t('signIn.title'),
    text: [facts.device, facts.address].filter(Boolean).join(', '),
    link: { to: '/dashboard/settings/security' },
  }),
};

/** What a notification says, looks like and leads to. */
export function useNotificationWords() {
  const { t } = useTranslation('notifications');
  const format = useFormat();
  const number = (value: number | undefined) => format.number(value ?? 0);
  return ({ kind, recordId, facts }: Notification): Words => words[kind]({ recordId, facts, t, number });
}
