import { listQrCodes } from '@waggle/contracts/qr-codes';
import { call } from '#lib/api.ts';
import type { RecordSearch } from '#lib/registry.ts';

export const findQrCodes: RecordSearch['find'] = async (query, signal) => {
  const { items } = await call(listQrCodes, { query }, signal);
  return {
    records: items.map(({ id, name, targetUrl, clientId }) => ({
      id,
      label: name,
      hint: targetUrl.replace(/^https?:\/\/|\/$/g, ''),
      link: { to: '/dashboard/qr-codes/$qrCodeId', params: { qrCodeId: id } },
      clientId,
    })),
  };
};
