import { useTranslation } from 'react-i18next';
import { useHolds } from '#features/accounts/index.ts';
import { Section } from '#features/settings/index.ts';
import { CurrencyCard } from './currency-card.tsx';
import { PurchaseFile } from './file/purchase-file.tsx';
import { Shops } from './shops.tsx';

/** Where purchases come from, and in which currency they are summed up. */
export function RevenueSection() {
  const { t } = useTranslation('revenue-settings');
  const mayManage = useHolds('purchases:manage');
  return (
    <Section title={t('title')} description={t('text')}>
      <CurrencyCard />
      {mayManage && <Shops />}
      <PurchaseFile />
    </Section>
  );
}
