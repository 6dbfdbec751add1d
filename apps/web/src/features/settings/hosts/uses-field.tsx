import { type HostPurpose, hostPurposes } from '@waggle/contracts/hosts';
import { useTranslation } from 'react-i18next';
import { Checkbox } from '#ui/checkbox.tsx';
import { FieldMessage } from '#ui/field.tsx';

type UsesFieldProps = {
  value: readonly HostPurpose[];
  onChange: (value: HostPurpose[]) => void;
  error: string | undefined;
  /** The dashboard shows every client, so a name of one client cannot have it. */
  isOfClient: boolean;
};

export function UsesField({ value, onChange, error, isOfClient }: UsesFieldProps) {
  const { t } = useTranslation('hosts');
  const offered = hostPurposes.filter((purpose) => !isOfClient || purpose !== 'dashboard');
  return (
    <fieldset className="flex flex-col gap-2.5" aria-describedby={error ? 'host-uses-error' : undefined}>
      <legend className="mb-2.5 text-sm font-medium text-ink">{t('uses')}</legend>
      {offered.map((purpose) => (
        <Checkbox
          key={purpose}
          label={t(`purposes.${purpose}`)}
          description={t(`purposeTexts.${purpose}`)}
          checked={value.includes(purpose)}
          onCheckedChange={(checked) =>
            onChange(hostPurposes.filter((one) => (one === purpose ? checked : value.includes(one))))
          }
        />
      ))}
      <FieldMessage id="host-uses-error" error={error} />
    </fieldset>
  );
}
