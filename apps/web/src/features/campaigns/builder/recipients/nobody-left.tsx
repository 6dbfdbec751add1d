import { useQuery } from '@tanstack/react-query';
import type { Recipients } from '@waggle/contracts/campaigns';
import { useTranslation } from 'react-i18next';
import { useFormat } from '#lib/format.ts';
import { Alert } from '#ui/alert.tsx';
import { Button } from '#ui/button.tsx';
import { useBuilder } from '../builder-context.ts';
import { typeOf } from '../draft.ts';
import { audienceQuery } from '../queries.ts';
import { kindOf } from './recipient-kind.ts';
import type { CountedAudience } from './use-audience.ts';

/** Says which choice removes everybody. */
export function NobodyLeft({ audience }: { audience: CountedAudience['data'] }) {
  const { t } = useTranslation('campaign-builder');
  const format = useFormat();
  const { draft, change, clientId, readOnly } = useBuilder();
  const { recipients } = draft;
  const isEmpty = audience?.recipients === 0;
  const needsAll = recipients.type === 'tags' && recipients.tagMatch === 'all' && recipients.tagIds.length > 1;
  const withAny = { ...recipients, tagMatch: 'any' as const };
  const any = useQuery({
    ...audienceQuery({ recipients: withAny, clientId, type: typeOf(draft), topicId: draft.topicId }),
    enabled: isEmpty && needsAll,
  }).data;
  if (!isEmpty) return null;
  if (needsAll && any && any.recipients > 0)
    return (
      <Alert
        tone="warning"
        title={t('recipients.nobody.all')}
        action={
          !readOnly && (
            <Button size="sm" onClick={() => change({ recipients: withAny })}>
              {t('recipients.nobody.useAny')}
            </Button>
          )
        }
      >
        {t('recipients.nobody.withAny', { n: format.number(any.recipients) })}
      </Alert>
    );
  return (
    <Alert tone="warning" title={t('recipients.nobody.title')}>
      {t(isUnchosen(recipients) ? 'recipients.nobody.choose' : 'recipients.nobody.text')}
    </Alert>
  );
}

function isUnchosen(recipients: Recipients): boolean {
  const kind = kindOf(recipients);
  return kind === 'tags' ? recipients.tagIds.length === 0 : kind === 'contacts' && recipients.contactIds.length === 0;
}
