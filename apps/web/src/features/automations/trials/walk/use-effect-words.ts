import type { PaperEffect } from '@waggle/contracts/automation-trials';
import { useTranslation } from 'react-i18next';
import { useEditor } from '../../editor/editor-context.ts';

type Words = { [Kind in PaperEffect['kind']]: (effect: Extract<PaperEffect, { kind: Kind }>) => string[] };

/** What a step would have done, a line for each. */
export function useEffectWords(): (effect: PaperEffect) => string[] {
  const { t } = useTranslation('automation-runs');
  const { catalogue, emails } = useEditor();
  const named = (id: string): string => catalogue.nameOf(id) ?? t('effects.gone');
  const fieldName = (key: string): string => catalogue.fields.find((field) => field.key === key)?.label ?? key;
  const subjectOf = (campaignId: string | null): string => (campaignId && emails.get(campaignId)?.subject) || '–';
  const words: Words = {
    email: ({ campaignId }) => [t('effects.email', { subject: subjectOf(campaignId) })],
    tag: ({ add, remove }) => [
      ...add.map((id) => t('effects.tagAdded', { name: named(id) })),
      ...remove.map((id) => t('effects.tagRemoved', { name: named(id) })),
    ],
    field: ({ field, value }) => [t('effects.field', { field: fieldName(field), value: value || '–' })],
    notify: ({ memberId, text }) => [t(memberId === null ? 'effects.notifyAll' : 'effects.notify', { text })],
    webhook: ({ url, waitsForReply }) => [t(waitsForReply ? 'effects.webhookReply' : 'effects.webhook', { url })],
    enter: ({ automationId }) => [t('effects.enter', { name: named(automationId) })],
  };
  return (effect) => (words[effect.kind] as (one: PaperEffect) => string[])(effect);
}
