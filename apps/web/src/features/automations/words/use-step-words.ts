import type { Happening, Lane, Step, StepKind, StepOf, Trigger } from '@waggle/contracts/automation-document';
import { findStep } from '@waggle/automations/steps';
import type { ParseKeys } from 'i18next';
import { useTranslation } from 'react-i18next';
import { useFormat } from '#lib/format.ts';
import type { Catalogue } from '../catalogue.ts';
import { useDurationWords } from './use-duration-words.ts';
import { useTimeWords } from './use-time-words.ts';

export type StepEmails = ReadonlyMap<string, { subject: string; sender: string | null }>;

type Known = { catalogue: Catalogue; emails: StepEmails; steps: readonly Step[] };

/** What is meant where nothing was chosen. */
const anyOf: Partial<Record<Trigger['kind'], 'form' | 'code' | 'email'>> = {
  'form.submitted': 'form',
  'qr.scanned': 'code',
  'email.opened': 'email',
  'email.clicked': 'email',
};

/** The record it speaks of; null where it speaks of any, or of none. */
function idIn(what: Happening | Trigger): string | null {
  if ('of' in what) return what.of && 'campaignId' in what.of ? what.of.campaignId : null;
  const { formId, tagId, segmentId, codeId, automationId } = what as Partial<Record<string, string | null>>;
  return formId ?? tagId ?? segmentId ?? codeId ?? automationId ?? null;
}

/** What triggers and steps are called, and what they say. */
export function useStepWords({ catalogue, emails, steps }: Known) {
  const { t } = useTranslation('automation-editor');
  const { t: names } = useTranslation('automations');
  const format = useFormat();
  const duration = useDurationWords();
  const times = useTimeWords(catalogue);

  const named = (id: string) => catalogue.nameOf(id) ?? (catalogue.loaded ? t('gone') : '…');
  const emailOf = (stepId: string): string => {
    const step = findStep(steps, stepId);
    return step?.kind === 'email' ? titles.email(step) : t('gone');
  };
  const triggerKind = (kind: Trigger['kind']): string =>
    names(`triggers.${kind.replace('.', '_')}` as ParseKeys<'automations'>);

  const subjectOf = (what: Happening | Trigger): string => {
    const of = 'of' in what ? what.of : undefined;
    if (of && 'step' in of) return emailOf(of.step);
    if (what.kind === 'date') return times.dateTrigger(what);
    if (what.kind === 'event') return what.name;
    const id = idIn(what);
    if (id !== null) return named(id);
    const anything = anyOf[what.kind];
    return anything ? t(`any.${anything}`) : '';
  };
  const happening = (what: Happening | Trigger): string =>
    [triggerKind(what.kind), subjectOf(what)].filter(Boolean).join(': ');

  const titles: { [Kind in StepKind]: (step: StepOf<Kind>) => string } = {
    email: ({ campaignId }) =>
      campaignId === null ? t('empty.email') : emails.get(campaignId)?.subject || t('empty.subject'),
    wait: (step) => duration(step.for),
    'wait-until': ({ until }) => times.until(until),
    'wait-for': ({ what, atMost }) => t('waitForTitle', { what: happening(what), time: duration(atMost) }),
    if: ({ rule }) =>
      rule.rules.length === 0
        ? t('empty.rule')
        : t('conditions', { count: rule.rules.length, shown: format.number(rule.rules.length) }),
    split: ({ lanes }) => t('ways', { count: lanes.length, shown: format.number(lanes.length) }),
    tag: ({ add, remove }) =>
      [...add.map(named), ...remove.map((id) => t('removes', { name: named(id) }))].join(', ') || t('empty.tag'),
    field: ({ field, value }) => t('sets', { field: times.fieldName(field), value: value || t('nothing') }),
    notify: ({ text }) => text || t('empty.text'),
    webhook: ({ url }) => url || t('empty.address'),
    enter: ({ automationId }) => (automationId ? named(automationId) : t('empty.automation')),
    goal: () => t('reachesGoal'),
    leave: () => t('leaves'),
  };

  const title = (step: Step): string => (titles[step.kind] as (one: Step) => string)(step);
  const kind = (step: StepKind): string => t(`kinds.${step}`);
  return { title, kind, laneName: useLaneName(), happening, subjectOf, triggerKind };
}

/** Ways of a condition and of a wait are named by what they mean. */
function useLaneName(): (step: Step & { lanes: Lane[] }, at: number) => string {
  const { t } = useTranslation('automation-editor');
  const { number } = useFormat();
  return (step, at) => {
    if (step.kind === 'if') return t(at === 0 ? 'lanes.yes' : 'lanes.no');
    if (step.kind === 'wait-for') return t(at === 0 ? 'lanes.happened' : 'lanes.late');
    return step.lanes[at]?.name || t('lanes.nth', { number: number(at + 1) });
  };
}

export type StepWords = ReturnType<typeof useStepWords>;
