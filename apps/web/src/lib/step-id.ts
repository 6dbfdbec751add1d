/** Letters of an id: 8 of 26 are 209 thousand million, and an automation has at most a hundred steps. */
const length = 8;
const letters = 'abcdefghijklmnopqrstuvwxyz';

/** Bytes from here on would make the first letters of the alphabet more frequent. */
const evenBelow = 256 - (256 % letters.length);

export function newStepId(): string {
  let id = '';
  while (id.length < length) {
    for (const byte of crypto.getRandomValues(new Uint8Array(length * 2)))
      if (byte < evenBelow && id.length < length) id += letters[byte % letters.length];
  }
  return id;
}
