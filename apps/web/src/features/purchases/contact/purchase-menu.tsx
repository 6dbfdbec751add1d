import type { Purchase } from '@waggle/contracts/purchases';
import { Ellipsis, Trash2, Undo2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMoney } from '#lib/money.ts';
import { problemText } from '#lib/problem-text.ts';
import { runMutation } from '#lib/run-mutation.ts';
import { Confirm } from '#ui/confirm.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { Menu, MenuItem } from '#ui/menu.tsx';
import { toast } from '#ui/toast-store.ts';
import { useDeletePurchase } from '../queries.ts';
import { RefundDialog } from './refund-dialog.tsx';

/** Of a purchase that was typed in or came out of a file. */
export function PurchaseMenu({ purchase }: { purchase: Purchase }) {
  const { t } = useTranslation('purchases');
  const money = useMoney();
  const [asked, setAsked] = useState<'refund' | 'delete'>();
  const { paid } = purchase;
  const name = money(paid.amount, paid.currency);
  return (
    <>
      <Menu trigger={<IconButton size="sm" label={t('actionsFor', { name })} icon={Ellipsis} />}>
        {paid.refunded < paid.amount && (
          <MenuItem icon={Undo2} onSelect={() => setAsked('refund')}>
            {t('refund.button')}
          </MenuItem>
        )}
        <MenuItem icon={Trash2} danger onSelect={() => setAsked('delete')}>
          {t('delete.button')}
        </MenuItem>
      </Menu>
      {asked === 'refund' && <RefundDialog purchase={purchase} onClose={() => setAsked(undefined)} />}
      {asked === 'delete' && <DeletePurchase purchase={purchase} name={name} onClose={() => setAsked(undefined)} />}
    </>
  );
}

type DeletePurchaseProps = { purchase: Purchase; name: string; onClose: () => void };

function DeletePurchase({ purchase, name, onClose }: DeletePurchaseProps) {
  const { t } = useTranslation('purchases');
  const remove = useDeletePurchase();
  const confirm = () =>
    runMutation(remove, purchase.id, {
      onSuccess: () => toast({ tone: 'success', title: t('delete.done') }),
      onError: (error) => toast({ tone: 'error', title: t('delete.failed'), description: problemText(error) }),
      onSettled: onClose,
    });
  return (
    <Confirm
      open
      onOpenChange={onClose}
      title={t('delete.question', { name })}
      confirmLabel={t('delete.button')}
      busy={remove.isPending}
      onConfirm={confirm}
    >
      {t('delete.text')}
    </Confirm>
  );
}
