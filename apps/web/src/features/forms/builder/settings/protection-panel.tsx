import { useTranslation } from 'react-i18next';
import { Switch } from '#ui/switch.tsx';
import { PanelSection } from './panel-section.tsx';
import type { PanelProps } from './panel.ts';

export function ProtectionPanel({ settings, changeSettings, readOnly }: PanelProps) {
  const { t } = useTranslation('form-builder');
  return (
    <PanelSection title={t('settings.spam')} description={t('settings.proofHint')}>
      <Switch
        label={t('settings.proof')}
        checked={settings.protection.proofOfWork}
        disabled={readOnly}
        onCheckedChange={(proofOfWork) => changeSettings({ protection: { proofOfWork } })}
      />
    </PanelSection>
  );
}
