import { useQuery } from '@tanstack/react-query';
import { roles, type Role } from '@waggle/contracts/roles';
import { useTranslation } from 'react-i18next';
import { organizationQuery } from '#features/accounts/index.ts';
import { Field } from '#ui/field.tsx';
import { RadioCards } from '#ui/radio-cards.tsx';
import { Select } from '#ui/select.tsx';
import { allClients, useClientOptions } from './client-limit.ts';

export type RoleAndClient = { role: Role; clientId: string | null };

type RoleFieldsProps = {
  value: RoleAndClient;
  onChange: (value: RoleAndClient) => void;
  errors: { role: string | undefined; clientId: string | undefined };
};

/** An ADMIN is never limited to one client, so the second field goes away with that role. */
export function RoleFields({ value, onChange, errors }: RoleFieldsProps) {
  const { t } = useTranslation('settings');
  const isAgency = useQuery(organizationQuery).data?.type === 'AGENCY';
  const clients = useClientOptions();
  const clientId = (role: Role) => (role === 'ADMIN' ? null : value.clientId);
  return (
    <>
      <RadioCards
        legend={t('team.role')}
        columns={1}
        value={value.role}
        error={errors.role}
        onValueChange={(role) => onChange({ role, clientId: clientId(role) })}
        options={roles.map((role) => ({ value: role, label: t(`roles.${role}`), description: t(`roleTexts.${role}`) }))}
      />
      {isAgency && value.role !== 'ADMIN' && (
        <Field label={t('team.client')} hint={t('team.clientHint')} error={errors.clientId}>
          {(control) => (
            <Select
              {...control}
              value={value.clientId ?? allClients}
              onValueChange={(chosen) => onChange({ ...value, clientId: chosen === allClients ? null : chosen })}
              options={clients}
            />
          )}
        </Field>
      )}
    </>
  );
}
