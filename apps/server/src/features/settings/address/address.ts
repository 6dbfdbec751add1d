import { activeClient } from '#platform/active-client.ts';
import type { Context } from '#platform/context.ts';
import { findAddresses, saveClientAddress, saveOrganizationAddress } from './queries.ts';

/** Of the client, or else of the organization; empty when neither has one. */
export async function postalAddressOf(ctx: Context, clientId: string | null): Promise<string> {
  const { organization, client } = await findAddresses(ctx, clientId);
  return client || organization;
}

export async function readAddress(ctx: Context) {
  const clientId = activeClient(ctx);
  const { organization, client } = await findAddresses(ctx, clientId);
  return { postalAddress: client || organization, inherited: clientId !== null && client === '' };
}

/** An empty one for a client takes that of the organization again. */
export async function saveAddress(ctx: Context, address: string) {
  const clientId = activeClient(ctx);
  const tidy = address.replaceAll(/\r\n?/g, '\n');
  await (clientId === null ? saveOrganizationAddress(ctx, tidy) : saveClientAddress(ctx, clientId, tidy));
  return readAddress(ctx);
}
