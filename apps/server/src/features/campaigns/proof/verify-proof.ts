import { z } from 'zod';
import { Counts, createLedgerHash } from './ledger-hash.ts';
import { proofFormat } from './proof.ts';

const Row = z.object({ contactId: z.uuid(), state: z.string(), reason: z.string().nullable() });
const Head = z.object({ id: z.uuid(), name: z.string(), status: z.string(), audience: z.number().int() });
const Tail = z.object({
  counts: z.array(z.object({ state: z.string(), reason: z.string().nullable(), people: z.number().int() })),
  people: z.number().int(),
  sha256: z.string(),
});

export type Verdict = { campaign: z.infer<typeof Head>; counts: z.infer<typeof Tail>['counts']; faults: string[] };

/** States nobody of a finished campaign may be in. */
const unfinished = new Set(['pending', 'claimed', 'offering']);

/** Reads a proof line by line, as it was written, and counts and hashes again. Needs no database and no memory. */
export async function verifyProof(lines: AsyncIterable<string>): Promise<Verdict> {
  const reader = lines[Symbol.asyncIterator]();
  const next = async () => String((await reader.next()).value ?? '');
  if ((await next()) !== `{"format":"${proofFormat}","campaign":`) throw new NoProof();
  const headLine = await next();
  const campaign = read(Head, headLine);
  const hash = createLedgerHash(headLine);
  const counts = new Counts();
  const faults: string[] = [];
  if ((await next()) !== ',"rows":[') throw new NoProof();

  let last = '';
  let line = await next();
  for (; line !== '' && !line.startsWith(']'); line = await next()) {
    const written = line.replace(/,$/, '');
    const row = read(Row, written);
    if (row.contactId <= last) faults.push(`${row.contactId} is there twice, or out of order.`);
    if (campaign.status === 'COMPLETED' && unfinished.has(row.state))
      faults.push(`${row.contactId} has no end, but the campaign is completed.`);
    last = row.contactId;
    counts.add(row);
    hash.add(written);
  }
  const tail = read(Tail, `{${line.slice(2)}`);
  if (counts.rows !== campaign.audience || counts.rows !== tail.people)
    faults.push(`${counts.rows} people are in the file, but ${campaign.audience} were in the audience.`);
  if (JSON.stringify(counts.list()) !== JSON.stringify(tail.counts)) faults.push('The counts do not fit the rows.');
  if (hash.end() !== tail.sha256) faults.push('The hash does not fit the rows: something was changed.');
  return { campaign, counts: counts.list(), faults };
}

function read<Shape>(schema: z.ZodType<Shape>, text: string): Shape {
  try {
    return schema.parse(JSON.parse(text));
  } catch {
    throw new NoProof();
  }
}

class NoProof extends Error {
  override readonly message = 'This file is no proof of a campaign, or not the whole of it.';
}
