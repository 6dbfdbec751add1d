import type { Endpoint } from '@waggle/contracts/endpoint';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../config.ts';
import { createFairQueue } from '../fair-queue.ts';

/** Bytes of body a call accepts unless its contract says otherwise. */
export const defaultBodyBytes = 65_536;

/** Large bodies of one organization that are on their way at a time: 4 MiB each, held in memory until they are whole. */
const limits = { most: Number.POSITIVE_INFINITY, mostPerKey: 8, waitingPerKey: 50, mostWaiting: 2_000, waitMs: 30_000 };

export type LargeBodies = {
  /** Waits before anything of the body is read; the place is free again when the call is answered or cut. */
  admit(endpoint: Endpoint, request: FastifyRequest, reply: FastifyReply, organizationId: string): Promise<void>;
};

export function createLargeBodies({ UNSAFE_NO_RATE_LIMITS: off }: Pick<Config, 'UNSAFE_NO_RATE_LIMITS'>): LargeBodies {
  const queue = createFairQueue(limits);
  return {
    async admit(endpoint, request, reply, organizationId) {
      if (off || (endpoint.limits?.bodyBytes ?? 0) <= defaultBodyBytes || !isLarge(request)) return;
      const leave = await queue.enter(organizationId);
      // Whoever went away while waiting closes nothing any more.
      if (request.raw.destroyed) leave();
      else reply.raw.once('close', leave);
    },
  };
}

/** Who does not say how much is coming may send anything. */
const isLarge = ({ headers }: FastifyRequest): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > defaultBodyBytes;
