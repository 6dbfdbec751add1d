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
  const { draft, readOnly } = useBuilder();
  const count = useAudience().data?.recipients;
  const complaints = complaintsOf(draft);
  const isWrong = (tab: BuilderTab) =>
    Object.keys(complaints).some((field) => (tabOfField[field as DraftField] ?? 'content') === tab) ||
    (tab === 'recipients' && count === 0);
  const labelled = (tab: BuilderTab): ReactNode =>
    readOnly ? t(`tabs.${tab}`) : <Marked isWrong={isWrong(tab)}>{t(`tabs.${tab}`)}</Marked>;
  return [
    { value: 'content', label: labelled('content') },
    ...(hasRail ? [] : [{ value: 'preview', label: t('tabs.preview') }]),
    { value: 'recipients', label: labelled('recipients'), ...(count !== undefined && { count: format.number(count) }) },
    {
      value: 'schedule',
      label: labelled('schedule'),
      count: draft.scheduledAt ? format.when(draft.scheduledAt) : t('tabs.now'),
    },
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
