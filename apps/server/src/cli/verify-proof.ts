import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { verifyProof } from '../features/campaigns/index.ts';

/** Needs the file alone: no database, no settings. */
export async function verifyProofCommand(path: string | undefined): Promise<void> {
  if (!path) throw new Error('Say `waggle verify-proof <file>`.');
  const lines = createInterface({ input: createReadStream(path), crlfDelay: Infinity });
  const { campaign, counts, faults } = await verifyProof(lines);
  console.log(`${campaign.name} (${campaign.id}), ${campaign.status}: ${campaign.audience} people.`);
  console.table(counts);
  for (const fault of faults.slice(0, 20)) console.log(fault);
  console.log(faults.length === 0 ? 'The proof is whole.' : `${faults.length} faults. This proof is not whole.`);
  if (faults.length > 0) process.exitCode = 1;
}
