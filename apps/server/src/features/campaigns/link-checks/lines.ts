import type { Line } from '../check/lines.ts';
import { line, ok } from '../check/lines.ts';
import { hashOf } from './addresses.ts';
import type { LinkAnswer } from './queries.ts';

/** Links named one by one; how many there are is said above them. */
const mostNamed = 5;
/** Characters of an address that tell which link it is. */
const longestShown = 80;

/** The page is gone or broken. What refuses programs (401, 403, 405, 429) may open for a person. */
const isBroken = (status: number): boolean => status === 404 || status === 410 || (status >= 500 && status !== 501);

/** What is known of where links lead; nothing where none is asked. */
export function linkAnswerLines(addresses: readonly string[], known: ReadonlyMap<string, LinkAnswer>): Line[] {
  if (addresses.length === 0) return [];
  const answers = addresses.map((address) => ({ address, answer: known.get(hashOf(address).toString('hex')) }));
  const fresh = answers.filter((each): each is Asked => each.answer?.isDue === false);
  const broken = fresh.flatMap(({ address, answer }) => complaintOf(address, answer) ?? []);
  return [{ ...headline(fresh, addresses.length, broken.length), details: broken.slice(0, mostNamed) }];
}

type Asked = { address: string; answer: LinkAnswer };

function headline(fresh: readonly Asked[], all: number, broken: number): Line {
  if (fresh.length < all) return line('link-answers', 'waiting', `Checking links: ${fresh.length} of ${all}`);
  const oldest = Math.min(...fresh.map(({ answer }) => answer.checkedAt.getTime()));
  const checked = fresh.filter(({ answer }) => answer.outcome !== 'postponed').length;
  const said =
    broken > 0
      ? line('link-answers', 'warning', `Links that don't work: ${broken} of ${all}`, 'check-links')
      : ok('link-answers', goodNews(checked, all));
  return { ...said, checkedAt: new Date(oldest).toISOString() };
}

function goodNews(checked: number, all: number): string {
  if (checked < all) return `Links checked: ${checked} of ${all}`;
  return all === 1 ? 'The link responds' : `All ${all} links respond`;
}

function complaintOf(address: string, { outcome, status }: LinkAnswer): string | null {
  const shown = address.length > longestShown ? `${address.slice(0, longestShown)}…` : address;
  if (outcome === 'silent') return `${shown} didn't answer.`;
  if (outcome === 'circular') return `${shown} redirects too often.`;
  return status !== null && isBroken(status) ? `${shown} answered with error ${status}.` : null;
}
