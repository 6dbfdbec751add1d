/** One closing line that names what was counted. */
export const say = (line: string): void => {
  process.stdout.write(`${line}\n`);
};
