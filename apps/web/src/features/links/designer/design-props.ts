import type { QrDesign } from '@waggle/contracts/qr-design';

export type DesignProps = { design: QrDesign; onDesign: (design: QrDesign) => void };
