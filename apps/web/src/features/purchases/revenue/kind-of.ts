import type { Source } from '../queries.ts';

export function kindOf(source: Source): 'qrCode' | 'form' | 'campaign' {
  if ('qrCodeId' in source) return 'qrCode';
  return 'formId' in source ? 'form' : 'campaign';
}
