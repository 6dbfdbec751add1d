import { type AttentionItem, bounceLimit, complaintLimit, planShareLimit } from '@waggle/contracts/control-room';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { type Format, useFormat } from '#lib/format.ts';

/** What is wrong as part of a sentence and as a title, why in a sentence and in few words, and what the button says. */
type Words = { what: string; title: string; text: string; brief: string; action: string };
type Tools = { t: TFunction<'control-room'>; format: Format };
type Item<Kind extends AttentionItem['kind']> = Extract<AttentionItem, { kind: Kind }>;

export function useAttentionWords(): (item: AttentionItem) => Words {
  const { t } = useTranslation('control-room');
  const format = useFormat();
  return (item) => (wordsOf[item.kind] as (item: AttentionItem, tools: Tools) => Words)(item, { t, format });
}

const waitingOf = (waiting: number, { t, format }: Tools): string =>
  waiting > 0 ? t('attention.waiting', { count: waiting, shown: format.number(waiting) }) : '';

const insideOf = (inside: number, { t, format }: Tools): string =>
  inside > 0 ? t('attention.inside', { count: inside, shown: format.number(inside) }) : '';

type Planned = Item<'silent'>['next'];
const plannedOf = (next: NonNullable<Planned>, { t, format }: Tools): string =>
  t('attention.planned', { campaign: next.name, when: format.fullDate(next.at) });

const sentences = (...parts: string[]): string => parts.filter(Boolean).join(' ');

function paused({ hold, campaign, sent, rate, waiting }: Item<'paused'>, tools: Tools): Words {
  const { t, format } = tools;
  const shown = { rate: hold === 'bounces' ? format.rate(rate) : format.fineRate(rate) };
  const words = { ...shown, campaign: campaign.name, sent: format.number(sent) };
  return {
    what: t('attention.paused.what'),
    title: t('attention.paused.title'),
    text: sentences(t(`attention.paused.${hold}`, words), waitingOf(waiting, tools)),
    brief: t(`attention.paused.${hold}Brief`, shown),
    action: t(`attention.actions.${hold}`),
  };
}

function bounces({ campaign, bounced, sent, rate }: Item<'bounces'>, { t, format }: Tools): Words {
  const limit = format.plainRate(bounceLimit);
  const shown = format.number(bounced);
  return {
    what: t('attention.bounces.what', { limit }),
    title: t('attention.bounces.title', { limit }),
    text: t('attention.bounces.text', { count: bounced, shown, sent: format.number(sent), campaign: campaign.name }),
    brief: t('attention.bounces.brief', { rate: format.rate(rate) }),
    action: t('attention.actions.bounces'),
  };
}

const held = ({ campaign, waiting }: Item<'held'>, tools: Tools): Words => ({
  what: tools.t('attention.held.what'),
  title: tools.t('attention.held.title'),
  text: sentences(tools.t('attention.held.text', { campaign: campaign.name }), waitingOf(waiting, tools)),
  brief: tools.t('attention.held.brief', { campaign: campaign.name }),
  action: tools.t('attention.actions.campaign'),
});

const automation = ({ automation: { name }, hold, path, waiting }: Item<'automation'>, tools: Tools): Words => ({
  what: tools.t('attention.automation.what'),
  title: tools.t('attention.automation.title'),
  text: sentences(tools.t(`attention.automation.${hold}`, { automation: name }), insideOf(waiting, tools)),
  brief: name,
  action: tools.t(
    path.startsWith('/dashboard/campaigns') ? 'attention.actions.campaign' : 'attention.actions.automation',
  ),
});

/** As the people who manage DNS write them. */
const records = { dkim: 'DKIM', spf: 'SPF', dmarc: 'DMARC', 'return-path': 'Return-Path' } as const;

function domain({ domain: name, failing, passing, next }: Item<'domain'>, tools: Tools): Words {
  const { t, format } = tools;
  const kinds = [...new Set(failing.map(({ purpose }) => purpose))];
  const [only] = failing;
  const named = kinds.length === 1 && only;
  const what = named
    ? t(only.isMissing ? 'attention.domain.missing' : 'attention.domain.wrong', { record: records[only.purpose] })
    : t(kinds.length > 1 ? 'attention.domain.several' : 'attention.domain.unverified', { count: kinds.length });
  const passes = [...new Set(passing.filter((purpose) => !kinds.includes(purpose)))].map((purpose) => records[purpose]);
  return {
    what,
    title: what.charAt(0).toLocaleUpperCase() + what.slice(1),
    text: sentences(
      passes.length > 0
        ? t('attention.domain.passes', { domain: name, records: format.list(passes) })
        : t('attention.domain.stopped', { domain: name }),
      next ? plannedOf(next, tools) : '',
    ),
    brief: name,
    action: t('attention.actions.record'),
  };
}

const connection = ({ connection: name }: Item<'connection'>, { t }: Tools): Words => ({
  what: t('attention.connection.what'),
  title: t('attention.connection.title'),
  text: name === null ? t('attention.connection.unnamed') : t('attention.connection.named', { connection: name }),
  brief: t('attention.connection.brief'),
  action: t('attention.actions.connection'),
});

function complaints({ campaign, complained }: Item<'complaints'>, { t, format }: Tools): Words {
  const limit = format.plainRate(complaintLimit);
  const words = { count: complained, shown: format.number(complained) };
  return {
    what: t('attention.complaints.what', { limit }),
    title: t('attention.complaints.title', { limit }),
    text: t('attention.complaints.text', { ...words, campaign: campaign.name }),
    brief: t('attention.complaints.brief', words),
    action: t('attention.actions.contacts'),
  };
}

function plan({ counted, limit, share }: Item<'plan'>, { t, format }: Tools): Words {
  const above = { limit: format.plainRate(planShareLimit) };
  return {
    what: t('attention.plan.what', above),
    title: t('attention.plan.title', above),
    text: t('attention.plan.text', { shown: format.number(counted), limit: format.number(limit) }),
    brief: t('attention.plan.brief', { share: format.rate(share) }),
    action: t('attention.actions.contacts'),
  };
}

function silent({ days, next, revenueChange }: Item<'silent'>, tools: Tools): Words {
  const { t, format } = tools;
  const hasFallen = revenueChange !== null && revenueChange < 0;
  const planned = next ? t('attention.silent.plannedBrief', { when: format.monthDay(next.at) }) : undefined;
  return {
    what: t('attention.silent.what', { count: days }),
    title: t('attention.silent.title', { count: days }),
    text: sentences(
      next ? plannedOf(next, tools) : t('attention.silent.unplanned'),
      hasFallen ? t('attention.silent.fell', { percent: format.rate(-revenueChange) }) : '',
    ),
    brief: hasFallen
      ? t('attention.silent.fellBrief', { percent: format.growth(revenueChange) })
      : (planned ?? t('attention.silent.unplannedBrief')),
    action: t(next ? 'attention.actions.campaign' : 'attention.actions.campaigns'),
  };
}

const wordsOf: { [Kind in AttentionItem['kind']]: (item: Item<Kind>, tools: Tools) => Words } = {
  paused,
  bounces,
  held,
  automation,
  domain,
  connection,
  complaints,
  plan,
  silent,
};
