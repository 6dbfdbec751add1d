import { useTranslation } from 'react-i18next';
import { PageBody, PageHeader } from '#ui/page-header.tsx';
import { CampaignsTab } from './tabs/campaigns-tab.tsx';

/** Every campaign that was sent; a guest is shown no draft. */
export function GuestCampaignsScreen() {
  const { t } = useTranslation('analytics');
  return (
    <>
      <PageHeader title={t('tabs.campaigns')} />
      <PageBody>
        <CampaignsTab period="all" />
      </PageBody>
    </>
  );
}
