import { ListOrdered, Mail } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { newStepId } from '#lib/step-id.ts';
import { SegmentedControl } from '#ui/segmented-control.tsx';
import { useBuilder } from '../builder-context.ts';
import { type DraftEmail, typeOf } from '../draft.ts';
import { usualWait } from './usual-wait.ts';

const firstEmails = (): DraftEmail[] => [
  { id: newStepId(), wait: null },
  { id: newStepId(), wait: usualWait },
];

/** One email or several; asked until the campaign is saved, which keeps its type. */
export function TypeChoice() {
  const { t } = useTranslation('campaign-builder');
  const { draft, change, campaign, readOnly } = useBuilder();
  const type = typeOf(draft);
  if (campaign || readOnly) return null;
  return (
    <div className="mb-5 flex flex-wrap items-center gap-x-4 gap-y-2">
      <SegmentedControl
        label={t('type.label')}
        value={type}
        onValueChange={(next) => next !== type && change({ emails: next === 'SEQUENCE' ? firstEmails() : null })}
        options={[
          { value: 'EMAIL', label: t('type.EMAIL'), icon: Mail },
          { value: 'SEQUENCE', label: t('type.SEQUENCE'), icon: ListOrdered },
        ]}
      />
      <p className="text-sm text-muted">{t(type === 'SEQUENCE' ? 'type.sequenceText' : 'type.emailText')}</p>
    </div>
  );
}
