import type { Shop } from '@waggle/contracts/shops';
import { Ellipsis, Unplug, Webhook } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useClientNames } from '#features/accounts/index.ts';
import { useFormat } from '#lib/format.ts';
import { translateSentence } from '#lib/i18n.ts';
import { problemText } from '#lib/problem-text.ts';
import { runMutation } from '#lib/run-mutation.ts';
import { Confirm } from '#ui/confirm.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { Menu, MenuItem } from '#ui/menu.tsx';
import { toast } from '#ui/toast-store.ts';
import { useDeleteShop } from '../queries.ts';
import { ShopSetUpDialog } from './shop-set-up.tsx';

export function ShopRow({ shop }: { shop: Shop }) {
  const { t } = useTranslation('revenue-settings');
  const { when } = useFormat();
  const client = useClientNames().get(shop.clientId ?? '');
  const { name, kind, lastOrderAt, lastError, lastErrorAt } = shop;
  const order = lastOrderAt ? t('shops.lastOrder', { when: when(lastOrderAt) }) : t('shops.noOrder');
  // What went well later has made up for it.
  const isFailing = lastError !== null && lastErrorAt !== null && (lastOrderAt === null || lastErrorAt > lastOrderAt);
  return (
    <li className="flex items-start gap-3.5 border-t border-line px-4.5 py-3">
      <div className="min-w-0 flex-1">
        <p className="text-sm font-[550] wrap-anywhere text-ink">{name}</p>
        <p className="text-xs wrap-anywhere text-muted">
          {[t(`kinds.${kind}.label`), client, order].filter(Boolean).join(' · ')}
        </p>
        {isFailing && (
          <p className="mt-1 text-xs text-danger-text">
            {translateSentence(lastError)} <span className="text-muted">{when(lastErrorAt)}</span>
          </p>
        )}
      </div>
      <ShopMenu shop={shop} />
    </li>
  );
}

function ShopMenu({ shop }: { shop: Shop }) {
  const { t } = useTranslation('revenue-settings');
  const remove = useDeleteShop();
  const [asked, setAsked] = useState<'set-up' | 'disconnect'>();
  const close = () => setAsked(undefined);
  const disconnect = () =>
    runMutation(remove, shop.id, {
      onSuccess: () => toast({ tone: 'success', title: t('shops.disconnected') }),
      onError: (error) => toast({ tone: 'error', title: t('shops.notDisconnected'), description: problemText(error) }),
      onSettled: close,
    });
  return (
    <>
      <Menu trigger={<IconButton label={t('shops.actionsFor', { name: shop.name })} icon={Ellipsis} />}>
        <MenuItem icon={Webhook} onSelect={() => setAsked('set-up')}>
          {t('shops.showSetUp')}
        </MenuItem>
        <MenuItem icon={Unplug} danger onSelect={() => setAsked('disconnect')}>
          {t('shops.disconnect')}
        </MenuItem>
      </Menu>
      {asked === 'set-up' && <ShopSetUpDialog shop={shop} onClose={close} />}
      <Confirm
        open={asked === 'disconnect'}
        onOpenChange={close}
        title={t('shops.question', { name: shop.name })}
        confirmLabel={t('shops.disconnect')}
        busy={remove.isPending}
        onConfirm={disconnect}
      >
        {t('shops.questionText')}
      </Confirm>
    </>
  );
}
