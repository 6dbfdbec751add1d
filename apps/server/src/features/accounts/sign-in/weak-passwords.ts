import type { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { Problem } from '#platform/problem.ts';

let loading: Promise<ZxcvbnFactory> | undefined;

/** Its word lists take 40 MB, which a process that never sees a new password keeps free. */
async function load(): Promise<ZxcvbnFactory> {
  const [{ ZxcvbnFactory }, common, english] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
    import('@zxcvbn-ts/language-en'),
  ]);
  return new ZxcvbnFactory({
    dictionary: { ...common.dictionary, ...english.dictionary },
    graphs: common.adjacencyGraphs,
    // Only the beginning is judged: guessing time is clear by then, and the work stays bounded.
    maxLength: 64,
  });
}

/** Refuses what a guesser tries first; the person's own name and address count as guesses too. */
export async function refuseWeakPassword(password: string, personal: readonly string[]): Promise<void> {
  loading ??= load();
  const strength = await loading;
  if (strength.check(password, [...personal]).score >= 2) return;
  const message = 'This password is easy to guess. Add another word or two.';
  throw new Problem('weak_password', message, { fields: { password: message } });
}
