import type { Step, StepKind, StepOf } from '@waggle/contracts/automation-document';
import type { ParseKeys } from 'i18next';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '#lib/format.ts';
import { useEditor } from '../editor/editor-context.ts';
import { useMemberNames } from '../inspector/use-member-names.ts';
import { useDurationWords } from '../words/use-duration-words.ts';
import { useTimeWords } from '../words/use-time-words.ts';
import { RulesSaid } from './rules-said.tsx';
import type { Side } from './use-sides.ts';

/** By kind of step, how its parts are said; one that is missing has nothing short to say. */
type Said = { [Kind in StepKind]?: Record<string, (step: StepOf<Kind>) => ReactNode> };

/** What the parts of steps are called, and what they say on one side. */
export function useStepParts({ stepOf, words, subjectOf }: Side) {
  const { t } = useTranslation(['automation-versions', 'automation-editor']);
  const { number, list } = useFormat();
  const { catalogue } = useEditor();
  const duration = useDurationWords();
  const times = useTimeWords(catalogue);
  const nameOfMember = useMemberNames();
  const named = (id: string) => catalogue.nameOf(id) ?? (catalogue.loaded ? t('automation-editor:gone') : '…');
  const tags = (ids: readonly string[]) => (ids.length > 0 ? list(ids.map(named)) : t('none'));
  const said: Said = {
    email: {
      subject: ({ id }) => subjectOf(id) ?? null,
      hours: ({ hours }) => (hours ? times.hours(hours) : t('asAutomation')),
      cap: ({ cap }) => t(cap === 'obey' ? 'on' : 'off'),
    },
    wait: { for: (step) => duration(step.for) },
    'wait-until': { until: ({ until }) => times.until(until) },
    'wait-for': {
      what: ({ what }) => words.happening(what),
      since: ({ since }) =>
        t(since === 'entry' ? 'automation-editor:forms.sinceEntry' : 'automation-editor:forms.sinceArrival'),
      atMost: ({ atMost }) => duration(atMost),
    },
    if: { rule: ({ rule }) => <RulesSaid tree={rule} /> },
    split: {
      lanes: (step) => list(step.lanes.map(({ weight }, at) => `${words.laneName(step, at)} (${number(weight)})`)),
    },
    tag: { add: ({ add }) => tags(add), remove: ({ remove }) => tags(remove) },
    field: { field: ({ field }) => times.fieldName(field), value: ({ value }) => value || t('none') },
    notify: { memberId: ({ memberId }) => nameOfMember(memberId), text: ({ text }) => text || t('none') },
    webhook: { url: ({ url }) => url || t('none'), reply: ({ reply }) => (reply ? duration(reply.atMost) : t('off')) },
    enter: { automationId: ({ automationId }) => (automationId ? named(automationId) : t('none')) },
  };
  return {
    label: (part: string): string =>
      t(`parts.${part}` as ParseKeys<'automation-versions'>, { defaultValue: t('parts.kind') }),
    value: (stepId: string, part: string): ReactNode => {
      const step: Step | undefined = stepOf(stepId);
      const how = step && (said[step.kind] as Record<string, (one: Step) => ReactNode> | undefined)?.[part];
      return step && how ? how(step) : null;
    },
  };
}
