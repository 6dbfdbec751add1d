import * as contract from '@waggle/contracts/notifications';
import { type Mount, serve } from '#platform/http/serve.ts';
import { readChoices, saveChoice } from './choices.ts';
import { listNotifications, markRead } from './notifications.ts';
import type { Notifications } from './parts.ts';

export function notificationRoutes(mount: Mount, parts: Notifications): void {
  serve(mount, contract.listNotifications, (ctx) => listNotifications(parts, ctx));
  serve(mount, contract.readNotifications, (ctx, { body }) => markRead(parts, ctx, body.notificationId));
  serve(mount, contract.readChoices, (ctx) => readChoices(ctx));
  serve(mount, contract.saveChoice, (ctx, { body }) => saveChoice(ctx, body));
}
