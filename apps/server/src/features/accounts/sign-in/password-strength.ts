import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import * as common from '@zxcvbn-ts/language-common';
import * as english from '@zxcvbn-ts/language-en';

/** Its word lists take 40 MB and half a second to load, so only a thread imports this file. */
const strength = new ZxcvbnFactory({
  dictionary: { ...common.dictionary, ...english.dictionary },
  graphs: common.adjacencyGraphs,
  // Only the beginning is judged: guessing time is clear by then, and the work stays bounded, at 0.5 s for the worst.
  maxLength: 64,
});

/** From 0, guessed at once, to 4. */
export const scoreOf = ({ password, personal }: { password: string; personal: string[] }): number =>
  strength.check(password, personal).score;
