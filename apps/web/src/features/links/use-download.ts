import { useMutation } from '@tanstack/react-query';
import { downloadQrImage, qrSize, type imageFormats, type QrCode } from '@waggle/contracts/qr-codes';
import { useTranslation } from 'react-i18next';
import { callForFile } from '#lib/file-call.ts';
import { saveFile } from '#ui/save-file.ts';
import { toast } from '#ui/toast-store.ts';

export type ImageFormat = (typeof imageFormats)[number];
type Wish = { format?: ImageFormat; size?: number };

/** Loads the picture first, so that a failure can be told. */
export function useDownload(code: Pick<QrCode, 'id' | 'name'>) {
  const { t } = useTranslation('links');
  const loading = useMutation({
    mutationFn: async ({ format = 'png', size = qrSize.default }: Wish) => {
      const found = await callForFile(downloadQrImage, { params: { qrCodeId: code.id }, query: { format, size } });
      return { ...found, name: found.name ?? `${code.name}_qr_code.${format}` };
    },
    onSuccess: ({ content, name }) => {
      saveFile(content, name);
      toast({ tone: 'success', title: t('downloaded'), description: name });
    },
    onError: () => toast({ tone: 'error', title: t('downloadFailed'), description: t('downloadFailedText') }),
  });
  return {
    download: (wish: Wish = {}) => loading.mutate(wish),
    /** The format on its way. */
    busy: loading.isPending ? (loading.variables.format ?? 'png') : undefined,
  };
}
