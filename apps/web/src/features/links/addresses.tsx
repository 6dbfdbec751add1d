import type { QrCode } from '@waggle/contracts/qr-codes';
import { ExternalLink } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { buttonClass } from '#ui/button-class.ts';
import { CopyButton } from '#ui/copy-button.tsx';
import { toast } from '#ui/toast-store.ts';
import { Tooltip } from '#ui/tooltip.tsx';

/** An address as people read it: without its protocol and a lonely slash at the end. */
export const readableAddress = (url: string) => url.replace(/^https?:\/\/(www\.)?/, '').replace(/^([^/?#]+)\/$/, '$1');

export function CopyShortUrl({ code }: { code: QrCode }) {
  const { t } = useTranslation('links');
  return (
    <CopyButton
      value={code.shortUrl}
      iconLabel={t('copyShortUrl')}
      size="sm"
      variant="ghost"
      onCopied={() => toast({ tone: 'success', title: t('copied'), description: code.shortUrl })}
      onFailed={() => toast({ tone: 'error', title: t('copyFailed'), description: code.shortUrl })}
    />
  );
}

export function OpenTarget({ url }: { url: string }) {
  const { t } = useTranslation('links');
  return (
    <Tooltip label={t('openTarget')}>
      <a
        href={url}
        target="_blank"
        rel="noopener noreferrer"
        aria-label={t('openTarget')}
        className={buttonClass({ variant: 'ghost', size: 'icon-sm' })}
      >
        <ExternalLink aria-hidden className="size-3.5" />
      </a>
    </Tooltip>
  );
}
