import { useQuery } from '@tanstack/react-query';
import { LayoutTemplate } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '#ui/button.tsx';
import { useBuilder } from '../builder-context.ts';
import { noText } from '../draft.ts';
import { brandQuery } from '../queries.ts';
import { emptyDocument } from './documents.ts';

/** The first step of an email: blocks, or HTML that is pasted below. */
export function StartChoice() {
  const { t } = useTranslation('campaign-builder');
  const { change, clientId, clientMissing } = useBuilder();
  const brand = useQuery(brandQuery(clientId)).data;
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-3 rounded-lg border border-line-strong bg-surface p-4">
      <LayoutTemplate aria-hidden className="size-5 text-subtle" />
      <p className="min-w-0 flex-1 text-sm text-muted">
        <span className="block font-semibold text-ink">{t('start.title')}</span>
        {t('start.text')}
      </p>
      <Button
        disabledReason={clientMissing ? t('start.clientFirst') : undefined}
        onClick={() => change({ content: { html: '', ...noText, document: emptyDocument(brand) } })}
      >
        {t('start.blocks')}
      </Button>
    </div>
  );
}
