import { useQuery } from '@tanstack/react-query';
import type { Shop } from '@waggle/contracts/shops';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ListStates } from '#features/settings/index.ts';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { shopsQuery } from '../queries.ts';
import { ShopDialog } from './shop-dialog.tsx';
import { ShopRow } from './shop-row.tsx';

/** Shops that report what was bought. */
export function Shops() {
  const { t } = useTranslation('revenue-settings');
  const shops = useQuery(shopsQuery);
  const [connecting, setConnecting] = useState(false);
  const connect = (
    <Button icon={Plus} size="sm" onClick={() => setConnecting(true)}>
      {t('shops.connect')}
    </Button>
  );
  return (
    <>
      <ListStates query={shops} failedTitle={t('shops.failed')}>
        {({ items }) => (
          <Card flush title={t('shops.title')} aside={items.length > 0 && connect} className="overflow-hidden">
            {items.length === 0 ? (
              <EmptyState title={t('shops.none')} headingLevel={3} action={connect} className="py-8!">
                {t('shops.noneText')}
              </EmptyState>
            ) : (
              <ShopList shops={items} />
            )}
          </Card>
        )}
      </ListStates>
      {connecting && <ShopDialog onClose={() => setConnecting(false)} />}
    </>
  );
}

function ShopList({ shops }: { shops: readonly Shop[] }) {
  const { t } = useTranslation('revenue-settings');
  return (
    <ul aria-label={t('shops.title')}>
      {shops.map((shop) => (
        <ShopRow key={shop.id} shop={shop} />
      ))}
    </ul>
  );
}
