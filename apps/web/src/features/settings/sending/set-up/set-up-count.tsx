import { useQuery } from '@tanstack/react-query';
import { setUpSteps } from '@waggle/contracts/sending';
import { useTranslation } from 'react-i18next';
import { Count } from '#ui/badge.tsx';
import { setUpQuery } from '../queries.ts';

/** How far the set-up is, beside its tab; nothing once it is complete. */
export function SetUpCount() {
  const { t } = useTranslation('set-up');
  const { data } = useQuery(setUpQuery);
  if (!data) return null;
  const done = setUpSteps.filter((step) => data.done[step]).length;
  if (done === setUpSteps.length) return null;
  return <Count className="ml-auto">{t('count', { done, all: setUpSteps.length })}</Count>;
}
