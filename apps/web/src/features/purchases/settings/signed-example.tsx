import { useTranslation } from 'react-i18next';
import { CopyButton } from '#ui/copy-button.tsx';
import { ScrollRegion } from '#ui/scroll-region.tsx';

const purchase = `{
  "event": "purchase",
  "order": "1001",
  "email": "hannah@example.com",
  "amount": "45.50",
  "currency": "USD",
  "at": "2026-05-31T09:05:00Z"
}`;
const refund = `{
  "event": "refund",
  "order": "1001",
  "refund": "1001-1",
  "amount": "10.00",
  "currency": "USD"
}`;
const signature = `Waggle-Signature: t=<unix seconds>,v1=<hex HMAC-SHA256 of t + '.' + body>`;

/** What a shop of any kind sends, and how it signs it. */
export function SignedExample() {
  const { t } = useTranslation('revenue-settings');
  return (
    <div className="flex flex-col gap-3">
      <Example label={t('example.purchase')} text={purchase} />
      <Example label={t('example.refund')} text={refund} />
      <Example label={t('example.signature')} text={signature} />
      <p className="text-xs text-muted">{t('example.text')}</p>
    </div>
  );
}

function Example({ label, text }: { label: string; text: string }) {
  const { t } = useTranslation('revenue-settings');
  return (
    <div>
      <div className="flex items-center justify-between">
        <p className="text-sm font-medium text-ink">{label}</p>
        <CopyButton value={text} size="sm" iconLabel={t('example.copy', { label })} />
      </div>
      <ScrollRegion label={label} className="rounded-md border border-line bg-sunken px-3 py-2">
        <pre className="font-mono text-xs whitespace-pre-wrap text-ink">{text}</pre>
      </ScrollRegion>
    </div>
  );
}
