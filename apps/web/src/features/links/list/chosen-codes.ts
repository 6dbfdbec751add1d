import { listQrCodes } from '@waggle/contracts/qr-codes';
import { mostCodesNamed } from '@waggle/contracts/qr-labels';
import { call } from '#lib/api.ts';
import type { QrCodesList } from './use-qr-codes-list.ts';

const pageSize = 100;

/** The ids of the chosen codes, in the order of the list. All that match are read page by page. */
export async function chosenCodes({ selection, query }: Pick<QrCodesList, 'selection' | 'query'>): Promise<string[]> {
  if (!selection.all) return [...selection.ids];
  const ids: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await call(listQrCodes, { query: { ...query, limit: pageSize, cursor } });
    ids.push(...page.items.map(({ id }) => id).filter(selection.has));
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined && ids.length <= mostCodesNamed);
  return ids;
}
