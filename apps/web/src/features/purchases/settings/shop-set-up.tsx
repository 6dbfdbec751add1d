import type { Shop, ShopKind } from '@waggle/contracts/shops';
import { useTranslation } from 'react-i18next';
import { Alert } from '#ui/alert.tsx';
import { Button } from '#ui/button.tsx';
import { CopyButton } from '#ui/copy-button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { Field } from '#ui/field.tsx';
import { TextInput } from '#ui/text-input.tsx';
import { SignedExample } from './signed-example.tsx';

/** Right after it was made, a secret of ours is there too. */
export type ConnectedShop = Shop & { secret?: string | null };

/** As each shop calls them; they are not translated. */
const events: Record<Exclude<ShopKind, 'signed'>, readonly string[]> = {
  stripe: ['checkout.session.completed', 'charge.succeeded', 'charge.refunded'],
  shopify: ['Order payment', 'Refund create'],
};

/** What to enter in the shop. */
export function ShopSetUpDialog({ shop, onClose }: { shop: ConnectedShop; onClose: () => void }) {
  const { t } = useTranslation('revenue-settings');
  const { kind, secret } = shop;
  return (
    <Dialog
      open
      size="md"
      onOpenChange={onClose}
      title={t('setUp.title', { name: shop.name })}
      description={t(`setUp.${kind}`)}
      footer={
        <Button variant="primary" onClick={onClose}>
          {t('setUp.done')}
        </Button>
      }
    >
      <div className="flex flex-col gap-4">
        <Copied label={t('setUp.url')} copyLabel={t('setUp.copyUrl')} value={shop.url} />
        {kind !== 'signed' && <EventList kind={kind} />}
        {secret && (
          <>
            <Copied label={t('setUp.secret')} copyLabel={t('setUp.copySecret')} value={secret} />
            <Alert tone="warning">{t('setUp.secretOnce')}</Alert>
          </>
        )}
        {kind === 'signed' && <SignedExample />}
      </div>
    </Dialog>
  );
}

function EventList({ kind }: { kind: Exclude<ShopKind, 'signed'> }) {
  const { t } = useTranslation('revenue-settings');
  return (
    <div className="text-sm">
      <p className="font-medium text-ink">{t('setUp.events')}</p>
      <ul className="mt-1 list-disc pl-5 text-muted">
        {events[kind].map((event) => (
          <li key={event}>
            <code className="font-mono text-xs text-ink">{event}</code>
          </li>
        ))}
      </ul>
    </div>
  );
}

function Copied({ label, copyLabel, value }: { label: string; copyLabel: string; value: string }) {
  return (
    <Field label={label}>
      {(control) => (
        <span className="flex items-center gap-2">
          <TextInput {...control} value={value} readOnly className="font-mono text-xs!" />
          <CopyButton value={value} iconLabel={copyLabel} />
        </span>
      )}
    </Field>
  );
}
