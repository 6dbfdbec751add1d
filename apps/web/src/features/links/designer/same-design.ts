import type { QrDesign } from '@waggle/contracts/qr-design';

export const isSameDesign = (one: QrDesign, other: QrDesign): boolean => JSON.stringify(one) === JSON.stringify(other);
