import type { QrDesign, Readability } from '@waggle/contracts/qr-design';
import { Problem } from '#platform/problem.ts';
import { contrastOf } from './contrast.ts';

type Failed = Readability['checks'][number]['check'];

const sentences: Record<Failed, string> = {
  contrast: 'These colors are too similar. Choose a darker code or a lighter background.',
  'quiet-zone': 'The margin is too small. Leave at least 4 modules around the code.',
  logo: 'The logo covers too much of the code. Make it smaller or choose a higher error correction.',
  decodes: 'Phones may not read this design. Choose stronger colors, a smaller logo or a simpler style.',
};
const lightOnDark = "Many phones can't read a light code on a dark background. Swap the two colors.";

/** What a phone might not read is not saved: nobody can call printed paper back. */
export function refuseUnreadable(readability: Readability, design: QrDesign): void {
  const failed = readability.checks.find(({ passed }) => !passed);
  if (!failed) return;
  const isLightOnDark = failed.check === 'contrast' && contrastOf(design) < 1;
  const message = isLightOnDark ? lightOnDark : sentences[failed.check];
  throw new Problem('invalid_input', message, { fields: { design: message } });
}
