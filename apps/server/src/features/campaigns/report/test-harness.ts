import { expect, vi } from 'vitest';
import type { TestApi } from '../../../../test/harness/test-api.ts';
import { ask, draft, type ReadyAdmin } from '../../../../test/sending/ready-admin.ts';
import { eventOf } from '../delivery-events/test-harness.ts';

export const path = (campaignId: string) => `/api/campaigns/${campaignId}`;

export const scanner = 'Mozilla/5.0 (compatible; Barracuda Sentinel (EE))';

type Hit = { email: string; kind: 'open' | 'click'; linkNo?: number; userAgent?: string };

/** What makes a report: a campaign sent by the worker, and readers who react to it. */
export function reportSteps(api: () => TestApi) {
  return {
    /** Sent to everybody of the organization, to the last answer. */
    sent: async (admin: ReadyAdmin, more: object = {}): Promise<string> => {
      const { id } = await draft(admin, more);
      await ask(admin, 'POST', `${path(id)}/send`, {});
      await vi.waitFor(async () => expect((await ask(admin, 'GET', path(id))).status).toBe('COMPLETED'), 30_000);
      return id;
    },

    /** As the edge notes it, counted by the worker. */
    hit: async (admin: ReadyAdmin, campaignId: string, { email, kind, linkNo = 1, userAgent }: Hit) => {
      const { organizationId } = admin.user;
      const { owner } = api().db;
      const { rows } = await owner.query<{ id: string }>(
        `select send.id from campaign_sends send join contacts on contacts.id = send.contact_id where campaign_id = $1 and email = $2`,
        [campaignId, email],
      );
      const signals = {
        sendId: rows[0]!.id,
        address: `203.0.113.${email.charCodeAt(1)}`,
        ...(kind === 'click' && { linkNo }),
        ...(userAgent && { userAgent }),
      };
      const event = eventOf({ organizationId, campaignId, sends: [] }, kind, signals, Date.now() - 1_000);
      await owner.query(
        `insert into inbox_events (organization_id, received_on, id, kind, subject_id, happened_at, payload)
         values ($1, (to_timestamp($6) at time zone 'UTC')::date, $2, $3, $4, to_timestamp($6), $5)`,
        [organizationId, event.id, kind, campaignId, JSON.stringify(event.signals), event.happenedAt / 1_000],
      );
    },

    counted: (admin: ReadyAdmin, campaignId: string, stats: object) =>
      vi.waitFor(async () => expect((await ask(admin, 'GET', path(campaignId))).stats).toMatchObject(stats), 30_000),
  };
}
