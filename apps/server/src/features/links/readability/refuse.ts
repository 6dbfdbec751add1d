import type { QrDesign, Readability } from '@waggle/contracts/qr-design';
import { Problem } from '#platform/problem.ts';
import { contrastOf } from './contrast.ts';

type Failed = Readability['checks'][number]['check'];

const sentences: Record<Failed, string> = {
  contrast: 'These colours are too close to each other. Choose a darker code or a lighter background.',
  'quiet-zone': 'The empty edge is too thin. Leave at least 4 modules free around the code.',
  logo: 'The logo hides too much of the code. Make it smaller or choose a higher error correction.',
  decodes: 'Phones may not read this design. Choose stronger colours, a smaller logo or a plainer style.',
};
const lightOnDark = 'Many phones cannot read a light code on a dark background. Swap the two colours.';

/** What a phone might not read is not saved: nobody can call printed paper back. */
export function refuseUnreadable(readability: Readability, design: QrDesign): void {
  const failed = readability.checks.find(({ passed }) => !passed);
  if (!failed) return;
  const isLightOnDark = failed.check === 'contrast' && contrastOf(design) < 1;
  const message = isLightOnDark ? lightOnDark : sentences[failed.check];
  throw new Problem('invalid_input', message, { fields: { design: message } });
}
