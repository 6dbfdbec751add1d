import { Link } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useHolds } from '#features/accounts/index.ts';
import { Button } from '#ui/button.tsx';
import { buttonClass } from '#ui/button-class.ts';
import { EmptyState } from '#ui/empty-state.tsx';
import { newCampaign } from '../addresses.ts';

/** Nothing found, or nothing there yet. */
export function NoCampaigns({ filtered, onClear }: { filtered: boolean; onClear: () => void }) {
  const { t } = useTranslation('campaigns');
  const mayWrite = useHolds('campaigns:write');
  if (filtered) {
    return (
      <EmptyState title={t('notFound.title')} action={<Button onClick={onClear}>{t('notFound.clear')}</Button>}>
        {t('notFound.text')}
      </EmptyState>
    );
  }
  return (
    <EmptyState
      title={t('none.title')}
      action={
        mayWrite && (
          <Link {...newCampaign} className={buttonClass({ variant: 'primary' })}>
            <Plus aria-hidden className="icon-control" />
            {t('none.create')}
          </Link>
        )
      }
    >
      {t(mayWrite ? 'none.text' : 'none.readOnly')}
    </EmptyState>
  );
}
