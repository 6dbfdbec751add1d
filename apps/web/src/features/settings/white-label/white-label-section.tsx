import { useQuery } from '@tanstack/react-query';
import { whiteLabelTiers } from '@waggle/contracts/plans';
import type { WhiteLabel } from '@waggle/contracts/white-label';
import { Lock } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { UpgradeActions, useHolds, useTier } from '#features/accounts/index.ts';
import { Alert } from '#ui/alert.tsx';
import { Card } from '#ui/card.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { Fact, Section } from '../section.tsx';
import { ListStates } from '../sending/list-states.tsx';
import { whiteLabelQuery } from './queries.ts';
import { WhiteLabelForm } from './white-label-form.tsx';
import { WhiteLabelPreview } from './white-label-preview.tsx';

export function WhiteLabelSection() {
  const { t } = useTranslation('white-label');
  const label = useQuery(whiteLabelQuery);
  const mayManage = useHolds('organization:manage');
  const isIncluded = whiteLabelTiers.includes(useTier());
  return (
    <Section title={t('title')} description={t('text')}>
      {!isIncluded && (
        <Alert
          tone="warning"
          icon={Lock}
          title={t('locked.title')}
          action={<UpgradeActions need="white-label" to="system" size="sm" brief />}
        >
          {t(label.data?.isOn ? 'locked.kept' : 'locked.text')}
        </Alert>
      )}
      <ListStates query={label} failedTitle={t('failed')} skeleton={<Skeleton shape="block" className="h-96" />}>
        {(read) =>
          mayManage && isIncluded ? (
            <WhiteLabelForm label={read} />
          ) : (
            <WhiteLabelFacts label={read} note={isIncluded ? t('readOnly') : undefined} />
          )
        }
      </ListStates>
    </Section>
  );
}

function WhiteLabelFacts({ label, note }: { label: WhiteLabel; note: string | undefined }) {
  const { t } = useTranslation('white-label');
  const { isOn, name, accent, supportEmail, hidesPoweredBy } = label;
  return (
    <div data-wide className="grid items-start gap-6 xl:grid-cols-[minmax(0,1fr)_minmax(0,26rem)]">
      <Card footer={note}>
        <dl className="flex flex-col gap-4">
          <Fact label={t('isOn')}>{t(isOn ? 'on' : 'off')}</Fact>
          <Fact label={t('name')}>{name || t('none')}</Fact>
          {(['mark', 'wide'] as const).map((kind) => (
            <Fact key={kind} label={t(kind)}>
              {label[kind] ? <img src={label[kind].url} alt="" className="h-10 max-w-28 object-contain" /> : t('none')}
            </Fact>
          ))}
          <Fact label={t('accent')}>{accent?.toUpperCase() ?? t('none')}</Fact>
          <Fact label={t('support')}>{supportEmail || t('none')}</Fact>
          <Fact label={t('hide')}>{t(hidesPoweredBy ? 'on' : 'off')}</Fact>
        </dl>
      </Card>
      <WhiteLabelPreview shown={label} />
    </div>
  );
}
