import { Link } from '@tanstack/react-router';
import { type SendingOfNew, senderAddressOf } from '@waggle/contracts/client-templates';
import { bareDomain } from '@waggle/contracts/sending';
import { CircleAlert, CircleCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { cx } from '#ui/class-names.ts';
import type { StartForm } from './use-start-form.ts';

/** What the client's emails would leave with on the first day, and what is missing. */
export function ReadyBox({ start, sending }: { start: StartForm; sending: SendingOfNew }) {
  const { t } = useTranslation('client-templates');
  const { name, website = '' } = start.form.watch();
  const address = addressOf(start, sending);
  const sender = useSender(sending, name.trim(), website);
  const isReady = sender !== null && sending.hasConnection && address !== '';
  const title = t(isReady ? 'ready.title' : 'ready.missingTitle');
  return (
    <section
      aria-label={title}
      className={cx(
        'rounded-lg border px-4 py-3.5 text-sm',
        isReady ? 'border-success-line bg-success-soft' : 'border-warning-line bg-warning-soft',
      )}
    >
      <p className="mb-2 font-semibold text-ink">{title}</p>
      <ul className="flex flex-col gap-1.5">
        <Line isSet={sender !== null} label={t('ready.sender')}>
          {sender ?? <SetUpLink>{t('ready.noSender')}</SetUpLink>}
        </Line>
        {!sending.hasConnection && (
          <Line isSet={false} label={t('ready.connection')}>
            <SetUpLink>{t('ready.noConnection')}</SetUpLink>
          </Line>
        )}
        <Line isSet={address !== ''} label={t('ready.address')}>
          {inOneLine(address) || t('ready.noAddress')}
        </Line>
        <Line isSet label={t('ready.unsubscribe')}>
          {t('ready.inBrand')}
        </Line>
      </ul>
    </section>
  );
}

/** What was typed, what was found on the website, or that of the organization. */
const addressOf = ({ form, found }: StartForm, { postalAddress }: SendingOfNew): string =>
  (form.watch('postalAddress') ?? '').trim() || found?.postalAddress || postalAddress;

const inOneLine = (address: string): string =>
  address
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
    .join(', ');

function useSender({ domain, takenAddresses, fallback }: SendingOfNew, name: string, website: string): string | null {
  const { t } = useTranslation('client-templates');
  if (domain === null) return fallback === null ? null : t('ready.fallback', { address: fallback });
  const address = senderAddressOf(name, domain, takenAddresses);
  const own = bareDomain(website);
  return own === '' ? address : t('ready.until', { address, domain: own });
}

function Line({ isSet, label, children }: { isSet: boolean; label: string; children: ReactNode }) {
  const Icon = isSet ? CircleCheck : CircleAlert;
  return (
    <li className="flex items-start gap-2.5">
      <Icon aria-hidden className={cx('mt-0.5 size-4 shrink-0', isSet ? 'text-success-text' : 'text-warning-text')} />
      <span className="min-w-0 wrap-anywhere text-muted">
        <b className="mr-1.5 font-semibold text-ink">{label}</b>
        {children}
      </span>
    </li>
  );
}

const SetUpLink = ({ children }: { children: ReactNode }) => (
  <Link to="/dashboard/settings/sending" className="text-link underline">
    {children}
  </Link>
);
