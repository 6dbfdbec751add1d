import { useQuery } from '@tanstack/react-query';
import { ChevronsUpDown, Layers } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { ActiveClientMenu, clientChoicesQuery, organizationQuery, useUser } from '#features/accounts/index.ts';
import { Alert } from '#ui/alert.tsx';
import { Button } from '#ui/button.tsx';

/** While all clients are shown, somebody could take the agency's own set-up for that of a client. */
export function SetUpOwner() {
  const { t } = useTranslation('set-up');
  const { activeClientId, clientId } = useUser();
  const organization = useQuery(organizationQuery).data;
  const isAgency = organization?.type === 'AGENCY';
  const clients = useQuery({ ...clientChoicesQuery, enabled: isAgency }).data?.items ?? [];
  if (!isAgency || clients.length === 0 || activeClientId !== null || clientId !== null) return null;
  return (
    <Alert
      tone="neutral"
      icon={Layers}
      title={t('owner.title', { organization: organization.name })}
      action={
        <ActiveClientMenu
          trigger={
            <Button size="sm" iconEnd={ChevronsUpDown}>
              {t('owner.choose')}
            </Button>
          }
        />
      }
    >
      {t('owner.text')}
    </Alert>
  );
}
