import type { QrDesign } from '@waggle/contracts/qr-design';
import type { Dispatch, SetStateAction } from 'react';

/** What answers late, such as an upload, changes the design as it is then. */
export type DesignProps = { design: QrDesign; onDesign: Dispatch<SetStateAction<QrDesign>> };
