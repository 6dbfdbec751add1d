import type { Target } from './target.ts';

/** Loaded one by one: each runs in a process of its own, and coverage counts what is loaded. */
export const targets: Record<string, () => Promise<Target>> = {
  csv: async () => (await import('./csv.ts')).csvTarget,
  content: async () => (await import('./content.ts')).contentTarget,
  address: async () => (await import('./address.ts')).addressTarget,
  rules: async () => (await import('./rules.ts')).rulesTarget,
  mime: async () => (await import('./mime.ts')).mimeTarget,
};
