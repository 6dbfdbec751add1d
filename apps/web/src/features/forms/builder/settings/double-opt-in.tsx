import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Switch } from '#ui/switch.tsx';
import { PanelSection } from './panel-section.tsx';
import type { PanelProps } from './panel.ts';
import { SenderMissing } from './sender-missing.tsx';
import { formSenderQuery } from './sender-query.ts';

/** Whether people confirm by email. Without a sender it can be turned off and not on. */
export function DoubleOptInPanel({ settings, changeSettings, clientId, readOnly }: PanelProps) {
  const { t } = useTranslation('form-builder');
  const { data } = useQuery(formSenderQuery(clientId));
  const isOn = settings.doubleOptIn;
  const isMissing = data?.sender === null;
  return (
    <PanelSection title={t('emails.doubleOptIn')} description={t('emails.doubleOptInText')}>
      <Switch
        label={t('emails.doubleOptInSwitch')}
        description={data?.sender ? t('emails.from', { email: data.sender.email }) : undefined}
        checked={isOn}
        disabled={readOnly || (data === undefined && !isOn)}
        disabledReason={isMissing && !isOn ? t('emails.noSender') : undefined}
        onCheckedChange={(doubleOptIn) => changeSettings({ doubleOptIn })}
      />
      {isMissing && <SenderMissing isOn={isOn} />}
    </PanelSection>
  );
}
