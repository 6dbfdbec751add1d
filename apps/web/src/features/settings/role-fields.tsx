import { useQuery } from '@tanstack/react-query';
import { roles, type Role } from '@waggle/contracts/roles';
import { useTranslation } from 'react-i18next';
import { organizationQuery } from '#features/accounts/index.ts';
import { RadioCards } from '#ui/radio-cards.tsx';
import { ClientAccess } from './client-access.tsx';

export type RoleAndClients = {
  role: Role;
  clientIds: string[];
  /** Some clients were meant and none is chosen yet. */
  lacksClient?: boolean;
};

type RoleFieldsProps = {
  value: RoleAndClients;
  onChange: (value: RoleAndClients) => void;
  errors: { role: string | undefined; clientIds: string | undefined };
};

/** An ADMIN is never limited to clients, so the second field goes away with that role. */
export function RoleFields({ value, onChange, errors }: RoleFieldsProps) {
  const { t } = useTranslation('settings');
  const isAgency = useQuery(organizationQuery).data?.type === 'AGENCY';
  return (
    <>
      <RadioCards
        legend={t('team.role')}
        columns={1}
        value={value.role}
        error={errors.role}
        onValueChange={(role) => onChange({ role, clientIds: role === 'ADMIN' ? [] : value.clientIds })}
        options={roles.map((role) => ({ value: role, label: t(`roles.${role}`), description: t(`roleTexts.${role}`) }))}
      />
      {isAgency && value.role !== 'ADMIN' && (
        <ClientAccess
          value={value.clientIds}
          error={errors.clientIds}
          onChange={(clientIds, lacksClient) => onChange({ ...value, clientIds, lacksClient })}
        />
      )}
    </>
  );
}
