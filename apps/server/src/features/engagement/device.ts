import Bowser from 'bowser';
import type { devices } from '@waggle/contracts/qr-codes';
import { memo } from './memo.ts';

export type Device = (typeof devices)[number];

const names: Record<string, Device> = { mobile: 'phone', tablet: 'tablet', desktop: 'desktop' };

/** A few thousand agents make up nearly all requests; parsing one takes some hundred regular expressions. */
const known = memo<Device>(5_000, (userAgent) => names[Bowser.parse(userAgent).platform.type ?? ''] ?? 'other');

export const deviceOf = (userAgent: string | undefined): Device => (userAgent ? known(userAgent) : 'other');
