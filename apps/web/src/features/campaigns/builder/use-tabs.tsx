import { useQuery } from '@tanstack/react-query';
import { CircleAlert, CircleCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { organizationQuery } from '#features/accounts/index.ts';
import { useFormat } from '#lib/format.ts';
import type { Tab } from '#ui/tabs.tsx';
import { type BuilderTab, useBuilder } from './builder-context.ts';
import { complaintsOf, type DraftField } from './draft.ts';
import { useAudience } from './recipients/use-audience.ts';

/** Where each field is, to find what is missing. */
export const tabOfField: Partial<Record<DraftField, BuilderTab>> = { replyTo: 'settings' };

/** The tabs with what is chosen in them, and whether something is missing. The preview has a place of its own on wide screens. */
export function useTabs(hasRail: boolean): Tab[] {
  const { t } = useTranslation('campaign-builder');
  const format = useFormat(useQuery(organizationQuery).data?.timezone);
  const { draft, readOnly, campaign } = useBuilder();
  const count = useAudience().data?.recipients;
  const complaints = complaintsOf(draft);
  const isWrong = (tab: BuilderTab) =>
    Object.keys(complaints).some((field) => (tabOfField[field as DraftField] ?? 'content') === tab) ||
    (tab === 'recipients' && count === 0);
  const isSequence = draft.emails !== null;
  const labelled = (tab: BuilderTab): ReactNode => {
    const label = t(isSequence && tab === 'content' ? 'tabs.emails' : `tabs.${tab}`);
    return readOnly ? label : <Marked isWrong={isWrong(tab)}>{label}</Marked>;
  };
  /** The automation or the sequence decides both for an email of its own. */
  const whoAndWhen = [
    { value: 'recipients', label: labelled('recipients'), ...(count !== undefined && { count: format.number(count) }) },
    {
      value: 'schedule',
      label: labelled('schedule'),
      count: draft.scheduledAt ? format.when(draft.scheduledAt) : t('tabs.now'),
    },
  ];
  return [
    { value: 'content', label: labelled('content') },
    ...(hasRail || isSequence ? [] : [{ value: 'preview', label: t('tabs.preview') }]),
    ...(campaign?.stepId ? [] : whoAndWhen),
    { value: 'settings', label: labelled('settings') },
  ];
}

function Marked({ isWrong, children }: { isWrong: boolean; children: ReactNode }) {
  const { t } = useTranslation('campaign-builder');
  return (
    <>
      {isWrong ? (
        <CircleAlert aria-label={t('tabs.missing')} className="size-4 text-warning-text" />
      ) : (
        <CircleCheck aria-hidden className="size-4 text-success-text" />
      )}
      {children}
    </>
  );
}
