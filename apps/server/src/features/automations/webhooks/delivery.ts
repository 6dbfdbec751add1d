import type { Config } from '#platform/config.ts';
import { createDial } from '#platform/outbound/dial.ts';
import { createHostLookup } from '#platform/outbound/host-lookup.ts';
import { createWebPost } from '#platform/outbound/web-post.ts';
import { webPorts } from '#platform/outbound/web-probe.ts';
import type { RateLimits } from '#platform/rate-limits.ts';
import { countedLookup } from './shares.ts';
import type { WebhookParts } from './tell.ts';

/**
 * Where webhooks may go. Whoever writes the automation reads the beginning of the answer, so a private network is open to them by a
 * setting of its own and not by that of link checks, which say only whether somebody answers.
 */
export function webhookDelivery(
  config: Pick<Config, 'DNS_SERVERS' | 'ALLOW_PRIVATE_WEBHOOKS'>,
  limits: RateLimits,
): Pick<WebhookParts, 'post' | 'allowPlain' | 'limits'> {
  const lookup = countedLookup(createHostLookup(config.DNS_SERVERS), limits);
  const isPrivate = config.ALLOW_PRIVATE_WEBHOOKS;
  const dial = isPrivate ? createDial(lookup, 'any', () => true) : createDial(lookup, webPorts);
  return { post: createWebPost({ dial }), allowPlain: isPrivate, limits };
}
