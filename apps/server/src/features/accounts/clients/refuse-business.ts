import { Problem } from '#platform/problem.ts';

export function refuseBusiness(organization: { type: string } | undefined): void {
  if (organization?.type !== 'AGENCY') throw new Problem('agency_only', 'Only agency accounts have clients.');
}
