import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { qrCodeTiers } from '@waggle/contracts/plans';
import { createQrCode, listQrCodes } from '@waggle/contracts/qr-codes';
import { useTranslation } from 'react-i18next';
import { useHolds, useUser } from '#features/accounts/index.ts';
import { call } from '#lib/api.ts';
import { saveFile } from '#ui/save-file.ts';
import { toast } from '#ui/toast-store.ts';
import { formKeys } from '../keys.ts';
import type { SharedForm } from './shared-form.ts';
import { qrFileName } from './snippets.ts';

const keyOf = (formId: string) => [...formKeys.one(formId), 'qr-code'];

/** A picture that everybody can open, drawn by our own server. */
export function qrPictureUrl(formId: string, { size, code }: { size: number; code: string | undefined }): string {
  const query = new URLSearchParams({ size: String(size), ...(code !== undefined && { code }) });
  return `${window.location.origin}/forms/${formId}/qr.png?${query}`;
}

/** The first code that was made for the form, and whether one may be made. */
export function useFormCode({ id: formId }: SharedForm) {
  const tier = useUser().subscriptionTier ?? 'lite';
  const mayRead = useHolds('links:read');
  const mayWrite = useHolds('links:write');
  const isTracked = qrCodeTiers.some((one) => one === tier) && mayRead;
  const question = useQuery({
    queryKey: keyOf(formId),
    queryFn: ({ signal }) => call(listQrCodes, { query: { formId, limit: 1, sort: 'createdAt' } }, signal),
    enabled: isTracked,
    refetchOnMount: 'always',
  });
  return { question, isTracked, code: question.data?.items[0], mayMake: isTracked && mayWrite };
}

/** Names of codes are shorter than those of forms. */
const longestName = 120;

export function useMakeFormCode({ id: formId, name }: SharedForm) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call(createQrCode, { body: { name: Array.from(name).slice(0, longestName).join(''), formId } }),
    onSuccess: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: keyOf(formId) }),
        client.invalidateQueries({ queryKey: ['qr-codes'] }),
      ]),
  });
}

/** Loads the picture first, so that a failure can be told. */
export function useDownloadPicture(url: string, name: string) {
  const { t } = useTranslation('form-share');
  return useMutation({
    mutationFn: async () => {
      const answer = await fetch(url);
      if (!answer.ok) throw new Error('The picture was refused.');
      return answer.blob();
    },
    onSuccess: (content) => {
      saveFile(content, qrFileName(name));
      toast({ tone: 'success', title: t('qr.downloaded'), description: t('qr.downloadedText') });
    },
    onError: () => toast({ tone: 'error', title: t('qr.downloadFailed'), description: t('qr.downloadFailedText') }),
  });
}
