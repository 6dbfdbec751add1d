import { trimEnd } from '@waggle/contracts/trim-end';

/** Signs that no folder takes, on any system, and those that cannot be seen or turn the direction of writing. */
// oxlint-disable-next-line no-control-regex -- these are what is taken out
const refused = /[\\/:*?"<>|\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]/gu;
/** Windows opens devices by these names, whatever follows the first dot. */
const devices = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i;
const longest = 80;

/** A name for a file that means the same everywhere and leads to no other folder. */
export function safeFileName(name: string): string {
  const plain = name.normalize('NFC').replaceAll(refused, '_');
  const cut = Array.from(plain).slice(0, longest).join('');
  const bare = trimEnd(cut.replace(/^[. ]+/, ''), '. ');
  if (bare === '') return 'code';
  return devices.test(bare) ? `_${bare}` : bare;
}

/** Tells names apart that a file system takes for the same. */
export function createUniqueNames(): (name: string) => string {
  const taken = new Set<string>();
  return (name) => {
    let unique = name;
    for (let copy = 2; taken.has(unique.toLowerCase()); copy += 1) unique = `${name} (${copy})`;
    taken.add(unique.toLowerCase());
    return unique;
  };
}
