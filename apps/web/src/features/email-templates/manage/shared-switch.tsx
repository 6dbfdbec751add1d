import { useTranslation } from 'react-i18next';
import { useClientChoice } from '#features/accounts/index.ts';
import { Switch } from '#ui/switch.tsx';

type SharedSwitchProps = {
  /** Whose template it is; undefined before anybody has said. */
  clientId: string | null | undefined;
  checked: boolean;
  onChange: (isPublic: boolean) => void;
};

/** Only what is the organization's own can be for every client, and only where there are clients. */
export function SharedSwitch({ clientId, checked, onChange }: SharedSwitchProps) {
  const { t } = useTranslation('email-templates');
  const { options } = useClientChoice();
  if (options.length === 0 || clientId !== null) return null;
  return (
    <Switch label={t('form.shared')} description={t('form.sharedText')} checked={checked} onCheckedChange={onChange} />
  );
}
