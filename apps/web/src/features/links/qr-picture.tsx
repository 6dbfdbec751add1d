import { downloadQrImage, type QrCode } from '@waggle/contracts/qr-codes';
import { useTranslation } from 'react-i18next';
import { addressOfCall } from '#lib/api.ts';
import { cx } from '#ui/class-names.ts';

type QrPictureProps = {
  code: QrCode;
  /** Decorative where the name stands beside it. */
  decorative?: boolean | undefined;
  className?: string | undefined;
};

/** The code as it is printed, on white in every theme; an inactive one is greyed out. */
export function QrPicture({ code, decorative, className }: QrPictureProps) {
  const { t } = useTranslation('links');
  return (
    <img
      src={addressOfCall(downloadQrImage, {
        params: { qrCodeId: code.id },
        query: { format: 'svg', version: code.updatedAt },
      })}
      alt={decorative ? '' : t('picture', { name: code.name })}
      loading="lazy"
      decoding="async"
      className={cx('aspect-square bg-white object-contain', !code.isActive && 'opacity-30 grayscale', className)}
    />
  );
}
