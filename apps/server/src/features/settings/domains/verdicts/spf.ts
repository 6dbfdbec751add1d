import { found, missing, type Verdict, wrong } from './verdict.ts';

/** RFC 7208: after this many look-ups the answer is an error, and mail fails. */
const mostLookUps = 10;
const looksUp = /^[+?~-]?(?:include:|exists:|(?:a|mx|ptr)(?:[:/]|$))|^redirect=/;

/** Without a name to include we cannot know the servers: then one sound record is enough. */
export function judgeSpf(texts: readonly string[], include: string | undefined): Verdict {
  const records = texts.filter((text) => /^v=spf1(?: |$)/i.test(text.trim()));
  const [only] = records;
  if (only === undefined) return missing;
  // Two of them are an error to every receiver, even if each alone is right.
  if (records.length > 1) return wrong(records);
  const terms = only.toLowerCase().trim().split(/\s+/).slice(1);
  return isSound(terms) && (include === undefined || lets(terms, include)) ? found : wrong(records);
}

function isSound(terms: readonly string[]): boolean {
  const lookUps = terms.filter((term) => looksUp.test(term)).length;
  const everybody = terms.some((term) => term === 'all' || term === '+all');
  return lookUps <= mostLookUps && !everybody;
}

/** What stands behind `all` is never reached. */
function lets(terms: readonly string[], include: string): boolean {
  const end = terms.findIndex((term) => /^[?~-]all$/.test(term));
  const reached = end < 0 ? terms : terms.slice(0, end);
  return (
    reached.some((term) => term === `include:${include}` || term === `+include:${include}`) ||
    (end < 0 && terms.includes(`redirect=${include}`))
  );
}
