import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CaughtMail, Kept } from '../../apps/server/test/harness/mail-catcher.ts';

/** A line for each email, and its source in a file beside it: what was caught is there after a restart. */
export function openMailbox(folder: string): Kept & { sourceOf(id: number): string } {
  mkdirSync(folder, { recursive: true });
  const index = join(folder, 'index.jsonl');
  const sourceFile = (id: number) => join(folder, `${id}.eml`);
  const mails = existsSync(index) ? readFileSync(index, 'utf8').split('\n').flatMap(readLine) : [];
  return {
    mails,
    keep(mail, source) {
      writeFileSync(sourceFile(mail.id), source);
      appendFileSync(index, `${JSON.stringify(mail)}\n`);
    },
    sourceOf: (id) => (existsSync(sourceFile(id)) ? readFileSync(sourceFile(id), 'utf8') : ''),
  };
}

/** The last line may be torn when the command was killed while it wrote. */
function readLine(line: string): CaughtMail[] {
  try {
    const mail = JSON.parse(line) as CaughtMail;
    return [{ ...mail, at: new Date(mail.at) }];
  } catch {
    return [];
  }
}
