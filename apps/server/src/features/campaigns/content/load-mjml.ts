import type { LoadMjml } from '@waggle/email/content/mjml';

export const loadMjml: LoadMjml = async () => (await import('mjml')).default;
