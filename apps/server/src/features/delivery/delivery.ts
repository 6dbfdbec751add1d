import type { Config } from '#platform/config.ts';
import type { Log } from '#platform/log.ts';
import type { SendSource } from './send-source.ts';
import { type Sending, type SendingParts, startSending } from './sending.ts';

/** What is sent in this process. A feature with emails to send adds its source when it is made. */
export type Delivery = {
  config: Pick<Config, 'SENDING_CONNECTIONS' | 'SENDING_LEASE_SECONDS'>;
  sources: SendSource[];
};

export const createDelivery = (config: Delivery['config']): Delivery => ({ config, sources: [] });

/** One engine for all sources: they share its connections, its turns and its limits. */
export const startDelivery = (
  { config, sources }: Delivery,
  log: Log,
  more: Pick<SendingParts, 'atStage' | 'heartbeats'> = {},
): Sending =>
  startSending({
    ...more,
    sources,
    log,
    workers: config.SENDING_CONNECTIONS,
    leaseSeconds: config.SENDING_LEASE_SECONDS,
  });
